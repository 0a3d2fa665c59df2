import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { canContinue, continueTurn, isNewThreadOpen, openFork, stopRun, writing } from "../acting/acting.ts";
import {
  areKeysShown,
  field,
  isAtEnd,
  isPaletteOpen,
  layout,
  move,
  moveTurn,
  namespace,
  onlyChanged,
  showField,
  showNamespace,
  showEnd,
  showsInfrastructure,
  showStep,
  showThread,
  showView,
  state,
  threads,
  timeline,
  toggleMark,
} from "../store/store.ts";
import { form } from "../store/form.ts";
import { focusOn } from "./focus-on.ts";
import { keyName } from "./key-names.ts";
import { resetZoom, ZOOM_STEP, zoomBy } from "../timeline/zoom.ts";
import { toggleTheme } from "../store/theme.ts";
import { isShared } from "../server/api.ts";
import { shareThread } from "../store/share-thread.ts";
import { filterThreads, sortThreads } from "../threads/thread-list.tsx";

/** Something that a person can choose to do. */
interface Action {
  readonly name: string;
  readonly kind: string;
  readonly key?: string;
  readonly run: () => void;
}

const MAX_SHOWN = 40;

/** Beginning of what the user wrote in a turn. */
function textOf(turn: number): string {
  const text = timeline.value.value?.turns[turn - 1]?.text ?? "";
  return text === "" ? "" : ` · ${text.slice(0, 80)}`;
}

/** Actions of a page that may write. */
function writingActions(): readonly Action[] {
  if (writing.value === null) return [];
  return [
    { name: "Fork at this step", kind: "Action", key: "f", run: () => openFork() },
    {
      name: "New thread",
      kind: "Action",
      key: "n",
      run: () => {
        isNewThreadOpen.value = true;
      },
    },
    {
      name: "Send a message",
      kind: "Action",
      key: "w",
      run: () => focusOn("#composer"),
    },
    ...(field.value !== null && isAtEnd.value
      ? [
          {
            name: `Edit ${field.value}`,
            kind: "Action",
            key: "e",
            run: () => {
              form.value = "edit";
            },
          },
        ]
      : []),
    ...(canContinue.value ? [{ name: "Continue the turn", kind: "Action", run: () => void continueTurn() }] : []),
    { name: "Stop the run", kind: "Action", run: () => void stopRun() },
  ];
}

function copyLink(): void {
  navigator.clipboard.writeText(location.href).catch(() => null);
}

function newestStep(): void {
  const newest = timeline.value.value?.newest;
  if (newest !== undefined) void showStep(newest);
}

