import type { PlanView, ThreadDetails } from "../../src/api.ts";
import type { ShownThread } from "../thread/use-thread.ts";
import { planStates, type ShownState } from "./plan-states.ts";

const STATES: Readonly<Record<ShownState, string>> = {
  asking: "waiting for you",
  pending: "pending",
  in_progress: "running",
  completed: "done",
  failed: "failed",
  skipped: "skipped",
};

interface PlanPartProps {
  readonly details: ThreadDetails;
  readonly thread: ShownThread;
}

/** The plan with the state of each step, or the path of the turn; and the agents that worked. */
export function PlanPart({ details: { plan, path }, thread }: PlanPartProps) {
  const { steps } = thread;
  return (
    <section>
      <h3>{plan === null && path.length > 0 ? "Path" : "Plan"}</h3>
      {plan === null ? <FlowPath path={path} thread={thread} /> : <PlanSteps plan={plan} thread={thread} />}
      {steps.length > 0 && (
        <>
          <h4>Nodes of this turn</h4>
          <p class="worked">
            {steps.map(({ name, state }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- steps are only ever added at the end
              <span key={index} class={state}>
                {index > 0 && " → "}
                {name}
              </span>
            ))}
          </p>
        </>
      )}
    </section>
  );
}

function PlanSteps({ plan, thread }: { readonly plan: PlanView; readonly thread: ShownThread }) {
  const { questions, steps } = thread;
  const running = steps.filter(({ state }) => state === "working").map(({ name }) => name);
  const states = planStates(plan, { asking: questions.length > 0, running });
  return (
    <ol class="plan">
      {plan.steps.map(({ agent, task, error }, index) => {
        const state = states[index] ?? "pending";
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the steps of a plan keep their places
          <li key={index} class={state}>
            <strong>{agent}</strong> {task} <span class="badge">{STATES[state]}</span>
            {error !== null && <p>{error}</p>}
          </li>
        );
      })}
    </ol>
  );
}

/** Steps of the flow that the turn reached; the last one is the current step. */
function FlowPath({ path, thread }: { readonly path: readonly string[]; readonly thread: ShownThread }) {
  const last = thread.running ? "running" : thread.questions.length > 0 ? "waiting for you" : "done";
  if (path.length === 0) return <p class="quiet">The newest turn has no plan.</p>;
  return (
    <ol class="plan">
      {path.map((name, index) => {
        const isLast = index === path.length - 1;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a flow can reach a step twice
          <li key={index} class={isLast && last !== "done" ? "asking" : "completed"}>
            {name} <span class="badge">{isLast ? last : "done"}</span>
          </li>
        );
      })}
    </ol>
  );
}
