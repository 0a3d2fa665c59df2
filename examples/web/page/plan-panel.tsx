import { Plan, type PlanStep, stepAgent, stepTask } from "@tidemark/core-state";
import type { WorkedStep } from "./use-thread.ts";

interface PlanPanelProps {
  readonly values: Readonly<Record<string, unknown>>;
  readonly steps: readonly WorkedStep[];
}

const STATES: Readonly<Record<NonNullable<PlanStep["status"]>, string>> = {
  pending: "waits",
  in_progress: "under way",
  completed: "done",
  failed: "failed",
  skipped: "left out",
};

/** The plan with the state of each step, and who works in the present run. */
export function PlanPanel({ values, steps }: PlanPanelProps) {
  const plan = Plan.safeParse(values["planning_execution_plan"]);
  return (
    <section class="panel" aria-labelledby="plan-title">
      <h2 id="plan-title">Plan</h2>
      {plan.success ? (
        <ol class="plan">
          {plan.data.steps.map((step, index) => (
            <li key={step.stepId ?? index} class={step.status ?? "pending"}>
              <strong>{(stepAgent(step) ?? "somebody").replaceAll("_", " ")}</strong> {stepTask(step)}{" "}
              <span class="badge">{STATES[step.status ?? "pending"]}</span>
              {step.error !== undefined && <p>{step.error}</p>}
            </li>
          ))}
        </ol>
      ) : (
        <p class="quiet">This turn follows no plan.</p>
      )}
      {steps.length > 0 && (
        <>
          <h3>Who worked</h3>
          <ol class="worked">
            {steps.map(({ name, state }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- steps are only ever added at the end
              <li key={index} class={state}>
                {name.replaceAll("_", " ")} <span class="badge">{state}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
