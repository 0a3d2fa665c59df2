import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { SHOWN } from "@tidemark/state-manager/internal";
import { ASKED_AT } from "../kernel/asked-at.ts";
import { agentErrors } from "../kernel/errors.ts";
import { errorFacts, messageOf } from "../failures/error-facts.ts";
import { entryIn } from "../tools/tool-entry.ts";
import type { LoopWork } from "../tools/loop-work.graph.ts";
import { callIds } from "./call-ids.graph.ts";
import { safeError, secretsIn } from "../failures/secrets.ts";

/** Asks the model, with further messages behind the conversation. */
export type AskModel = (further: readonly BaseMessage[]) => Promise<unknown>;

/** Circumstances of an answer. */
export interface AnswerOptions {
  readonly work: LoopWork;
  readonly model: unknown;
  /** Messages of the loop so far. */
  readonly messages: readonly BaseMessage[];
  /** Name of the tool with which the model gives its result; null when its answer is text. */
  readonly outputTool: string | null;
}

/**
 * Asks a model for its next message, and again if the answer is empty, or is text instead of the required result.
 *
 * The message has an id, the time of the answer, and calls with unique ids. Calls with broken arguments stay calls, so that
 * each gets its answer. A call that fails throws `agents/modelFailed`, without secrets; a refusal `agents/modelRefused`.
 */
export async function askForAnswer(ask: AskModel, options: AnswerOptions): Promise<AIMessage> {
  const { work, messages, outputTool } = options;
  const { agent } = work;
  const isUnfit = (each: BaseMessage) =>
    ToolMessage.isInstance(each) && each.status === "error" && entryIn(each)?.execution.toolName === outputTool;
  const unfit = outputTool === null ? [] : messages.filter(isUnfit);
  if (unfit.length > 1) {
    throw agentErrors.badModelAnswer({ part: agent, issues: `- ${unfit.at(-1)?.text ?? ""}` });
  }
  const first = await askOnce(ask, [], options);
  const isEmpty = hasNothing(first);
  if (!isEmpty && (outputTool === null || hasCalls(first))) return finished(first, options);
  const reminder = isEmpty
    ? "Your last answer was empty. Answer, or call a tool."
    : `Give your result by calling the tool "${outputTool}".`;
  const further = [...(isEmpty ? [] : [first]), new HumanMessage(reminder)];
  const second = await askOnce(ask, further, options);
  if (hasNothing(second)) throw agentErrors.emptyModelAnswer({ agent });
  if (outputTool !== null && !hasCalls(second)) {
    throw agentErrors.badModelAnswer({ part: agent, issues: "- It is text, and not the result that was asked for." });
  }
  return finished(second, options);
}

async function askOnce(
  ask: AskModel,
  further: readonly BaseMessage[],
  { work, model, messages }: AnswerOptions,
): Promise<AIMessage> {
  const { agent, runtime, resources } = work;
  const ended = await resources.meter?.admit([...work.earlier, ...messages, ...further]);
  const shown = async (text: string): Promise<string> => (await resources.words?.text(text)) ?? text;
  let answer: unknown;
  try {
    answer = await ask(further);
  } catch (error) {
    runtime.signal.throwIfAborted();
    if (error instanceof Error && isGraphBubbleUp(error)) throw error;
    if (agentErrors.limitReached.is(error)) throw error;
    const cause = safeError(error, { secrets: secretsIn(model) });
    // LangChain throws a refusal of a structured answer, and middleware may throw any.
    if (errorFacts(error).some(({ name }) => name === "ModelRefusalError")) {
      throw agentErrors.modelRefused({ agent, refusal: (await shown(messageOf(cause))).slice(0, 500) });
    }
    throw agentErrors.modelFailed({ part: agent, reason: messageOf(cause) }, { cause });
  } finally {
    ended?.();
  }
  if (!AIMessage.isInstance(answer)) {
    throw agentErrors.badModelAnswer({ part: agent, issues: "- It is not a message of a model." });
  }
  const refusal = refusalIn(answer);
  if (refusal !== null) throw agentErrors.modelRefused({ agent, refusal: (await shown(refusal)).slice(0, 500) });
  if (resources.meter?.isCut(answer.id) === true) throw agentErrors.modelAnswerCut({ agent });
  return answer;
}

const hasCalls = ({ tool_calls = [], invalid_tool_calls = [] }: AIMessage): boolean =>
  tool_calls.length > 0 || invalid_tool_calls.length > 0;

const hasNothing = (message: AIMessage): boolean =>
  !hasCalls(message) && message.text.trim() === "" && (typeof message.content === "string" || !hasBlocks(message));

/** Images and the like are an answer without text. */
const hasBlocks = ({ content }: AIMessage): boolean =>
  Array.isArray(content) && content.some(({ type }) => !["text", "thinking", "reasoning"].includes(type));

/**
 * The text of a refusal; null for an answer. Providers report it in a block of the content, in the metadata, or beside the content.
 *
 * OpenAI's client for chat completions drops it, unless it keeps the raw response as `modelLoader` asks it to.
 */
