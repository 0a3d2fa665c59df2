import { Link } from "../elements/buttons.tsx";
import type { StepReason } from "../../src/reader/answers.ts";
import { showStep, step, stepQuery, stepsById } from "../store/store.ts";
import { countedText, countText } from "../values/text.ts";
import { useAnswer } from "../store/use-answer.ts";

/** Rules of the router, each with its reason. */
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
  const { value } = useAnswer<StepReason>("why", isNode ? stepQuery.value : null);
  if (!isNode || value === null || value.step.id !== at.id) return null;
  const { routing, after, cause } = value;
  const parent = stepsById.value.get(at.parent ?? "");
  const isEdited = after.length === 0 && parent?.source === "update";
  const before = after.length > 0 ? countedText(after) : isEdited ? "an edit" : "the input";
  const taken = routing?.rows.findIndex((row) => row.taken) ?? -1;
  return (
    <section class="why">
      <h3 class="label">Why here</h3>
      {routing === null ? (
        <p>
          {cause === "start" && !isEdited
            ? `The graph starts with ${countedText(at.nodes)}.`
            : after.length === 0
              ? `${countedText(at.nodes)} ran after ${before}.`
              : `The graph has an edge from ${before} to ${countedText(at.nodes)}.`}
          {parent === undefined ? null : (
            <>
              {" "}
              <Link onChoose={() => void showStep(parent.id)}>Go to step {parent.label}</Link>
            </>
          )}
        </p>
      ) : (
        <>
          {routing.agrees ? (
            <>
              <p>The router checks its rules in order. The first one that matched:</p>
              <Rows rows={routing.rows.slice(taken, taken + 1)} />
              {taken > 0 ? (
                <details>
                  <summary>{countText(taken, "earlier rule")} did not match</summary>
                  <Rows rows={routing.rows.slice(0, taken)} />
                </details>
              ) : null}
              {taken + 1 < routing.rows.length ? (
                <details>
                  <summary>{countText(routing.rows.length - taken - 1, "later rule")} did not decide</summary>
                  <Rows rows={routing.rows.slice(taken + 1)} />
                </details>
              ) : null}
              {routing.usesDefaultLimits ? (
                <p class="dim">
                  Limits in these rules are the defaults of Tidemark. Those of the application are not known.
                </p>
              ) : null}
            </>
          ) : (
            <p class="dim">
              {countedText(at.nodes)} ran after {before}. With the stored values alone, the router would select another
              node: this application has other agents or limits.
            </p>
          )}
        </>
      )}
    </section>
  );
}
