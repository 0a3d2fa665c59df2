import { stepAgent } from "@tidemark/core-state";
import { type StepResult } from "@tidemark/core-state/internal";
import { needsReclassification } from "../kernel/agent-values.ts";
import { TIME_LIMIT } from "../limits/deadline.ts";
import { pendingHandoff } from "../handoffs/handoff.ts";
import { mayRetry } from "../limits/limits-retry.ts";
import type { Route } from "../kernel/route-decision.ts";
import type { RouteFacts } from "./route-facts.ts";
import { stepRoute } from "./route-step.ts";

/** A row of the routing table: where it leads, or in words why it does not hold. */
interface RouteRow {
  readonly condition: string;
  readonly decide: (facts: RouteFacts) => Route | string;
}

/**
 * The routing table; the first row that holds decides.
 *
 * @internal
 */
export const routeRows: readonly RouteRow[] = [
  {
    condition: "the turn has its answer",
    decide({ values, lastDone }) {
      // The error node ends the turn even when it fails itself: after it there is nobody left to ask.
      if (values.control_last_agent === "error") return { to: "end", because: "the error node has run" };
      if (lastDone === "respond" || lastDone === "clarify") return { to: "end", because: `"${lastDone}" has answered` };
      return "no node has answered the user yet";
    },
  },
  {
    condition: "the run was killed",
    decide({ values }) {
      if (values.control_is_killed !== true) return "nobody has stopped the run";
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
    decide({ waitingRequest, failure, hasError }) {
      if (waitingRequest === null) return "no request waits for a person";
      // A failing approval node is tried again like every other node, within its policy.
      if (hasError && (failure === null || failure.node === "approval")) return "the approval itself failed";
      return { to: "approval", because: `the request "${waitingRequest}" waits for a person` };
    },
  },
  {
    condition: "the user picked an agent that has yet to run",
    decide({ picked, hasError, values }) {
      if (picked === null) return notPicked(values.control_operation_mode);
      if (hasError) return "a failure has to be dealt with first";
      if (hasRun(values, picked.name)) return `"${picked.name}" has run`;
      return { to: "agent", agent: picked.name, because: `the user picked "${picked.name}"` };
    },
  },
  {
    condition: "work was handed to an agent that has yet to run",
    decide({ values, hasError, agentFor }) {
      const handed = pendingHandoff(values);
      if (handed === null) return "no handoff is open";
      if (hasError) return "a failure has to be dealt with first";
      const { fromAgentId: from, toAgentId: to } = handed;
      if (agentFor(to)?.name !== to) return `work was handed to "${to}", which nobody knows`;
      return { to: "agent", agent: to, because: `"${from}" handed the work to "${to}"` };
    },
  },
  {
    condition: "the user has to be asked",
    decide({ values, hasError, may }) {
      if (values.control_clarification_needed !== true) return "nothing has to be asked";
      if (hasError) return "a failure has to be dealt with first";
      const { allowed, because } = may("clarification");
      return allowed ? { to: "clarify", because: `something is missing, ${because}` } : `the work goes on: ${because}`;
    },
  },
  {
    condition: "a failure cannot be read",
    decide({ hasError, failure }) {
      if (!hasError) return "nothing has failed";
      return failure === null
        ? { to: "error", because: "something failed without saying what" }
        : "the failure is known";
    },
  },
  {
    condition: "a failure can be retried",
    decide(facts) {
      const failure = pending(facts, "retriable");
      if (typeof failure === "string") return failure;
      const { node } = failure;
      const decision = mayRetry(failure, facts.values, facts);
      if (decision.outcome === "exhausted") return { to: "error", because: decision.because };
      return { to: "retry", node, delaySeconds: decision.delaySeconds, because: decision.because };
    },
  },
  {
    condition: "a failure asks for another plan",
    decide(facts) {
      const failure = pending(facts, "replanning");
      if (typeof failure === "string") return failure;
      return bounded(facts, "planner", `"${failure.node}" asks for another plan`);
    },
  },
  {
    condition: "a failure asks for other capabilities",
    decide(facts) {
      const failure = pending(facts, "reclassification");
      if (typeof failure === "string") return failure;
      return bounded(facts, "classifier", `"${failure.node}" asks for other capabilities`);
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
    condition: "the agent that the user picked has run",
    decide({ picked, values }) {
      if (picked === null) return notPicked(values.control_operation_mode);
      if (!hasRun(values, picked.name)) return `"${picked.name}" has not run yet`;
      return { to: "end", because: `"${picked.name}" has answered, and nobody else was asked for` };
    },
  },
  {
    condition: "the capabilities have to be chosen anew",
    decide({ values, may }) {
      if (!needsReclassification(values)) return "nobody asked for other capabilities";
      const { allowed, because } = may("reclassification");
      const reason = values.control_reclassification_reason ?? "other capabilities are needed";
      if (allowed) return { to: "classifier", because: `${reason} (${because})` };
      return { to: "respond", because: `${reason} (${because}): the answer has to do without` };
    },
  },
  {
    condition: "there is no task",
    decide({ values, lastDone }) {
      if (isText(values.task_current_task)) return "the task is known";
      if (lastDone === "task_extraction") return { to: "respond", because: "the message holds no task" };
      return { to: "task_extraction", because: "the task is not known yet" };
    },
  },
  {
    condition: "there are no capabilities",
    decide({ values, lastDone }) {
      if ((values.planning_active_capabilities ?? []).length > 0) return "capabilities were chosen";
      if (lastDone === "classifier") return { to: "respond", because: "no capability fits the task" };
      return { to: "classifier", because: "no capabilities were chosen yet" };
    },
  },
  {
    condition: "there is no plan",
    decide(facts) {
      const { plan } = facts;
      if (plan.kind === "broken") return { to: "error", because: plan.problem };
      if (plan.kind === "plan") return "there is a plan";
      return bounded(facts, "planner", "there is no plan yet");
    },
  },
  {
    condition: "the plan cannot be carried out",
    decide({ plan, may }) {
      if (plan.kind !== "plan") return "there is no plan";
      const { status, steps, failureReason } = plan.plan;
      if (status === "failed" || status === "cancelled") {
        return {
          to: "error",
          because: `the plan is ${status}${failureReason === undefined ? "" : `: ${failureReason}`}`,
        };
      }
      const { allowed, limit } = may("step");
      if (allowed) return "the plan is within its limits";
      return { to: "error", because: `the plan has ${steps.length} steps, and may have ${limit} (maxSteps)` };
    },
  },
  {
    condition: "the plan is over",
    decide({ plan, values }) {
      if (plan.kind !== "plan") return "there is no plan";
      const { steps } = plan.plan;
      if (plan.index < steps.length) return `step ${plan.index + 1} of ${steps.length} is next`;
      if (isText(values.execution_final_answer)) return { to: "end", because: "the plan is done and answered" };
      if (steps.length === 0) return { to: "respond", because: "the plan has no steps" };
      return { to: "error", because: `the plan has ${steps.length} steps, step ${plan.index + 1} is none of them` };
    },
  },
  {
    condition: "a step is next",
    decide(facts) {
      const { plan } = facts;
      if (plan.kind !== "plan") return "there is no plan";
      const step = plan.plan.steps[plan.index];
      if (step === undefined) return "no step is left";
      return stepRoute(facts, { name: stepAgent(step), place: `step ${plan.index + 1} of ${plan.plan.steps.length}` });
    },
  },
];

/** The failure to be dealt with, when it is of this kind; else why not. */
function pending({ hasError, failure }: RouteFacts, severity: "reclassification" | "replanning" | "retriable") {
  if (!hasError || failure === null) return "nothing has failed";
  const found = failure.classification.severity;
  return found === severity ? failure : `the failure is ${found}`;
}

/** Whether an agent has run in this turn, also when another one has run since. */
const hasRun = (values: RouteFacts["values"], agent: string): boolean =>
  values.control_last_agent === agent ||
  Object.values(values.execution_step_results ?? {}).some(
    (result: StepResult | null) => result?.success === true && result.capability === agent,
  );

function bounded({ may, picked }: RouteFacts, to: "classifier" | "planner", why: string): Route {
  // What the user picked stays picked: another plan would bring in agents that nobody asked for.
  if (picked !== null) return { to: "error", because: `${why}, but the user picked "${picked.name}"` };
  const { allowed, because } = may(to === "planner" ? "planning" : "reclassification");
  return { to: allowed ? to : "error", because: `${why}, ${because}` };
}

const notPicked = (mode: unknown): string =>
  mode === "directed"
    ? "the agent that the user picked is not one that can be picked"
    : "the supervisor chooses the agents";

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
