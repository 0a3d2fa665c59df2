import { type StepResult, stepAgent } from "@tidemark/core-state/internal";
import { needsReclassification } from "../kernel/agent-values.ts";
import { TIME_LIMIT } from "../limits/deadline.ts";
import { pendingHandoff } from "../handoffs/handoff.ts";
import { mayRetry } from "../limits/limits-retry.ts";
import type { Route } from "../kernel/route-decision.ts";
import type { RouteFacts } from "./route-facts.ts";
import { goesOn, retriesRoute, stepsRoute } from "./route-steps.ts";

/** A row of the routing table. It returns its route, or the reason why its condition is false. */
interface RouteRow {
  readonly condition: string;
  readonly decide: (facts: RouteFacts) => Route | string;
}

/**
 * Routing table. The first row whose condition is true decides.
 *
 * @internal
 */
export const routeRows: readonly RouteRow[] = [
  {
    condition: "the turn has an answer",
    decide({ values, lastDone }) {
      // The error node ends the turn even if it fails, because no node could answer after it.
      if (values.control_last_agent === "error") return { to: "end", because: "the error node has run" };
      if (values.control_refusal?.stage === "turn") {
        return { to: "end", because: `the guardrail "${values.control_refusal.guardrail}" refused the turn` };
      }
      if (lastDone === "respond" || lastDone === "clarify") return { to: "end", because: `"${lastDone}" has answered` };
      return "no node has answered the user yet";
    },
  },
  {
    condition: "the run was killed",
    decide({ values }) {
      if (values.control_is_killed !== true) return "the run was not killed";
      return { to: "error", because: `the run was killed: ${values.control_kill_reason ?? "no reason was given"}` };
    },
  },
  {
    condition: "the time is up",
    decide({ may }) {
      const { allowed, because } = may("time");
      return allowed ? because : { to: "error", because: `${TIME_LIMIT}: ${because}`, killReason: TIME_LIMIT };
    },
  },
  {
    condition: "too many nodes have run",
    decide({ may }) {
      const { allowed, because } = may("iteration");
      return allowed ? because : { to: "error", because };
    },
  },
  {
    condition: "a person has to answer",
    decide(facts) {
      const { waitingRequests, failure, hasError } = facts;
      const [first] = waitingRequests;
      if (first === undefined) return "no request waits for a person";
      // A failing approval node is retried like every other node, within its policy.
      if (hasError && (failure === null || failure.node === "approval")) return "the approval itself failed";
      if (goesOn(facts)) return "only steps wait for a person, and other steps can run";
      return { to: "approval", because: `the request "${first}" waits for a person` };
    },
  },
  {
    condition: "the user chose an agent that has not run yet",
    decide({ picked, hasError, values }) {
      if (picked === null) return notChosenReason(values.control_operation_mode);
      if (hasError) return "a failure must be handled first";
      if (hasRun(values, picked.name)) return `"${picked.name}" has run`;
      return { to: "agent", agent: picked.name, because: `the user chose "${picked.name}"` };
    },
  },
  {
    condition: "work was handed to an agent that has not run yet",
    decide({ values, hasError, agentFor }) {
      const handoff = pendingHandoff(values);
      if (handoff === null) return "no handoff is pending";
      if (hasError) return "a failure must be handled first";
      const { fromAgentId: from, toAgentId: to } = handoff;
      if (agentFor(to)?.name !== to) return `work was handed to "${to}", which does not exist`;
      return { to: "agent", agent: to, because: `"${from}" handed the work to "${to}"` };
    },
  },
  {
    condition: "the user must be asked",
    decide({ values, hasError, may }) {
      if (values.control_clarification_needed !== true) return "no question is needed";
      if (hasError) return "a failure must be handled first";
      const { allowed, because } = may("clarification");
      return allowed ? { to: "clarify", because: `details are missing, ${because}` } : `the work continues: ${because}`;
    },
  },
  {
    condition: "a failure is invalid",
    decide({ hasError, failure }) {
      if (!hasError) return "nothing has failed";
      return failure === null
        ? { to: "error", because: "a failure was recorded without its details" }
        : "the failure is valid";
    },
  },
  {
    condition: "a failure can be retried",
    decide(facts) {
      const failure = pendingFailure(facts, "retriable");
      if (typeof failure === "string") return failure;
      const { node } = failure;
      const retried = retriesRoute(facts);
      if (retried !== null) return retried;
      const decision = mayRetry(failure, facts.values, facts);
      if (decision.outcome === "exhausted") return { to: "error", because: decision.because };
      return { to: "retry", node, delaySeconds: decision.delaySeconds, because: decision.because };
    },
  },
  {
    condition: "a failure requires another plan",
    decide(facts) {
      const failure = pendingFailure(facts, "replanning");
      if (typeof failure === "string") return failure;
      return limitedRoute(facts, "planner", `"${failure.node}" requires another plan`);
    },
  },
  {
    condition: "a failure requires other capabilities",
    decide(facts) {
      const failure = pendingFailure(facts, "reclassification");
      if (typeof failure === "string") return failure;
      return limitedRoute(facts, "classifier", `"${failure.node}" requires other capabilities`);
    },
  },
  {
    condition: "a failure ends the run",
    decide({ hasError, failure }) {
      if (!hasError || failure === null) return "nothing has failed";
      const { severity } = failure.classification;
      if (severity !== "critical" && severity !== "fatal") return `the failure is ${severity}`;
      return { to: "error", because: `the failure of "${failure.node}" is ${severity}` };
    },
  },
  {
    condition: "the agent that the user chose has run",
    decide({ picked, values }) {
      if (picked === null) return notChosenReason(values.control_operation_mode);
      if (!hasRun(values, picked.name)) return `"${picked.name}" has not run yet`;
      return { to: "end", because: `"${picked.name}" has run, and the user chose no other agent` };
    },
  },
  {
    condition: "the agent that starts every turn has not run yet",
    decide({ direct, values, hasError }) {
      if (direct === null) return "the graph plans its turns";
      if (hasError) return "a failure must be handled first";
      if (hasRun(values, direct.name)) return { to: "respond", because: `"${direct.name}" has run` };
      return { to: "agent", agent: direct.name, because: `"${direct.name}" starts every turn` };
    },
  },
  {
    condition: "capabilities must be selected again",
    decide({ values, may }) {
      if (!needsReclassification(values)) return "no other capabilities are needed";
      const { allowed, because } = may("reclassification");
      const reason = values.control_reclassification_reason ?? "other capabilities are needed";
      if (allowed) return { to: "classifier", because: `${reason} (${because})` };
      return { to: "respond", because: `${reason} (${because}): the answer is written without them` };
    },
  },
  {
    condition: "no task is known",
    decide({ values, lastDone }) {
      if (isText(values.task_current_task)) return "the task is known";
      if (lastDone === "task_extraction") return { to: "respond", because: "the message contains no task" };
      return { to: "task_extraction", because: "the task is not known yet" };
    },
  },
  {
    condition: "no capabilities are selected",
    decide({ values, lastDone }) {
      if ((values.planning_active_capabilities ?? []).length > 0) return "capabilities were selected";
      if (lastDone === "classifier") return { to: "respond", because: "no capability matches the task" };
      return { to: "classifier", because: "no capabilities were selected yet" };
    },
  },
  {
    condition: "no plan exists",
    decide(facts) {
      const { plan } = facts;
      if (plan.kind === "broken") return { to: "error", because: plan.problem };
      if (plan.kind === "plan") return "a plan exists";
      return limitedRoute(facts, "planner", "no plan exists yet");
    },
  },
  {
    condition: "the plan cannot be run",
    decide({ plan, may }) {
      if (plan.kind !== "plan") return "no plan exists";
      const { status, steps, failureReason } = plan.plan;
      if (status === "failed" || status === "cancelled") {
        return {
          to: "error",
          because: `the plan is ${status}${failureReason === undefined ? "" : `: ${failureReason}`}`,
        };
      }
      const { allowed, limit } = may("step");
      if (allowed) return "the plan is within its limits";
      return { to: "error", because: `the plan has ${steps.length} steps, but the limit is ${limit} (maxSteps)` };
    },
  },
  {
    condition: "the plan has ended",
    decide({ plan, values }) {
      if (plan.kind !== "plan") return "no plan exists";
      const { steps } = plan.plan;
      if (plan.index < steps.length) return `step ${plan.index + 1} of ${steps.length} is next`;
      if (isText(values.execution_final_answer))
        return { to: "end", because: "the plan is completed and its answer is written" };
      if (steps.length === 0) return { to: "respond", because: "the plan has no steps" };
      return { to: "error", because: `the plan has ${steps.length} steps, but the next step is ${plan.index + 1}` };
    },
  },
  {
    condition: "only the answer is left",
    decide(facts) {
      if (facts.plan.kind !== "plan") return "no plan exists";
      const step = facts.plan.plan.steps[facts.plan.index];
      const route = stepsRoute(facts);
      if (step === undefined || route === null) return "no step is left";
      const name = stepAgent(step);
      return route.to === "respond" && (name === null || name === "respond")
        ? route
        : "the next step is not the answer";
    },
  },
  {
    condition: "a step of the plan is next",
    decide(facts) {
      if (facts.plan.kind !== "plan") return "no plan exists";
      return stepsRoute(facts) ?? "no step is left";
    },
  },
];