function actions(): readonly Action[] {
  const fixed: readonly Action[] = [
    {
      name: "Show changed fields",
      kind: "View",
      key: "c",
      run: () => {
        onlyChanged.value = true;
        showView("state");
      },
    },
    {
      name: "Show all fields",
      kind: "View",
      key: "a",
      run: () => {
        onlyChanged.value = false;
        showView("state");
      },
    },
    { name: "Show the changes since the previous step", kind: "View", key: "d", run: () => showView("diff") },
    { name: "Use this step as the base of the diff", kind: "Action", key: "x", run: toggleMark },
    { name: "Compare with another thread", kind: "View", key: "v", run: () => showView("compare") },
    ...writingActions(),
    { name: "Show the path through the graph and the plan", kind: "View", key: "g", run: () => showView("path") },
    { name: "Show model and tool calls", kind: "View", key: "m", run: () => showView("calls") },
    { name: "Show proposals and approvals", kind: "View", key: "p", run: () => showView("proposals") },
    { name: "Show storage", kind: "View", key: "s", run: () => showView("storage") },
    {
      name: "Show or hide internal fields of Tidemark",
      kind: "Action",
      key: "i",
      run: () => {
        showsInfrastructure.value = !showsInfrastructure.value;
      },
    },
    { name: "Previous step", kind: "Move", key: "←", run: () => move(-1) },
    { name: "Next step", kind: "Move", key: "→", run: () => move(1) },
    { name: "Previous turn", kind: "Move", key: "⇧←", run: () => moveTurn(-1) },
    { name: "Next turn", kind: "Move", key: "⇧→", run: () => moveTurn(1) },
    { name: "Zoom in", kind: "Timeline", key: "+", run: () => zoomBy(ZOOM_STEP) },
    { name: "Zoom out", kind: "Timeline", key: "−", run: () => zoomBy(1 / ZOOM_STEP) },
    { name: "Reset zoom", kind: "Timeline", key: "0", run: resetZoom },
    ...(timeline.value.value === null ||
    timeline.value.value.interrupts.length + timeline.value.value.errors.length === 0
      ? []
      : [{ name: "Show the open question or the error", kind: "Move", run: showEnd } satisfies Action]),
    ...(timeline.value.value === null ? [] : [{ name: "Newest step", kind: "Move", run: newestStep } satisfies Action]),
    { name: "List all threads", kind: "Threads", run: () => filterThreads("all") },
    { name: "List threads that are waiting for a person", kind: "Threads", run: () => filterThreads("waiting") },
    { name: "List threads that failed", kind: "Threads", run: () => filterThreads("failed") },
    { name: "List threads whose turn is unfinished", kind: "Threads", run: () => filterThreads("unfinished") },
    ...(isShared()
      ? []
      : [
          { name: "Share the thread as one HTML file", kind: "Action", run: () => void shareThread() } satisfies Action,
          { name: "Copy a link to this view", kind: "Action", run: copyLink } satisfies Action,
        ]),
    { name: "Sort threads: newest first", kind: "Threads", run: () => sortThreads("updated") },
    { name: "Sort threads: most checkpoints first", kind: "Threads", run: () => sortThreads("size") },
    { name: "Sort threads: by ID", kind: "Threads", run: () => sortThreads("id") },
    { name: "Search threads", kind: "Threads", key: "t", run: () => focusOn("#thread-search") },
    { name: "Search fields", kind: "Field", key: "/", run: () => (showView("state"), focusOn("#field-search")) },
    ...(namespace.value === ""
      ? []
      : [{ name: "Back to the graph", kind: "Action", run: () => void showNamespace("") } satisfies Action]),
    { name: "Switch between light and dark colors", kind: "Action", run: toggleTheme },
    {
      name: "Show keyboard shortcuts",
      kind: "Help",
      key: "?",
      run: () => {
        areKeysShown.value = true;
      },
    },
  ];
  const fields = (state.value.value?.fields ?? []).map(({ name }) => ({
    name,
    kind: "Field",
    run: () => showField(name),
  }));
  const turns = layout.value.turns.map(({ number, branch, steps }) => ({
    name: `Turn ${number}${branch === 0 ? textOf(number) : ` (fork ${branch})`}`,
    kind: "Turn",
    run: () => {
      const last = steps.at(-1);
      if (last !== undefined) void showStep(last.step.id);
    },
  }));
  const all = (threads.value.value?.threads ?? []).map(({ threadId }) => ({
    name: threadId,
    kind: "Thread",
    run: () => void showThread(threadId),
  }));
  return [...fixed, ...fields, ...turns, ...all];
}

/** Every action, field, turn and thread, found by typing. */
export function Palette() {
  const box = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const isOpen = isPaletteOpen.value;
  // With the palette itself: words that are typed meanwhile would be lost.
  useLayoutEffect(() => {
    if (isOpen) {
      setText("");
      setChosen(0);
      box.current?.showModal();
    } else box.current?.close();
  }, [isOpen]);
  if (!isOpen) return <dialog ref={box} class="palette" aria-label="Commands" />;
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found: Action[] = [];
  for (const action of actions()) {
    const name = `${action.kind} ${action.name}`.toLowerCase();
    if (words.every((word) => name.includes(word))) found.push(action);
    if (found.length === MAX_SHOWN) break;
  }
  const run = (action: Action | undefined) => {
    // An open dialog keeps the focus, and gives it back when it closes.
    box.current?.close();
    isPaletteOpen.value = false;
    action?.run();
  };
  return (
    <dialog
      ref={box}
      class="palette"
      aria-label="Commands"
      onClose={() => {
        isPaletteOpen.value = false;
      }}
      onClick={(event) => {
        if (event.target === box.current) isPaletteOpen.value = false;
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${chosen}`}
        aria-label="Find a command, field, turn or thread"
        placeholder="Find a command, field, turn or thread"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setChosen(Math.min(found.length - 1, chosen + 1));
          else if (event.key === "ArrowUp") setChosen(Math.max(0, chosen - 1));
          else if (event.key === "Enter") run(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Commands">
        {found.map((action, index) => (
          <button
            type="button"
            key={index}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            class={index === chosen ? "on" : ""}
            onClick={() => run(action)}
          >
            <span>{action.name}</span>
            <span class="dim">{action.kind}</span>
            {action.key === undefined ? null : <kbd>{keyName(action.key)}</kbd>}
          </button>
        ))}
        {found.length === 0 ? <p class="dim">Nothing matches.</p> : null}
      </div>
    </dialog>
  );
}
