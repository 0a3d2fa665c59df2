import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ApplicationView, ThreadSummary } from "../src/api.ts";
import { newThreadId, useAddress } from "./address.ts";
import { BracesIcon, CrossIcon, ListIcon, PlusIcon } from "./icons.tsx";
import { ThreadList } from "./thread-list.tsx";
import { ThreadPage } from "./thread-page.tsx";
import { readThreads } from "./thread/connection.ts";

/** The page: the list of conversations, and the open conversation. */
export function App({ application }: { readonly application: ApplicationView }) {
  const [threadId, openThread] = useAddress(application.thread);
  const [threads, reload] = useThreads();
  const [isListOpen, setListOpen] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const listButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLElement>(null);
  const current = threads.find((each) => each.threadId === threadId);
  useEffect(() => {
    document.title = current === undefined ? application.title : `${current.title} · ${application.title}`;
  }, [current?.title, application.title]);
  const open = (id: string): void => {
    setListOpen(false);
    openThread(id);
  };
  const closeList = (): void => {
    setListOpen(false);
    listButton.current?.focus();
  };
  const waiting = threads.filter((each) => each.isWaiting && each.threadId !== threadId).length;
  return (
    <>
      <a class="skip" href="#say" onClick={toComposer}>
        Skip to the message field
      </a>
      <header class="top">
        <button
          type="button"
          class="icon-button list-button"
          ref={listButton}
          aria-expanded={isListOpen}
          aria-controls="conversations"
          aria-label={waiting === 0 ? "Conversations" : `Conversations, ${waiting} waiting for you`}
          title="Conversations"
          onClick={() => {
            reload();
            setListOpen(!isListOpen);
            requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("button")?.focus());
          }}
        >
          <ListIcon />
          {waiting > 0 && <span class="dot" />}
        </button>
        <h1>{application.title}</h1>
        <button
          type="button"
          class="icon-button new-button"
          aria-label="New conversation"
          title="New conversation"
          onClick={() => open(newThreadId())}
        >
          <PlusIcon />
          <span class="label">New</span>
        </button>
        <button
          type="button"
          class="icon-button"
          aria-expanded={isDrawerOpen}
          aria-controls="details"
          aria-label="State"
          title="State of the conversation, for developers"
          onClick={() => setDrawerOpen(!isDrawerOpen)}
        >
          <BracesIcon />
        </button>
      </header>
      <div class={application.view === null ? "body" : "body with-view"}>
        {isListOpen && <div class="backdrop" onClick={closeList} />}
        <nav
          id="conversations"
          class={isListOpen ? "list open" : "list"}
          aria-label="Conversations"
          ref={list}
          onKeyDown={({ key }) => {
            if (key === "Escape" && isListOpen) closeList();
          }}
        >
          <button type="button" class="icon-button close" aria-label="Close the list" onClick={closeList}>
            <CrossIcon />
          </button>
          <ThreadList threads={threads} current={threadId} open={open} begin={() => open(newThreadId())} />
        </nav>
        <ThreadPage
          key={threadId}
          application={application}
          threadId={threadId}
          changed={reload}
          begin={() => open(newThreadId())}
          isDrawerOpen={isDrawerOpen}
          closeDrawer={() => setDrawerOpen(false)}
        />
      </div>
    </>
  );
}

/** The conversations in the database, read again when the page gets the focus. */
function useThreads(): readonly [threads: readonly ThreadSummary[], reload: () => void] {
  const [threads, setThreads] = useState<readonly ThreadSummary[]>([]);
  const reload = useCallback((): void => {
    readThreads().then(setThreads, () => undefined);
  }, []);
  useEffect(() => {
    reload();
    addEventListener("focus", reload);
    return () => removeEventListener("focus", reload);
  }, [reload]);
  return [threads, reload];
}

/** Moves the focus without changing the address. */
function toComposer(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#say")?.focus();
}
