import type { StepReason } from "../src/reader/answers.ts";
import { showStep, step, stepsById, threadId } from "./store.ts";
import { countedText, countText } from "./text.ts";
import { useAnswer } from "./use-answer.ts";

/** Rows of the routing table, each with its reason. */
function Rows({ rows }: { readonly rows: NonNullable<StepReason["routing"]>["rows"] }) {
  return (
    <ol class="rows">
      {rows.map((row, index) => (
        <li key={index} class={row.taken ? "taken" : row.holds ? "holds" : ""}>
          <span aria-hidden="true">{row.taken ? "→" : row.holds ? "✓" : "·"}</span>
          <span>
            {row.condition}
            <small>{row.because}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Why the nodes of the step ran. */
export function Why() {
  const at = step.value;
  const isNode = at !== null && at.nodes.length > 0;
  const { value } = useAnswer<StepReason>(
    "why",
    threadId.value === null || !isNode ? null : { thread: threadId.value, step: at.id },
  );
  if (!isNode || value === null || value.step.id !== at.id) return null;
  const { routing, after, cause } = value;
  const parent = stepsById.value.get(at.parent ?? "");
  const before = after.length > 0 ? countedText(after) : parent?.source === "update" ? "an edit" : "the input";
  const taken = routing?.rows.findIndex((row) => row.taken) ?? -1;
  return (
    <section class="why">
      <h4>Why here</h4>
      {routing === null ? (
        <p>
          {countedText(at.nodes)} ran after {before}:{" "}
          {cause === "start" ? "the graph begins there." : "an edge of the graph leads there."}
          {parent === undefined ? null : (
            <>
              {" "}
              <button type="button" class="link" onClick={() => void showStep(parent.id)}>
                Show the step before
              </button>
            </>
          )}
        </p>
      ) : (
        <>
          {routing.agrees ? (
            <>
              <p>
                Row {taken + 1} of {routing.rows.length} decided.
              </p>
              <Rows rows={routing.rows.slice(taken, taken + 1)} />
              {taken > 0 ? (
                <details>
                  <summary>{countText(taken, "row")} before did not hold</summary>
                  <Rows rows={routing.rows.slice(0, taken)} />
                </details>
              ) : null}
              {taken + 1 < routing.rows.length ? (
                <details>
                  <summary>{countText(routing.rows.length - taken - 1, "row")} after it</summary>
                  <Rows rows={routing.rows.slice(taken + 1)} />
                </details>
              ) : null}
            </>
          ) : (
            <p class="dim">
              {countedText(at.nodes)} ran after {before}. The routing table leads elsewhere with what the thread
              contains: the application has other agents or limits.
            </p>
          )}
        </>
      )}
    </section>
  );
}
