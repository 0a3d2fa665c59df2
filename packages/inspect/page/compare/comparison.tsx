import { useState } from "preact/hooks";
import type { ComparedField, ComparedSide, ThreadComparison } from "../../src/comparison/compare-threads.ts";
import type { ThreadStep } from "../../src/history/thread-steps.ts";
import type { Plain } from "../../src/values/plain-value.ts";
import { Link, MoreButton } from "../elements/buttons.tsx";
import { Notice } from "../elements/notice.tsx";
import { hueOf, opposite, showField, showThread, threadId } from "../store/store.ts";
import { changesText } from "../values/change-text.ts";
import { countText, previewText, ranText, timeText } from "../values/text.ts";
import { ValueView } from "../values/value-view.tsx";

/** Where two threads part, what each ran after that, and the fields in which they differ. */
export function Comparison({
  value: { common, left, right, fields, incidental },
  areThreads = true,
}: {
  readonly value: ThreadComparison;
  /** False for sides that the page cannot show on their own. Defaults to true. */
  readonly areThreads?: boolean;
}) {
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
        <Side side={left} beside={right} isThread={areThreads} />
        <Side side={right} beside={left} isThread={areThreads} />
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
        <MoreButton onChoose={() => setAll(true)}>
          Show {countText(fields.length - shown.length, "internal field")} of Tidemark
        </MoreButton>
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
function Side({
  side,
  beside,
  isThread,
}: {
  readonly side: ComparedSide;
  readonly beside: ComparedSide;
  readonly isThread: boolean;
}) {
  const known = new Set(beside.steps.flatMap(({ nodes }) => nodes));
  const [isAll, setAll] = useState(false);
  const runs = runsOf(side.steps);
  return (
    <section aria-label={side.threadId}>
      <h3>{isThread ? <Link onChoose={() => showSide(side.threadId)}>{side.threadId}</Link> : side.threadId}</h3>
      <ol>
        {runs.slice(0, isAll ? runs.length : MAX_RUNS).map(({ step, count }) => {
          const isOwn = step.nodes.length > 0 && step.nodes.every((node) => !known.has(node));
          return (
            <li key={step.id} class={isOwn ? "own" : ""}>
              <span class={hueOf(step.nodes[0] ?? "")}>
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
            <MoreButton onChoose={() => setAll(true)}>{(runs.length - MAX_RUNS).toLocaleString("en")} more</MoreButton>
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
        <Link onChoose={() => showField(name)}>{name}</Link>
        {before === undefined ? null : <span class="dim">was {previewText(before, 60)}</span>}
        <button type="button" class="tool" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Less" : "More"}
        </button>
      </h3>
      <div class="sides">
        <ComparedValue value={left} isOpen={isOpen} length={length} sign="del" />
        <ComparedValue value={right} isOpen={isOpen} length={length} sign="ins" />
      </div>
      {isOpen || inside === null ? null : <p class="inside">{inside}</p>}
    </section>
  );
}

/** A value of one side, in one line or as a whole. */
export function ComparedValue({
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
