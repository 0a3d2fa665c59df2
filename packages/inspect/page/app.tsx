import { useEffect } from "preact/hooks";
import { form, isNewest, isNewThreadOpen, openFork, writing } from "./acting.ts";
import { Composer, NewThread } from "./composer.tsx";
import { DetailPane } from "./detail-pane.tsx";
import { Notice } from "./notice.tsx";
import { Keys, Palette } from "./palette.tsx";
import { StatePane } from "./state-pane.tsx";
import {
  areKeysShown,
  field,
  isOffline,
  isPaletteOpen,
  move,
  moveField,
  moveTurn,
  onlyChanged,
  screen,
  showField,
  showsInfrastructure,
  type Screen,
  showView,
  threadId,
  threads,
  timeline,
  toggleMark,
} from "./store.ts";
import { toggleTheme } from "./theme.ts";
import { shownSteps } from "../src/history/shown-steps.ts";
import { countText } from "./text.ts";
import { isShared } from "./api.ts";
import { sharing, shareThread } from "./share-thread.ts";
import { Subgraphs } from "./subgraphs.tsx";
import { StepList } from "./step-list.tsx";
import { ThreadList } from "./thread-list.tsx";
import { TimelinePane } from "./timeline.tsx";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Keys of a page that may write. */
const writingKeys: Readonly<Record<string, () => void>> = {
  f: () => openFork(),
  e: () => {
    if (field.value !== null && isNewest.value) form.value = "edit";
  },
  m: () => document.querySelector<HTMLElement>("#composer")?.focus(),
  n: () => {
    isNewThreadOpen.value = true;
  },
};

function onKey(event: KeyboardEvent): void {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    isPaletteOpen.value = !isPaletteOpen.value;
    return;
  }
  if (
    isPaletteOpen.value ||
    areKeysShown.value ||
    isNewThreadOpen.value ||
    event.metaKey ||
    event.ctrlKey ||
    event.altKey
  )
    return;
  if (isTyping(event.target)) {
    if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
    return;
  }
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => (event.shiftKey ? moveTurn(-1) : move(-1)),
    ArrowRight: () => (event.shiftKey ? moveTurn(1) : move(1)),
    ArrowUp: () => moveField(-1),
    ArrowDown: () => moveField(1),
    c: () => {
      onlyChanged.value = true;
      showView("state");
    },
    a: () => {
      onlyChanged.value = false;
      showView("state");
    },
    d: () => showView("diff"),
    g: () => showView("path"),
    l: () => showView("calls"),
    s: () => showView("storage"),
    i: () => {
      showsInfrastructure.value = !showsInfrastructure.value;
    },
    t: () => document.querySelector<HTMLInputElement>("#thread-search")?.focus(),
    p: () => showView("proposals"),
    v: () => showView("compare"),
    ...(writing.value !== null && writingKeys),
    x: toggleMark,
    "/": () => document.querySelector<HTMLInputElement>("#field-search")?.focus(),
    "?": () => {
      areKeysShown.value = true;
    },
    Escape: () => {
      if (form.value === null) showField(null);
      form.value = null;
    },
  };
  const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** The inspector. */
export function App() {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <main class={`app show-${screen.value}`}>
      <h1 class="unseen">Inspector</h1>
      {sharing.value.problem === null ? null : (
        <div class="offline" role="alert">
          {sharing.value.problem}{" "}
          <button
            type="button"
            onClick={() => {
              sharing.value = { ...sharing.value, problem: null };
            }}
          >
            Close
          </button>
        </div>
      )}
      {isOffline.value ? (
        <div class="offline" role="alert">
          The inspector does not answer. It is asked again every two seconds.
        </div>
      ) : null}
      <ThreadList />
      <div class="content">{threadId.value === null ? <Welcome /> : <Thread />}</div>
      <BottomBar />
      <Palette />
      <Keys />
      <NewThread />
    </main>
  );
}

function Welcome() {
  const { value, problem } = threads.value;
  return (
    <div class="welcome">
      {problem !== null && value === null ? (
        <Notice title="The threads cannot be read" kind="error">
          {problem}
        </Notice>
      ) : (
        <Notice title={writing.value !== null && value?.total === 0 ? "Begin a thread" : "Choose a thread"}>
          {writing.value !== null && value?.total === 0 ? (
            <button
              type="button"
              class="button main"
              onClick={() => {
                isNewThreadOpen.value = true;
              }}
            >
              New thread
            </button>
          ) : value === null || value.total === 0 ? (
            "Threads are listed on the left."
          ) : (
            `${countText(value.total, "thread")} on the left. Or press ⌘K to find anything.`
          )}
        </Notice>
      )}
    </div>
  );
}

function Thread() {
  const { value, problem } = timeline.value;
  const turns = value?.steps.reduce((most, each) => Math.max(most, each.turn), 0) ?? 0;
  const steps =
    value?.isWhole === false ? "reading the earlier steps" : countText(shownSteps(value?.steps ?? []).length, "step");
  return (
    <>
      <header class="thread-head">
        <h2 title={threadId.value ?? ""}>{threadId.value}</h2>
        <span class="dim">{value === null ? "" : `${countText(turns, "turn")} · ${steps}`}</span>
        <Subgraphs />
        {value !== null && value.interrupts.length > 0 ? <span class="badge wait">Waiting for a person</span> : null}
        {value !== null && value.errors.length > 0 ? <span class="badge no">Failed</span> : null}
        {value !== null && problem !== null ? (
          <span class="badge no" title={problem}>
            Not up to date
          </span>
        ) : null}
        <span class="space" />
        {isShared() ? <span class="badge plain">Shared thread</span> : <ShareButton />}
        <button
          type="button"
          class="tool"
          onClick={() => {
            isPaletteOpen.value = true;
          }}
        >
          Find <kbd>⌘K</kbd>
        </button>
        <button
          type="button"
          class="tool"
          onClick={toggleTheme}
          aria-label="Switch between light and dark"
          title="Light or dark"
        >
          ◐
        </button>
        <button
          type="button"
          class="tool"
          onClick={() => {
            areKeysShown.value = true;
          }}
          aria-label="Keys"
          title="Keys"
        >
          ?
        </button>
      </header>
      {value === null && problem !== null ? (
        <div class="welcome">
          <Notice title="The thread cannot be read" kind="error">
            {problem}
          </Notice>
        </div>
      ) : (
        <>
          <TimelinePane />
          <StepList />
          <div class="panes">
            <StatePane />
            <DetailPane />
          </div>
          <Composer />
        </>
      )}
    </>
  );
}

function ShareButton() {
  const { text, isBusy } = sharing.value;
  return (
    <button type="button" class="tool share" disabled={isBusy} title={text} onClick={() => void shareThread()}>
      {isBusy ? "Sharing…" : "Share"}
    </button>
  );
}

const SCREENS: readonly (readonly [Screen, string])[] = [
  ["threads", "Threads"],
  ["time", "Time"],
  ["state", "State"],
  ["detail", "Detail"],
];

/** Chooses the part of the page that a narrow screen shows. */
function BottomBar() {
  return (
    <nav class="bottom" aria-label="Parts of the page">
      {SCREENS.map(([name, text]) => (
        <button
          type="button"
          key={name}
          class={screen.value === name ? "on" : ""}
          aria-current={screen.value === name ? "page" : undefined}
          onClick={() => {
            screen.value = name;
          }}
        >
          {text}
        </button>
      ))}
    </nav>
  );
}
