import { Plan } from "tidemark/schemas";
import { stepAgent, stepTask } from "tidemark/rules";
import { Panel } from "./panel.tsx";
import { planStates, type ShownState } from "./plan-states.ts";
import type { ShownThread } from "./use-thread.ts";
import { flowPath } from "./flow-path.ts";

const STATES: Readonly<Record<ShownState, string>> = {
  asking: "waiting for you",
  pending: "pending",
  in_progress: "running",
  completed: "done",
  failed: "failed",
  skipped: "skipped",
};

/** The plan with the state of each step, or the path of the turn; and the agents that worked. */
export function PlanPanel({ thread }: { readonly thread: ShownThread }) {
  const { values, steps } = thread;
  const plan = Plan.safeParse(values["planning_execution_plan"]);
  return (
    <Panel title="Plan">
      {plan.success ? <PlanSteps plan={plan.data} thread={thread} /> : <FlowPath thread={thread} />}
      {steps.length > 0 && (
        <>
          <h3>Agents</h3>
          <ol class="worked">
            {steps.map(({ name, state }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- steps are only ever added at the end
              <li key={index} class={state}>
                {name.replaceAll("_", " ")}
                <span class="hidden"> {state}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Panel>
  );
}

function PlanSteps({ plan, thread }: { readonly plan: Plan; readonly thread: ShownThread }) {
  const { values, questions, steps } = thread;
  const running = steps.filter(({ state }) => state === "working").map(({ name }) => name);
  const states = planStates(plan, {
    index: values["planning_current_step_index"],
    asking: questions.length > 0,
    running,
  });
  return (
    <ol class="plan">
      {plan.steps.map((step, index) => {
        const state = states[index] ?? "pending";
        return (
          <li key={step.stepId ?? index} class={state}>
            <strong>{(stepAgent(step) ?? "unassigned").replaceAll("_", " ")}</strong> {stepTask(step)}{" "}
            <span class="badge">{STATES[state]}</span>
            {step.error !== undefined && <p>{step.error}</p>}
          </li>
        );
      })}
    </ol>
  );
}

/** Steps of the flow that the turn reached; the last one is the current step. */
function FlowPath({ thread: { values, running, questions } }: { readonly thread: ShownThread }) {
  const path = flowPath(values);
  const last = running ? "running" : questions.length > 0 ? "waiting for you" : "done";
  if (path.length === 0) return <p class="quiet">This turn has no plan.</p>;
  return (
    <ol class="plan">
      {path.map(({ name, isLast }) => (
        <li key={name} class={isLast && last !== "done" ? "asking" : "completed"}>
          {name.replaceAll("_", " ")} <span class="badge">{isLast ? last : "done"}</span>
        </li>
      ))}
    </ol>
  );
}
