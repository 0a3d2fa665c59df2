import { hasPlan, type SeedStateUpdate } from "@tidemark/core-state/internal";
import { type ApprovalRequest, type Plan, type StateDeclaration } from "@tidemark/core-state";
import { finishTasks, systemClock, textOf as textOfMessage } from "@tidemark/state-manager";
import { getExecutionStepsSummary, summarize } from "@tidemark/state-manager/internal";
import type { GraphNodeOf } from "@tidemark/state-manager/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { clearedApproval, declinedApprovals } from "../approvals/state.ts";
import { type ApprovalNotice, approvalText } from "../approvals/text.ts";
import { type ConversationView, wholeConversation } from "../conversation/conversation-view.graph.ts";
import { isAnswer } from "../conversation/messages.ts";
import { askClarification } from "../clarification/question.ts";
import { answerSucceeded } from "../clarification/clarification.ts";
import { quietly, unreported } from "../failures/node-errors.ts";
import { type ErrorAnswer, errorAnswer } from "./error-answer.ts";
import { agentErrors } from "../kernel/errors.ts";
import { aggregateAnswer, noResultAnswer } from "../plans/answer.ts";
import { isAnsweringStep } from "../plans/order.ts";
import { answerPlan, stopPlan } from "../plans/tracking.ts";
import type { Responder } from "../plans/parts.ts";
import { currentStep } from "../plans/stored-plan.ts";
import { stepResultReader } from "../plans/step-results.ts";
import { infrastructureNode, type PartTools } from "../run/infrastructure-node.graph.ts";
import type { GuardOptions } from "../run/guarded.graph.ts";
import { answerRules } from "../nodes/outcome-rules.ts";

/** Options of the node that answers. */
export interface RespondOptions extends GuardOptions {
  /**
   * Writes the answer to the user. Defaults to the last agent's message if that agent has answered the user, else to
   * the joined step results.
   */
  readonly responder?: Responder | undefined;
  /** Uses the message of an agent that has answered the user itself, instead of the responder. Defaults to false. */
  readonly defers?: boolean | undefined;
  /** The part of the conversation that the responder sees. Defaults to all messages. */
  readonly view?: ConversationView | undefined;
  /** Writes the answer about a declined approval. Defaults to `approvalText`. */
  readonly say?: ((notice: ApprovalNotice) => string) | undefined;
}

/**
 * Creates the node that answers the user, ends the plan, and closes the tasks of the turn.
 *
 * A failing responder is retried within its policy. If it still fails, the error node answers.
 */
export function respondNode<State extends StateDeclaration>(
  state: State,
  options: RespondOptions = {},
): GraphNodeOf<State> {
  const { responder, defers = false, clock = systemClock, view = wholeConversation, say = approvalText } = options;
  const run = async (values: AgentValues, { signal }: PartTools): Promise<SeedStateUpdate> => {
    const now = clock.now();
    const index = values.planning_current_step_index ?? 0;
    const plan = hasPlan(values) ? values.planning_execution_plan : null;
    const position = { index, now, resultOf: stepResultReader(values) };
    const [declined] = declinedApprovals(values);
    const rejection = rejectionText(declined, say);
    const ends =
      rejection === null
        ? answerPlan
        : (ending: Plan) => stopPlan(ending, { ...position, reason: rejection ?? "", cancelled: true });
    const done = plan === null ? null : ends(plan, position);
    const agentAnswer = (responder === undefined || defers) && rejection === null ? answerOfAgent(values) : null;
    const answer =
      agentAnswer ??
      (responder === undefined
        ? (rejection ?? (done === null ? noResultAnswer : aggregateAnswer(withoutAnswer(done))))
        : textOf(
            "responder",
            await responder({
              task: values.task_current_task ?? values.task_user_input ?? "",
              messages: view.of(values),
              steps: getExecutionStepsSummary(values),
              results: resultsText(values),
              failure: rejection,
              customMessage: values.task_custom_message ?? null,
              signal,
            }),
          ));
    const open = (values.task_ledger ?? [])
      .filter(({ status }) => status === "in_progress")
      .map(({ taskId }) => taskId);
    const closed = rejection === null ? { succeeded: open } : { succeeded: [], failed: open };
    return {
      ...(agentAnswer === null && { messages: [{ role: "assistant", content: answer }] }),
      execution_final_answer: answer,
      control_workflow_status: "completed",
      ...finishTasks(values, closed).changes,
      ...((values.control_clarification_count ?? 0) > 0 && answerSucceeded()),
      ...(done !== null && done !== plan && { planning_execution_plan: done }),
      ...(rejection !== null && clearedApproval()),
    };
  };
  return infrastructureNode(state, { name: "respond", builtIn: answerRules, isStep: true, last: true, run }, options);
}

/** Plan without its answering steps, because this node produces their result. */
const withoutAnswer = (plan: Plan): Plan => ({ ...plan, steps: plan.steps.filter((step) => !isAnsweringStep(step)) });

