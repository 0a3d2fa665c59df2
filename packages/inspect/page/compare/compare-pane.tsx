import { useState } from "preact/hooks";
import type { EvaluationCaseFile } from "../../src/running/evaluation-cases.ts";
import type { ComparedField, ComparedSide, ThreadComparison } from "../../src/comparison/compare-threads.ts";
import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { Plain } from "../../src/values/plain-value.ts";
import { problemOf, run, writing } from "../acting/acting.ts";
import { ask } from "../server/api.ts";
import { changesText } from "../values/change-text.ts";
import { Notice, Skeleton } from "../elements/notice.tsx";
import { layout, opposite, showField, showThread, showView, threadId, threads, timeline } from "../store/store.ts";
import { countText, previewText, ranText, timeText } from "../values/text.ts";
import { useAnswer } from "../store/use-answer.ts";
import { ValueView } from "../values/value-view.tsx";

/** A comparison, with the names of fields that differ only in times and ids. */
type Compared = ThreadComparison & { readonly incidental?: readonly string[] };

/** The thread beside another one: where they part, what each ran after that, and the fields in which they differ. */
export function ComparePane() {
  const thread = threadId.value;
  const left = opposite.value === thread ? null : opposite.value;
  const query =
    thread === null || left === null
      ? null
      : { thread: left, other: thread, known: timeline.value.value?.newest, version: run.value?.version };
  const { value, problem } = useAnswer<Compared>("compare", query);
  return (
    <div class="compare">
      <p class="compare-points">
        <OtherThread />
        <span class="dim" aria-hidden="true">
          ⇄
        </span>
        <b>{thread}</b>
        {value === null || left === null ? null : <SaveCase left={left} right={thread ?? ""} />}
      </p>
      {left === null ? (
        <Notice title="Select another thread">
          A fork and its original are compared from the step where they diverge.
        </Notice>
      ) : problem !== null ? (
        <Notice title="Cannot compare these threads" kind="error">
          {problem}
        </Notice>
      ) : value === null ? (
        <Skeleton lines={5} />
      ) : (
        <Comparison value={value} />
      )}
    </div>
  );
}

function OtherThread() {
  const listed = threads.value.value?.threads.map((each) => each.threadId) ?? [];
  const ids = [...new Set([...(opposite.value === null ? [] : [opposite.value]), ...listed])].filter(
    (id) => id !== threadId.value,
  );
  return (
    <select
      class="input"
      aria-label="Thread to compare with"
      value={opposite.value ?? ""}
      onChange={(event) => {
        opposite.value = event.currentTarget.value === "" ? null : event.currentTarget.value;
        showView("compare");
      }}
    >
      <option value="">Compare with…</option>
      {ids.slice(0, 500).map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </select>
  );
}

function Comparison({ value: { common, left, right, fields, incidental } }: { readonly value: Compared }) {
  const [isAll, setAll] = useState(false);
  const own = fields.filter((each) => !each.isInfrastructure);
  const shown = isAll ? fields : own;
  return (
    <>
      <p class="dim">
        {common === null
          ? "These threads share no steps."
          : `Identical up to step ${common.label} (${ranText(common)}).`}
      </p>
      <div class="sides">
        <Side side={left} beside={right} />
        <Side side={right} beside={left} />
      </div>
      {shown.length > 0 ? null : (
        <Notice title="No difference">
          {fields.length === 0 ? "All values are equal." : "All values of the application are equal."}
        </Notice>
      )}
      <div class="compared-fields">
        {shown.map((each) => (
          <Field key={each.name} field={each} />
        ))}
      </div>
      {shown.length === fields.length ? null : (
        <button type="button" class="more" onClick={() => setAll(true)}>
          Show {countText(fields.length - shown.length, "internal field")} of Tidemark
        </button>
      )}
      {incidental.length === 0 ? null : (
        <details class="incidental dim">
          <summary>
            {incidental.length === 1 ? "1 field differs" : `${incidental.length} fields differ`} only in times or IDs
          </summary>
          {incidental.join(", ")}
        </details>
      )}
    </>
  );
}

/** Number of steps of each thread that are listed above the fields. */
const MAX_RUNS = 8;

/** Steps, with neighbors that ran the same counted. */
function runsOf(steps: readonly ThreadStep[]): readonly { readonly step: ThreadStep; readonly count: number }[] {
  const runs: { step: ThreadStep; count: number }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last !== undefined && ranText(last.step) === ranText(step)) last.count += 1;
    else runs.push({ step, count: 1 });
  }
  return runs;
}

