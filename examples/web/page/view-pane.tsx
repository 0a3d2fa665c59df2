import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import type { MountView, PageView } from "../src/view.ts";
import { pathOf, performAction, read } from "./thread/server.ts";
import type { Action, ShownThread } from "./thread/use-thread.ts";

interface ViewPaneProps {
  readonly title: string;
  readonly threadId: string;
  readonly thread: ShownThread;
  readonly act: (action: Action) => void;
  /** Puts a text into the message field and goes there. */
  readonly draft: (text: string) => void;
  /** Goes to the open question in the conversation. */
  readonly showQuestion: () => void;
  /** Open questions, for a window that shows the view alone. */
  readonly children: ReactNode;
  /** Called when the view shows something else than before. */
  readonly renewed: () => void;
}

/** The view of the application, such as a calendar. Its code is loaded from the own server once. */
export function ViewPane({ title, threadId, thread, act, draft, showQuestion, renewed, children }: ViewPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ thread, act, draft, showQuestion, renewed });
  latest.current = { thread, act, draft, showQuestion, renewed };
  const listeners = useRef(new Set<() => void>());
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const element = document.createElement("div");
    element.className = "view-content";
    place.current?.append(element);
    let unmount: (() => void) | null = null;
    let isGone = false;
    const load = async (): Promise<void> => {
      try {
        const mount = await loadView();
        if (!isGone) unmount = mount(element, pageView(threadId, latest, listeners.current));
      } catch {
        setBroken(true);
      }
    };
    void load();
    return () => {
      isGone = true;
      unmount?.();
      element.remove();
    };
  }, [threadId]);
  const { revision, questions, running, connection } = thread;
  const asked = questions.map(({ interruptId }) => interruptId).join();
  useEffect(() => {
    for (const listener of listeners.current) listener();
    // A view that failed to load its data while the server was away loads it again when the server is back.
  }, [revision, asked, running, connection]);
  return (
    <section id="view-panel" className="view" aria-label={title}>
      {children}
      <div ref={place} className="view-place" />
      {isBroken && <p className="problem">The view could not be loaded. Reload the page to try again.</p>}
    </section>
  );
}

interface Latest {
  readonly current: Pick<ViewPaneProps, "thread" | "act" | "draft" | "showQuestion" | "renewed">;
}

function pageView(threadId: string, latest: Latest, listeners: Set<() => void>): PageView {
  const act = (action: Action): void => {
    if (!latest.current.thread.running) latest.current.act(action);
  };
  /** Data by query, to tell changed data from another query. */
  const shown = new Map<string, string>();
  return {
    async data(query = {}) {
      const data = await read<unknown>(`${pathOf(threadId)}/view?${new URLSearchParams({ ...query }).toString()}`);
      // A later time of the server alone renews nothing.
      const text = JSON.stringify(data, (name, value: unknown) => (name === "now" ? undefined : value));
      const key = JSON.stringify(query);
      if (shown.has(key) && shown.get(key) !== text) latest.current.renewed();
      shown.set(key, text);
      return data;
    },
    perform: (action) => performAction(threadId, action),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    questions: () => latest.current.thread.questions,
    say: (text) => act({ kind: "say", text }),
    draft: (text) => latest.current.draft(text),
    showQuestion: () => latest.current.showQuestion(),
    answer: (interruptId, answer) => act({ kind: "answer", interruptId, answer }),
    running: () => latest.current.thread.running,
    online: () => latest.current.thread.connection !== "away",
  };
}

/** Loads the code and the styles of the view. */
async function loadView(): Promise<MountView> {
  if (document.querySelector("link[data-view]") === null) {
    const styles = document.createElement("link");
    styles.rel = "stylesheet";
    styles.href = "view/view.css";
    styles.dataset["view"] = "";
    document.head.append(styles);
  }
  const address = new URL("view/view.js", document.baseURI).href;
  const module: unknown = await import(/* @vite-ignore */ address);
  const mount: unknown = Reflect.get(Object(module), "mount");
  if (typeof mount !== "function") throw new TypeError("view.js exports no function `mount`.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the application that serves this page wrote it
  return mount as MountView;
}
