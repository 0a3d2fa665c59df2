import { useState } from "preact/hooks";
import type { ShownDifference, ThreadReplay } from "../../src/replay/thread-result.ts";
import type { ShownReplay } from "../../src/writing/shown-replay.ts";
import { writing } from "../acting/acting.ts";
import { Answered } from "../elements/answered.tsx";
import { Link } from "../elements/buttons.tsx";
import { Notice } from "../elements/notice.tsx";
import { Refusal } from "../elements/use-action.tsx";
import { showField, step, threadId } from "../store/store.ts";
import { useOuterAnswer } from "../store/use-answer.ts";
import { changesText } from "../values/change-text.ts";
import { ComparedValue, Comparison } from "./comparison.tsx";
import { isField, replay, replaying } from "./replaying.ts";

/** The turn of the chosen step beside its replay: what today's code does with the recorded values. */
export function Replay() {
  const turn = step.value?.turn ?? 0;
  const query = threadId.value === null ? null : { thread: threadId.value, turn, count: replaying.value.count };
  const answer = useOuterAnswer<{ readonly replay: ShownReplay | null }>("replay", query);
  const { isBusy, problem } = replaying.value;
  if (writing.value === null)
    return <Notice title="A replay needs the application">Open it with npx tidemark inspect app.ts.</Notice>;
  if (turn < 1) return <Notice title="Select a step of a turn">What came before the first turn has no input.</Notice>;
  const known = answer.value?.replay ?? null;
  return (
    <>
      <button
        type="button"
        class={known === null ? "button main" : "button"}
        disabled={isBusy}
        onClick={() => void replay()}
      >
        {isBusy ? "Replaying…" : `Replay turn ${turn}${known === null ? "" : " again"}`}
      </button>
      <Refusal problem={problem} />
      <Answered answer={answer} title="Cannot read the replay" lines={5}>
        {({ replay: found }) =>
          found === null ? (
            <p class="dim">
              Runs the turn with today's code, in memory. Models, tools and people give their stored answers; your own
              functions run. The thread does not change.
            </p>
          ) : found.turn === turn ? (
            <Found key={turn} replay={found} />
          ) : null
        }
      </Answered>
    </>
  );
}

const VERDICTS = {
  same: "The same as stored",
  accepted: "As accepted",
  different: "Different",
  notJudged: "Not judged",
} as const;

function Found({ replay: { result, comparison } }: { readonly replay: ShownReplay }) {
  const [turn] = result.turns;
  const difference = turn?.difference ?? null;
  const notes = notesOf(result);
  return (
    <>
      <p class={`verdict ${result.outcome}`} role="status">
        {VERDICTS[result.outcome]}
      </p>
      {difference === null ? null : <FirstDifference difference={difference} />}
      {notes.length === 0 ? null : (
        <ul class="replay-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {comparison === null ? null : (
        <>
          <h4 class="label">The whole turn</h4>
          <Comparison value={comparison} areThreads={false} />
        </>
      )}
    </>
  );
}

/** What is to be known of the replay besides its difference. */
function notesOf({ problem, migration, turns }: ThreadReplay): readonly string[] {
  const missing = turns.flatMap((each) => each.missing);
  return [
    ...(problem === null ? [] : [problem]),
    ...(migration === null ? [] : [`Migrated from version ${migration.from} to ${migration.to}.`]),
    ...missing.map((each) => `Not judged: ${each}`),
  ];
}

function FirstDifference({ difference }: { readonly difference: ShownDifference }) {
  const [isOpen, setOpen] = useState(false);
  const { step: label, field, cause, because, author, stored, replayed, changes } = difference;
  const inside = changesText(changes);
  const length = inside === null ? 160 : 60;
  return (
    <section class={`compared first${isOpen ? " open" : ""}`} aria-label="First difference">
      <h3>
        {isField(field) ? <Link onChoose={() => showField(field)}>{field}</Link> : field}
        <span class="place dim">first difference, at step {label}</span>
        <button type="button" class="tool" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Less" : "More"}
        </button>
      </h3>
      <p>
        Because of its <b>{cause}</b>: {because}.
        {author.some((name) => !because.includes(name)) ? <span class="dim"> By {author.join(", ")}.</span> : null}
      </p>
      <div class="sides">
        <ComparedValue value={stored} isOpen={isOpen} length={length} sign="del" />
        <ComparedValue value={replayed} isOpen={isOpen} length={length} sign="ins" />
      </div>
      {isOpen || inside === null ? null : <p class="inside">{inside}</p>}
    </section>
  );
}
