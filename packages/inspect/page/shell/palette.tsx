import { useState } from "preact/hooks";
import { Dialog } from "../elements/dialog.tsx";
import { isPaletteOpen, layout, showField, showStep, showThread, state, threads, timeline } from "../store/store.ts";
import { type Command, commands } from "./commands.ts";
import { keyName } from "./key-names.ts";

const MAX_SHOWN = 40;

/** Beginning of what the user wrote in a turn. */
function textOf(turn: number): string {
  const text = timeline.value.value?.turns[turn - 1]?.text ?? "";
  return text === "" ? "" : ` · ${text.slice(0, 80)}`;
}

/** Everything that can be found: commands, fields, turns and threads. */
function findable(): readonly Command[] {
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
  return [...commands(), ...fields, ...turns, ...all];
}

/** Every command, field, turn and thread, found by typing. */
export const Palette = () => (
  <Dialog isOpen={isPaletteOpen} kind="palette" label="Commands">
    {(close) => <Finder close={close} />}
  </Dialog>
);

function Finder({ close }: { readonly close: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found: Command[] = [];
  for (const command of findable()) {
    const name = `${command.kind} ${command.name}`.toLowerCase();
    if (words.every((word) => name.includes(word))) found.push(command);
    if (found.length === MAX_SHOWN) break;
  }
  const run = (command: Command | undefined): void => {
    close();
    command?.run();
  };
  return (
    <>
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
        {found.map((command, index) => (
          <button
            type="button"
            key={index}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            class={index === chosen ? "on" : ""}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            <span class="dim">{command.kind}</span>
            {command.key === undefined ? null : <kbd>{keyName(command.key)}</kbd>}
          </button>
        ))}
        {found.length === 0 ? <p class="dim">Nothing matches.</p> : null}
      </div>
    </>
  );
}
