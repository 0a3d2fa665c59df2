import { stepTask } from "@tidemark/core-state/internal";
import {
  AIMessage,
  type BaseMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  ToolMessage,
} from "@langchain/core/messages";
import type { HandoffRecord, PlanStep } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { SHOWN } from "@tidemark/state-manager/internal";
import type { ConversationWindow } from "../conversation/conversation-view.graph.ts";
import type { AgentValues } from "../kernel/agent-values.ts";
import type { LoopResources } from "../tools/loop-work.graph.ts";
import { CHECK } from "../guardrails/answer-check.graph.ts";
import { VERDICTS } from "../tools/tool-guard.graph.ts";
import { STEERING } from "./steering.graph.ts";
import { entryIn } from "../tools/tool-entry.ts";

/** The fields that an agent reads, with the part of the conversation that its model sees. */
export function shownFields(
  read: object,
  { view, values }: Pick<LoopResources, "view" | "values">,
  window: ConversationWindow | undefined,
): object {
  if (!Object.hasOwn(read, "messages")) return read;
  const messages: unknown = Reflect.get(read, "messages");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- messages of the state
  return { ...read, messages: view.of({ ...values, messages } as AgentValues, window) };
}

/** Sources of the messages of a loop. */
export interface LoopInput {
  /** The fields that the agent reads. */
  readonly read: object;
  readonly step: PlanStep | null;
  readonly received: HandoffRecord | null;
  /** The task of the turn. */
  readonly task: string | null;
}

/** The messages that a loop starts with: the conversation, if the agent reads it, and what the agent has to do. */
export function loopMessages({ read, step, received, task }: LoopInput): readonly BaseMessage[] {
  const given: unknown = Reflect.get(read, "messages");
  const conversation = answeredCalls(messagesIn(given)).map(withoutEntry);
  const last = conversation.at(-1);
  // A graph without a plan stores no task: it is what the user has said last.
  const own = taskOf({ step, received, task: task ?? (received === null ? null : lastWords(conversation)) });
  const isAsked = last !== undefined && HumanMessage.isInstance(last);
  if (own === null || (isAsked && (received === null || received.reason === "plan_step") && saysAlready(last, own))) {
    return conversation.length > 0 ? conversation : [new HumanMessage({ content: task ?? "", id: "task" })];
  }
  return [...conversation, new HumanMessage({ content: own, id: "task" })];
}

const lastWords = (conversation: readonly BaseMessage[]): string | null =>
  conversation.findLast((each) => HumanMessage.isInstance(each))?.text ?? null;

/** The user's own words are the task of a step whose task was not worded otherwise. */
const saysAlready = (last: BaseMessage, task: string): boolean => last.text.trim() === task.trim();

function taskOf({ step, received, task }: Omit<LoopInput, "read">): string | null {
  if (received !== null && received.reason !== "plan_step") {
    const payload = received.payload === undefined ? "" : `\n${JSON.stringify(received.payload)}`;
    return `${received.explanation ?? `"${received.fromAgentId}" handed this to you: ${task ?? "go on"}`}${payload}`;
  }
  if (step === null) return task;
  const parameters = Object.keys(step.parameters ?? {}).length === 0 ? "" : `\n${JSON.stringify(step.parameters)}`;
  return `${stepTask(step) ?? task ?? ""}${parameters}`;
}

function messagesIn(given: unknown): readonly BaseMessage[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- messages of the state, in one of the forms that LangChain reads
  return list.map((each) => coerceMessageLikeToMessage(each as BaseMessage));
}

/** Answers calls of tools that nothing has answered, as after a turn that was left: providers refuse a conversation with such a call. */
function answeredCalls(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  const open = new Set<string>();
  for (const each of messages) {
    if (each.type === "tool") open.delete(String(Reflect.get(each, "tool_call_id")));
    else if (each.type === "ai") for (const { id = "" } of callsOf(each)) open.add(id);
  }
  // A long conversation is not copied for nothing.
  if (open.size === 0) return messages;
  return messages.flatMap((each) => {
    const closing = callsOf(each)
      .filter(({ id = "" }) => open.has(id))
      .map(
        ({ id = "", name }) =>
          new ToolMessage({
            content: "This call was not run.",
            tool_call_id: id,
            name,
            status: "error",
            id: `open:${id}`,
          }),
      );
    return [each, ...closing];
  });
}

const callsOf = (message: BaseMessage): NonNullable<AIMessage["tool_calls"]> =>
  AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];

/** A message of the state carries no entry, no check and no other messages: only the loop of an agent may make one. */
function withoutEntry(message: BaseMessage): BaseMessage {
  const isMarked = [CHECK, STEERING].some((key) => Object.hasOwn(message.response_metadata, key));
  return entryIn(message) === null && !isMarked ? message : withoutMark(message);
}

/** A copy of a message without what only its loop needs. */
export function withoutMark(message: BaseMessage): BaseMessage {
  const {
    tidemark_asked_at: _at,
    [SHOWN]: _shown,
    [VERDICTS]: _verdicts,
    [CHECK]: _check,
    [STEERING]: _steering,
    ...response_metadata
  } = message.response_metadata;
  const { id, content, additional_kwargs } = message;
  const name = message.name ?? entryIn(message)?.execution.toolName;
  const common = {
    content,
    additional_kwargs,
    response_metadata,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  };
  if (ToolMessage.isInstance(message)) {
    const { tool_call_id, status } = message;
    return new ToolMessage({ ...common, tool_call_id, ...(status !== undefined && { status }) });
  }
  if (AIMessage.isInstance(message)) {
    const { tool_calls = [], invalid_tool_calls = [], usage_metadata } = message;
    return new AIMessage({
      ...common,
      tool_calls,
      invalid_tool_calls,
      ...(usage_metadata === undefined ? {} : { usage_metadata }),
    });
  }
  return message;
}

/** The fields besides the conversation, as the model reads them; empty when there is nothing to read. */
export function knownFields(read: object): string {
  const known = Object.entries(read).filter(
    ([name, value]) => name !== "messages" && value !== null && value !== undefined && !isEmpty(value),
  );
  if (known.length === 0) return "";
  return ["What is known:", ...known.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join("\n");
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isPlainRecord(value) && Object.keys(value).length === 0;
