import { hasPlan, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { type ApprovalRequest, type Plan, type StateDeclaration } from "@tidemark/core-state";
import { finishTasks, systemClock, textOf as textOfMessage } from "@tidemark/state-manager";
import { getExecutionStepsSummary, summarize } from "@tidemark/state-manager/internal";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { declinedApprovals } from "../approvals/declined.ts";
import { clearedApproval } from "../approvals/state.ts";
import { approvalText } from "../approvals/text.ts";
import { isAnswer } from "../conversation/messages.ts";
import { askClarification } from "../clarification/question.ts";
import { answerSucceeded } from "../clarification/clarification.ts";
import { errorAnswer } from "./error-answer.ts";
import { agentErrors } from "../kernel/errors.ts";
import { aggregateAnswer, noResultAnswer } from "../plans/answer.ts";
import { isAnsweringStep } from "../plans/order.ts";
import { answerPlan, stopPlan } from "../plans/tracking.ts";
import type { Responder } from "../plans/parts.ts";
import { currentStep } from "../plans/plan-in-sight.ts";
import { resultsIn } from "../plans/step-results.ts";
import { infrastructureNode, type PartTools } from "../run/infrastructure-node.graph.ts";
import type { GuardOptions } from "../run/guarded.graph.ts";
import { answerRules } from "../nodes/outcome-rules.ts";

/** Who words the answer. */
export interface RespondOptions extends GuardOptions {
  /**
   * Writes the answer to the user. Defaults to the message of the last agent, when it has answered the user itself, else to
   * joining the step results.
   */
  readonly responder?: Responder | undefined;
  /** Whether the message of an agent that has answered the user itself goes before the responder. Defaults to false. */
  readonly defers?: boolean | undefined;
}

/**
 * Makes the node that answers: it words what was found, ends the plan, and closes the tasks of the turn.
 *
 * A responder that fails is tried again within its policy; when it goes on failing, the error node answers.
 */
export function respondNode<State extends StateDeclaration>(
  state: State,
  options: RespondOptions = {},
): GraphNodeOf<State> {
  const { responder, defers = false, clock = systemClock } = options;
  const run = async (values: AgentValues, { signal }: PartTools): Promise<SeedStateUpdate> => {
    const now = clock.now();
    const index = values.planning_current_step_index ?? 0;
    const plan = hasPlan(values) ? values.planning_execution_plan : null;
    const position = { index, now, resultOf: resultsIn(values) };
    const [declined] = declinedApprovals(values);
    const rejected = whyDeclined(declined);
    const ends =
      rejected === null
        ? answerPlan
        : (each: Plan) => stopPlan(each, { ...position, reason: rejected ?? "", cancelled: true });
    const done = plan === null ? null : ends(plan, position);
    const said = (responder === undefined || defers) && rejected === null ? answerOfAgent(values) : null;
    const answer =
      said ??
      (responder === undefined
        ? (rejected ?? (done === null ? noResultAnswer : aggregateAnswer(withoutAnswer(done))))
        : textOf(
            "responder",
            await responder({
              task: values.task_current_task ?? values.task_user_input ?? "",
              messages: values.messages ?? [],
              steps: getExecutionStepsSummary(values),
              results: resultsText(values),
              failure: rejected,
              customMessage: values.task_custom_message ?? null,
              signal,
            }),
          ));
    const open = (values.task_ledger ?? [])
      .filter(({ status }) => status === "in_progress")
      .map(({ taskId }) => taskId);
    const closed = rejected === null ? { succeeded: open } : { succeeded: [], failed: open };
    return {
      ...(said === null && { messages: [{ role: "assistant", content: answer }] }),
      execution_final_answer: answer,
      control_workflow_status: "completed",
      ...finishTasks(values, closed).changes,
      ...((values.control_clarification_count ?? 0) > 0 && answerSucceeded()),
      ...(done !== null && done !== plan && { planning_execution_plan: done }),
      ...(rejected !== null && clearedApproval()),
    };
  };
  return infrastructureNode(state, { name: "respond", builtIn: answerRules, isStep: true, last: true, run }, options);
}

/** A plan without the steps that answer: this node is about to be their result. */
const withoutAnswer = (plan: Plan): Plan => ({ ...plan, steps: plan.steps.filter((step) => !isAnsweringStep(step)) });

/** The words of the agent that ran last, when its message is the newest one: the user has an answer already. */
function answerOfAgent({ messages = [], control_last_agent: agent = null }: AgentValues): string | null {
  const last: unknown = messages.at(-1);
  if (agent === null || !isAnswer(last) || Reflect.get(Object(last), "name") !== agent) return null;
  const text = textOfMessage(last).trim();
  return text === "" ? null : text;
}

/** A model, or plain JavaScript, may answer with something else than text; nothing of that is said to the user. */
function textOf(part: string, answer: unknown): string {
  if (typeof answer === "string") return answer;
  throw agentErrors.badModelAnswer({
    part,
    issues: `- It is no text, but ${answer === null ? "null" : typeof answer}.`,
  });
}

/** What the user reads of something that was not approved: neither who decided nor why. */
const NOT_APPROVED: Readonly<Record<string, "changed" | "expired" | "rejected">> = {
  rejected: "rejected",
  expired: "expired",
  cancelled: "changed",
};

function whyDeclined(request: ApprovalRequest | undefined): string | null {
  const kind = NOT_APPROVED[request?.status ?? ""];
  if (request === undefined || kind === undefined) return null;
  return approvalText(kind === "rejected" ? { kind, request, reason: null } : { kind, request });
}

/** Who words questions to the user. */
export interface AskNodeOptions extends GuardOptions {
  /** Words the question; what the step says, or what is missing, when not said. */
  readonly question?: ((values: AgentValues, tools: PartTools) => string | Promise<string>) | undefined;
}

/** Makes the node that asks the user and ends the turn; the next message is taken for the answer. */
export function askNode<State extends StateDeclaration>(
  state: State,
  options: AskNodeOptions = {},
): GraphNodeOf<State> {
  const { question = questionOf, clock = systemClock } = options;
  const run = async (values: AgentValues, tools: PartTools): Promise<SeedStateUpdate> => {
    const asked = askClarification(textOf("question", await question(values, tools)));
    const plan = hasPlan(values) ? values.planning_execution_plan : null;
    const position = { index: values.planning_current_step_index ?? 0, now: clock.now(), resultOf: resultsIn(values) };
    return {
      ...asked,
      messages: asked.messages.map((message) => ({ ...message })),
      control_clarification_needed: true,
      control_clarification_count: (values.control_clarification_count ?? 0) + 1,
      ...(plan !== null && { planning_execution_plan: answerPlan(plan, position) }),
    };
  };
  return infrastructureNode(state, { name: "clarify", builtIn: answerRules, isStep: true, last: true, run }, options);
}

function questionOf(values: AgentValues): string {
  const missing = values.control_missing_context ?? [];
  if (missing.length > 0) return `I need to know more: ${missing.join("; ")}.`;
  const step = currentStep(values);
  return step?.task ?? step?.taskObjective ?? "";
}

/** Makes the node that answers for a run which stopped: it says what failed and what was kept. It never fails itself. */
export function errorNode<State extends StateDeclaration>(
  state: State,
  options: GuardOptions = {},
): GraphNodeOf<State> {
  const { clock = systemClock } = options;
  const run = (values: AgentValues): Promise<SeedStateUpdate> => {
    const { text, reason, outcome } = errorAnswer(values);
    const index = values.planning_current_step_index ?? 0;
    const stop = { index, now: clock.now(), reason, cancelled: outcome === "killed", resultOf: resultsIn(values) };
    const open = (values.task_ledger ?? [])
      .filter(({ status }) => status === "in_progress")
      .map(({ taskId }) => taskId);
    return Promise.resolve({
      messages: [{ role: "assistant", content: text }],
      execution_final_answer: text,
      control_workflow_status: "failed",
      ...finishTasks(values, { succeeded: [], failed: open }).changes,
      ...(hasPlan(values) && { planning_execution_plan: stopPlan(values.planning_execution_plan, stop) }),
    });
  };
  // The time that is up must not stop the one who says so.
  return infrastructureNode(state, { name: "error", builtIn: answerRules, stops: false, last: true, run }, options);
}

/** Everything that the conversation has found out, for whoever words the answer. */
function resultsText({ capability_context_data: contexts = {} }: AgentValues): string {
  const lines = Object.entries(contexts).flatMap(([type, entries]) =>
    Object.entries(entries).map(
      ([key, { _meta, ...content }]) => `${type}.${key}: ${JSON.stringify(summarize(content))}`,
    ),
  );
  return lines.join("\n");
}