/** Text of the last agent's message if it is the newest message: the user then already has an answer. */
export function answerOfAgent({ messages = [], control_last_agent: agent = null }: AgentValues): string | null {
  const last: unknown = messages.at(-1);
  if (agent === null || !isAnswer(last) || Reflect.get(Object(last), "name") !== agent) return null;
  const text = textOfMessage(last).trim();
  return text === "" ? null : text;
}

/** Throws for an answer that is not text, so that only text reaches the user. */
function textOf(part: string, answer: unknown): string {
  if (typeof answer === "string") return answer;
  throw agentErrors.badModelAnswer({
    part,
    issues: `- Expected text, received ${answer === null ? "null" : typeof answer}.`,
  });
}

/** Text kind by the status of a declined request. The text names neither the approver nor the reason. */
const NOT_APPROVED: Readonly<Record<string, "changed" | "expired" | "rejected">> = {
  rejected: "rejected",
  expired: "expired",
  cancelled: "changed",
};

function rejectionText(request: ApprovalRequest | undefined, say: (notice: ApprovalNotice) => string): string | null {
  const kind = NOT_APPROVED[request?.status ?? ""];
  if (request === undefined || kind === undefined) return null;
  return say(kind === "rejected" ? { kind, request, reason: null } : { kind, request });
}

/** Options of the node that asks the user. */
export interface AskNodeOptions extends GuardOptions {
  /** Writes the question. Defaults to the missing details, or the task of the step. */
  readonly question?: ((values: AgentValues, tools: PartTools) => string | Promise<string>) | undefined;
}

/** Creates the node that asks the user and ends the turn. The user's next message is treated as the answer. */
export function askNode<State extends StateDeclaration>(
  state: State,
  options: AskNodeOptions = {},
): GraphNodeOf<State> {
  const { question = questionOf, clock = systemClock } = options;
  const run = async (values: AgentValues, tools: PartTools): Promise<SeedStateUpdate> => {
    const update = askClarification(textOf("question", await question(values, tools)));
    const plan = hasPlan(values) ? values.planning_execution_plan : null;
    const position = {
      index: values.planning_current_step_index ?? 0,
      now: clock.now(),
      resultOf: stepResultReader(values),
    };
    return {
      ...update,
      messages: update.messages.map((message) => ({ ...message })),
      control_clarification_needed: true,
      control_clarification_count: (values.control_clarification_count ?? 0) + 1,
      ...(plan !== null && { planning_execution_plan: answerPlan(plan, position) }),
    };
  };
  return infrastructureNode(state, { name: "clarify", builtIn: answerRules, isStep: true, last: true, run }, options);
}

function questionOf(values: AgentValues): string {
  const missing = values.control_missing_context ?? [];
  if (missing.length > 0) return `I need more details: ${missing.join("; ")}.`;
  const step = currentStep(values);
  return step?.task ?? step?.taskObjective ?? "";
}

/** Options of the node that answers for a stopped run. */
export interface ErrorNodeOptions extends GuardOptions {
  /** Writes the answer. Defaults to `ErrorAnswer.text`, also if it throws or returns something else than text. */
  readonly text?: ((answer: ErrorAnswer) => string) | undefined;
}

/**
 * Creates the node that answers for a stopped run: it names the failure and the results kept. It never fails itself.
 */
export function errorNode<State extends StateDeclaration>(
  state: State,
  options: ErrorNodeOptions = {},
): GraphNodeOf<State> {
  const { clock = systemClock, errors = unreported, text: write = textOfError } = options;
  const run = (values: AgentValues): Promise<SeedStateUpdate> => {
    const stopped = errorAnswer(values);
    const { reason, outcome } = stopped;
    const text = textFor(stopped, values);
    const index = values.planning_current_step_index ?? 0;
    const stop = {
      index,
      now: clock.now(),
      reason,
      cancelled: outcome === "killed",
      resultOf: stepResultReader(values),
    };
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
  function textFor(answer: ErrorAnswer, values: AgentValues): string {
    try {
      return textOf("texts.error", write(answer));
    } catch (error) {
      quietly(errors)(error, { node: "error", values });
      return answer.text;
    }
  }

  // An exceeded time limit must not stop the node that reports it.
  return infrastructureNode(state, { name: "error", builtIn: answerRules, stops: false, last: true, run }, options);
}

const textOfError = ({ text }: ErrorAnswer): string => text;

/** All contexts as text, for the responder. */
function resultsText({ capability_context_data: contexts = {} }: AgentValues): string {
  const lines = Object.entries(contexts).flatMap(([type, entries]) =>
    Object.entries(entries).map(
      ([key, { _meta, ...content }]) => `${type}.${key}: ${JSON.stringify(summarize(content))}`,
    ),
  );
  return lines.join("\n");
}