function refusalIn(message: AIMessage): string | null {
  const { additional_kwargs: details } = message;
  const choices: unknown = Reflect.get(Object(details["__raw_response"]), "choices");
  const list: readonly unknown[] = Array.isArray(choices) ? choices : [];
  const raw = ["message", "delta"].map((part): unknown =>
    Reflect.get(Object(Reflect.get(Object(list[0]), part)), "refusal"),
  );
  const said = [details["refusal"], ...raw].find((each) => typeof each === "string" && each !== "");
  const refusal = typeof said === "string" ? said : blockOfRefusal(message);
  if (refusal === null && !isStoppedByRules(message)) return null;
  return refusal === null || refusal === "" ? "no reason was given" : refusal;
}

/** The text of a block of type `refusal`, by the content itself or by LangChain's reading of the provider's message. */
function blockOfRefusal(message: AIMessage): string | null {
  const blocks = [message.content, standardBlocks(message)].flatMap((each): readonly unknown[] =>
    Array.isArray(each) ? each : [],
  );
  const block = blocks.find((each) => Reflect.get(Object(each), "type") === "refusal");
  if (block === undefined) return null;
  const text: unknown = Reflect.get(Object(block), "refusal");
  return typeof text === "string" ? text : "";
}

/** The blocks that LangChain reads in a message; null when it cannot read them. */
function standardBlocks(message: AIMessage): unknown {
  try {
    return message.contentBlocks;
  } catch {
    return null;
  }
}

/** True for a message without an answer that the provider's rules have stopped. */
function isStoppedByRules(message: AIMessage): boolean {
  if (!hasNothing(message)) return false;
  const { stop_reason: stop, finish_reason: finish } = message.response_metadata;
  return stop === "refusal" || finish === "content_filter";
}

/** The message with an id, the time of the answer, and calls whose ids no other call has. */
function finished(message: AIMessage, { work, messages }: AnswerOptions): AIMessage {
  const { runtime, resources } = work;
  const { tool_calls = [], invalid_tool_calls = [], name } = message;
  const usage_metadata = resources.meter?.usageOf(message) ?? message.usage_metadata;
  const ids = new Map<string, string>();
  const taken = tool_calls.length + invalid_tool_calls.length === 0 ? new Set<string>() : callIds(messages);
  const isFree = (id: string): boolean =>
    !taken.has(id) && !work.takenIds().has(id) && resources.meter?.claim(id) !== false;
  const own = (given: string | undefined): string => {
    const free = given !== undefined && given !== "" && isFree(given) ? given : freeId(runtime.ids, isFree, "call_");
    taken.add(free);
    if (given !== undefined && given !== free) ids.set(given, free);
    return free;
  };
  const calls = tool_calls.map((call) => ({ ...call, id: own(call.id) }));
  const broken = invalid_tool_calls.map((call) => ({ ...call, id: own(call.id) }));
  const placeholders = broken.map((call) => ({
    id: call.id,
    name: call.name ?? "unknown",
    args: {},
    type: "tool_call" as const,
  }));
  const details: readonly (readonly [string, unknown])[] = Object.entries(message.additional_kwargs);
  const additional_kwargs = Object.fromEntries(
    details
      .filter(([key]) => key !== "tool_calls" && key !== "__raw_response")
      .map(([key, detail]) => [key, withKeys(detail, ids)]),
  );
  const isNew = (id: string): boolean => ![...work.earlier, ...messages].some((each) => each.id === id);
  const { id = freeId(runtime.ids, isNew) } = message;
  const answer = new AIMessage({
    id,
    content: withIds(message.content, ids),
    additional_kwargs,
    response_metadata: {
      ...plainMetadata(message.response_metadata),
      [ASKED_AT]: runtime.clock.now(),
      [SHOWN]: work.isShown,
    },
    tool_calls: [...calls, ...placeholders],
    invalid_tool_calls: broken,
    ...(name !== undefined && { name }),
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
  });
  resources.meter?.skip([answer]);
  return answer;
}

/** Blocks of a provider name the calls as well. */
function withIds(content: AIMessage["content"], ids: ReadonlyMap<string, string>): AIMessage["content"] {
  if (ids.size === 0 || typeof content === "string") return content;
  return content.map((block) => {
    const id: unknown = Reflect.get(block, "id");
    const other = typeof id === "string" && CALL_BLOCKS.has(block.type) ? ids.get(id) : undefined;
    return other === undefined ? block : { ...block, id: other };
  });
}

const CALL_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_call"]);

/** A provider keeps details by the ids of calls, such as signatures of thoughts. */
function withKeys(detail: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (ids.size === 0 || !isPlainRecord(detail)) return detail;
  return Object.fromEntries(Object.entries(detail).map(([key, value]) => [ids.get(key) ?? key, value]));
}

/** Next free id: a run that continues in another process counts its ids from the start. */
function freeId(ids: LoopWork["runtime"]["ids"], isFree: (id: string) => boolean, prefix = ""): string {
  for (;;) {
    const id = `${prefix}${ids.next()}`;
    if (isFree(id)) return id;
  }
}

/** The storable part of the metadata; a provider may put anything there. */
const plainMetadata = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(metadata).filter(
      ([key, value]) =>
        !key.startsWith("tidemark_") &&
        (["string", "number", "boolean"].includes(typeof value) || isPlainRecord(value)),
    ),
  );
