import { Tool } from "../elements/buttons.tsx";
import { useEffect } from "preact/hooks";
import { isNewThreadOpen, shownStatus, writing } from "../acting/acting.ts";
import { Composer, NewThread } from "../acting/composer.tsx";
import { DetailPane } from "../state/detail-pane.tsx";
import { Notice } from "../elements/notice.tsx";
import { keyName } from "./key-names.ts";
import { onKey } from "./keys.ts";
import { Keys } from "./key-list.tsx";
import { Palette } from "./palette.tsx";
import { subgraphText, useSubgraphs } from "../state/inside.tsx";
import { StatePane } from "../state/state-pane.tsx";
import {
  areKeysShown,
  isDetailWide,
  isOffline,
  isPaletteOpen,
  namespace,
  screen,
  showEnd,
  showNamespace,
  type Screen,
  threadId,
  threads,
  timeline,
} from "../store/store.ts";
import { toggleTheme } from "../store/theme.ts";
import { shownSteps } from "../../src/history/shown-steps.ts";
import { statusText } from "../../src/reader/thread-status.ts";
import { countText, upperText } from "../values/text.ts";
import { isShared } from "../server/api.ts";
import { sharing, shareThread } from "../store/share-thread.ts";
import { StepList } from "../timeline/step-list.tsx";
import { ThreadList } from "../threads/thread-list.tsx";
import { TimelinePane } from "../timeline/timeline-pane.tsx";

/** The inspector. */
export function App() {
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <main class={`app show-${screen.value}${isDetailWide.value ? " wide" : ""}`}>
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
          The inspector's server does not respond. Retrying every two seconds.
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
        <Notice title="Cannot read the threads" kind="error">
          {problem}
        </Notice>
      ) : (
        <Notice
          title={
            value?.total !== 0 ? "Select a thread" : writing.value === null ? "Nothing stored yet" : "Start a thread"
          }
        >
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
          ) : value === null ? (
            "Threads appear in the list."
          ) : value.total === 0 ? (
            "Run your application: its threads appear here while it runs."
          ) : (
            `${countText(value.total, "thread")} in the list. Press ${keyName("⌘K")} to find anything.`
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
    value?.isWhole === false ? "loading earlier steps" : countText(shownSteps(value?.steps ?? []).length, "step");
  return (
    <>
      <header class="thread-head">
        <h2 title={threadId.value ?? ""}>{threadId.value}</h2>
        <div class="thread-notes">
          <span class="dim">{value === null ? "" : `${countText(turns, "turn")} · ${steps}`}</span>
          <Subgraphs />
          {value !== null && value.interrupts.length > 0 ? (
            <button type="button" class="badge wait" title="Show the question" onClick={showEnd}>
              Waiting for a person
            </button>
          ) : null}
          {value !== null && value.errors.length > 0 ? (
            <button type="button" class="badge no" title="Show the error" onClick={showEnd}>
              Failed
            </button>
          ) : null}
          {value === null || (shownStatus.value !== "unfinished" && shownStatus.value !== "running") ? null : (
            <button type="button" class="badge wait" title="Show the newest step" onClick={showEnd}>
              {upperText(statusText({ status: shownStatus.value, next: value.next }))}
            </button>
          )}
          {value !== null && problem !== null ? (
            <span class="badge no" title={problem}>
              Not up to date
            </span>
          ) : null}
        </div>
        <span class="space" />
        {isShared() ? <span class="badge plain">Shared thread</span> : value === null ? null : <ShareButton />}
        <Tool onChoose={() => void (isPaletteOpen.value = true)}>
          Find <kbd>{keyName("⌘K")}</kbd>
        </Tool>
        <Tool label="Switch between light and dark" title="Light or dark" onChoose={toggleTheme}>
          ◐
        </Tool>
        <Tool label="Keys" onChoose={() => void (areKeysShown.value = true)}>
          ?
        </Tool>
      </header>
      {value === null && problem !== null ? (
        <div class="welcome">
          <Notice title="Cannot read this thread" kind="error">
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

/** Chooses a subgraph of the thread, if it has any. */
function Subgraphs() {
  const found = useSubgraphs();
  if (found.length === 0 && namespace.value === "") return null;
  const isKnown = namespace.value === "" || found.some((each) => each.namespace === namespace.value);
  return (
    <select
      class="sort"
      aria-label="Graph or subgraph"
      value={namespace.value}
      onChange={(event) => void showNamespace(event.currentTarget.value)}
    >
      <option value="">Graph</option>
      {isKnown ? null : <option value={namespace.value}>Subgraph</option>}
      {found.map((each) => (
        <option key={each.namespace} value={each.namespace}>
          {subgraphText(each)}
        </option>
      ))}
    </select>
  );
}

function ShareButton() {
  const { text, isBusy } = sharing.value;
  return (
    <Tool kind="share" isOff={isBusy} title={text} onChoose={() => void shareThread()}>
      {isBusy ? "Sharing…" : "Share"}
    </Tool>
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
          data-waits={name === "detail" && (timeline.value.value?.interrupts.length ?? 0) > 0 ? "" : undefined}
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
