import type { StepFacts } from "../../src/reader/step-facts.ts";
import { step, stepQuery } from "../store/store.ts";
import { useAnswer } from "../store/use-answer.ts";

const NAMES: Readonly<Record<string, string>> = {
  clarification: "Questions to the user",
  cost: "Cost",
  iteration: "Node runs",
  modelCall: "Model calls",
  planning: "Planning attempts",
  reclassification: "Reclassifications",
  step: "Plan steps",
  stepRetry: "Step retries",
  time: "Seconds",
  token: "Tokens",
  toolCall: "Tool calls",
};

/** How much of each limit the turn has used up to the step. */
export function LimitGauges() {
  const at = step.value;
  const { value } = useAnswer<StepFacts>("facts", stepQuery.value);
  if (value === null || value.step.id !== at?.id) return null;
  // Limits that are not set or not used are noise.
  const gauges = value.limits.filter(({ used, limit }) => used > 0 && Number.isFinite(limit) && limit !== null);
  if (gauges.length === 0) return null;
  return (
    <section>
      <h3 class="label">Limits</h3>
      <ul class="gauges">
        {gauges.map(({ kind, used, limit, because, isDefault }) => {
          const share = limit === 0 ? 1 : used / limit;
          return (
            <li key={kind} title={because} class={share >= 1 ? "full" : share >= 0.8 ? "near" : ""}>
              <span>{NAMES[kind] ?? kind}</span>
              <meter min={0} max={1} value={Math.min(1, share)} aria-label={`${NAMES[kind] ?? kind}: ${because}`} />
              <span class="bar-text">
                {amount(used)} of {amount(limit)}
                {isDefault ? " (default)" : ""}
              </span>
            </li>
          );
        })}
      </ul>
      {value.areLimitsKnown ? null : (
        <p class="dim">
          Set in the thread. Pass <code>limits</code> to <code>inspector</code> to show all limits of your application.
        </p>
      )}
    </section>
  );
}

const amount = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 2 });