/** Returns the unhandled failure if it has this severity, else the reason why the row does not apply. */
function pendingFailure({ hasError, failure }: RouteFacts, severity: "reclassification" | "replanning" | "retriable") {
  if (!hasError || failure === null) return "nothing has failed";
  const found = failure.classification.severity;
  return found === severity ? failure : `the failure is ${found}`;
}

/** True if an agent has run in this turn, even if another agent has run since. */
const hasRun = (values: RouteFacts["values"], agent: string): boolean =>
  values.control_last_agent === agent ||
  Object.values(values.execution_step_results ?? {}).some(
    (result: StepResult | null) => result?.success === true && result.capability === agent,
  );

function limitedRoute({ may, picked, direct }: RouteFacts, to: "classifier" | "planner", why: string): Route {
  if (direct !== null) return { to: "error", because: `${why}, but the graph has no plan` };
  // The user's choice is kept: another plan would use agents that the user did not choose.
  if (picked !== null) return { to: "error", because: `${why}, but the user chose "${picked.name}"` };
  const { allowed, because } = may(to === "planner" ? "planning" : "reclassification");
  return { to: allowed ? to : "error", because: `${why}, ${because}` };
}

const notChosenReason = (mode: unknown): string =>
  mode === "directed" ? "the agent that the user chose cannot be chosen" : "the router chooses the agents";

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
