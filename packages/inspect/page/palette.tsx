import { useEffect, useRef, useState } from "preact/hooks";
import { form, isNewest, isNewThreadOpen, openFork, stopRun, writing } from "./acting.ts";
import {
  areKeysShown,
  field,
  isPaletteOpen,
  layout,
  move,
  moveTurn,
  namespace,
  onlyChanged,
  showField,
  showNamespace,
  showsInfrastructure,
  showStep,
  showThread,
  showView,
  state,
  threads,
  timeline,
  toggleMark,
} from "./store.ts";
import { toggleTheme } from "./theme.ts";

import { isShared } from "./api.ts";
import { shareThread } from "./share-thread.ts";
import { filterThreads } from "./thread-list.tsx";

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
      run: () => document.querySelector<HTMLElement>("#composer")?.focus(),
    },
    ...(field.value !== null && isNewest.value
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
    { name: "Stop the run", kind: "Action", run: () => void stopRun() },
  ];
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
    { name: "Compare with the step before", kind: "View", key: "d", run: () => showView("diff") },
    { name: "Mark this step to compare others with it", kind: "Action", key: "x", run: toggleMark },
    { name: "Compare with another thread", kind: "View", key: "v", run: () => showView("compare") },
    ...writingActions(),
    { name: "Show the path and the plan", kind: "View", key: "g", run: () => showView("path") },
    { name: "Show calls of models and tools", kind: "View", key: "m", run: () => showView("calls") },
    { name: "Show proposals", kind: "View", key: "p", run: () => showView("proposals") },
    { name: "Show storage, lease and migrations", kind: "View", key: "s", run: () => showView("storage") },
    {
      name: "Show or hide the fields of Tidemark itself",
      kind: "Action",
      key: "i",
      run: () => {
        showsInfrastructure.value = !showsInfrastructure.value;
      },
    },
    { name: "Step before", kind: "Move", key: "←", run: () => move(-1) },
    { name: "Next step", kind: "Move", key: "→", run: () => move(1) },
    { name: "Turn before", kind: "Move", key: "⇧←", run: () => moveTurn(-1) },
    { name: "Next turn", kind: "Move", key: "⇧→", run: () => moveTurn(1) },
    { name: "List all threads", kind: "Threads", run: () => filterThreads("all") },
    { name: "List threads that wait for a person", kind: "Threads", run: () => filterThreads("waiting") },
    { name: "List threads that failed", kind: "Threads", run: () => filterThreads("failed") },
    ...(isShared()
      ? []
      : [{ name: "Save the thread as one page", kind: "Action", run: () => void shareThread() } satisfies Action]),
    ...(namespace.value === ""
      ? []
      : [{ name: "Back to the graph", kind: "Action", run: () => void showNamespace("") } satisfies Action]),
    { name: "Switch between light and dark", kind: "Action", run: toggleTheme },
    {
      name: "Show the keys",
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
  useEffect(() => {
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
            {action.key === undefined ? null : <kbd>{action.key}</kbd>}
          </button>
        ))}
        {found.length === 0 ? <p class="dim">Nothing matches.</p> : null}
      </div>
    </dialog>
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  ["← →", "step before, next step"],
  ["⇧← ⇧→", "turn before, next turn"],
  ["↑ ↓", "field above, field below"],
  ["c a", "changed fields, all fields"],
  ["d", "compare with the step before"],
  ["x", "mark this step to compare others with it"],
  ["g", "the path through the graph, and the plan"],
  ["m", "calls of models and tools"],
  ["p", "proposals and approvals"],
  ["v", "compare with another thread"],
  ["s", "storage, lease and migrations"],
  ["i", "the fields of Tidemark itself"],
  ["/", "find a field"],
  ["t", "find a thread"],
  ["⌘K", "find anything"],
];

/** Keys of a page that may write. */
const WRITING_KEYS: typeof KEYS = [
  ["w", "write a message"],
  ["f", "fork at this step"],
  ["e", "edit the field"],
  ["n", "new thread"],
];

/** The keys of the page. */
export function Keys() {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (areKeysShown.value) box.current?.showModal();
    else box.current?.close();
  }, [areKeysShown.value]);
  return (
    <dialog
      ref={box}
      class="keys"
      aria-label="Keys"
      onClose={() => {
        areKeysShown.value = false;
      }}
      onClick={(event) => {
        if (event.target === box.current) areKeysShown.value = false;
      }}
    >
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
        {writing.value === null
          ? null
          : WRITING_KEYS.map(([key, meaning]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
      </dl>
    </dialog>
  );
}