/** Shows one of the two threads, and compares it with the one that was shown. */
function showSide(id: string): void {
  if (id === threadId.value) return;
  opposite.value = threadId.value;
  void showThread(id);
}

/** What one thread ran after the step in common. Nodes that the other one did not run are marked. */
function Side({ side, beside }: { readonly side: ComparedSide; readonly beside: ComparedSide }) {
  const known = new Set(beside.steps.flatMap(({ nodes }) => nodes));
  const [isAll, setAll] = useState(false);
  const runs = runsOf(side.steps);
  return (
    <section aria-label={side.threadId}>
      <h3>
        <button type="button" class="link" onClick={() => showSide(side.threadId)}>
          {side.threadId}
        </button>
      </h3>
      <ol>
        {runs.slice(0, isAll ? runs.length : MAX_RUNS).map(({ step, count }) => {
          const lane = layout.value.lanes.indexOf(step.nodes[0] ?? "");
          const isOwn = step.nodes.length > 0 && step.nodes.every((node) => !known.has(node));
          return (
            <li key={step.id} class={isOwn ? "own" : ""}>
              <span class={lane >= 0 ? `h${lane % 10}` : ""}>
                {ranText(step)}
                {count === 1 ? "" : ` ×${count}`}
              </span>
              <span class="dim">{timeText(step)}</span>
            </li>
          );
        })}
        {side.steps.length === 0 ? <li class="dim">No later steps</li> : null}
        {isAll || runs.length <= MAX_RUNS ? null : (
          <li>
            <button type="button" class="more" onClick={() => setAll(true)}>
              {(runs.length - MAX_RUNS).toLocaleString("en")} more
            </button>
          </li>
        )}
        {side.newest.next.length > 0 ? <li class="next">next: {side.newest.next.join(", ")}</li> : null}
      </ol>
    </section>
  );
}

function Field({ field: { name, before, left, right, changes } }: { readonly field: ComparedField }) {
  const [isOpen, setOpen] = useState(false);
  const inside = changesText(changes);
  const length = inside === null ? 160 : 60;
  return (
    <section class={`compared${isOpen ? " open" : ""}`}>
      <h3>
        <button type="button" class="link" onClick={() => showField(name)}>
          {name}
        </button>
        {before === undefined ? null : <span class="dim">was {previewText(before, 60)}</span>}
        <button type="button" class="tool" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Less" : "More"}
        </button>
      </h3>
      <div class="sides">
        <Value value={left} isOpen={isOpen} length={length} sign="del" />
        <Value value={right} isOpen={isOpen} length={length} sign="ins" />
      </div>
      {isOpen || inside === null ? null : <p class="inside">{inside}</p>}
    </section>
  );
}

function Value({
  value,
  isOpen,
  length,
  sign,
}: {
  readonly value: Plain | undefined;
  readonly isOpen: boolean;
  readonly length: number;
  readonly sign: "del" | "ins";
}) {
  if (value === undefined) return <p class="dim">no value</p>;
  if (isOpen)
    return (
      <div class="detail-value">
        <ValueView value={value} />
      </div>
    );
  const text = previewText(value, length);
  return <p class="compared-value">{sign === "del" ? <del>{text}</del> : <ins>{text}</ins>}</p>;
}

/** Saves both threads as cases of an evaluation. */
function SaveCase({ left, right }: { readonly left: string; readonly right: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  if (writing.value?.hasOwners !== true) return null;
  const save = async (): Promise<void> => {
    const { cases } = await ask<{ readonly cases: readonly EvaluationCaseFile[] }>("evaluation", {
      thread: left,
      other: right,
    });
    const file = new Blob([`${JSON.stringify(cases, null, 2)}\n`], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${right.replaceAll(/[^\w.-]+/g, "-")}.cases.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          setProblem(null);
          save().catch((error: unknown) => setProblem(problemOf(error)));
        }}
      >
        Save as evaluation cases
      </button>
      {problem === null ? null : (
        <span class="refusal" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
