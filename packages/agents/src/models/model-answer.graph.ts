import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { isGraphBubbleUp } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { agentErrors } from "../kernel/errors.ts";
import { errorFacts, messageOf } from "../failures/error-facts.ts";
import { ASKED_AT } from "../tools/call-tool.graph.ts";
import type { LoopWork } from "../tools/loop-work.graph.ts";
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
  const unfit = messages.filter(
    (each) => ToolMessage.isInstance(each) && each.status === "error" && each.name === outputTool,
  );
  if (outputTool !== null && unfit.length > 1) {
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
  { work, model }: AnswerOptions,
): Promise<AIMessage> {
  const { agent, runtime, resources } = work;
  resources.meter?.require();
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
      throw agentErrors.modelRefused({ agent, refusal: messageOf(cause).slice(0, 500) }, { cause });
    }
    throw agentErrors.modelFailed({ part: agent, reason: messageOf(cause) }, { cause });
  }
  if (!AIMessage.isInstance(answer)) {
    throw agentErrors.badModelAnswer({ part: agent, issues: "- It is not a message of a model." });
  }
  const refusal = refusalIn(answer);
  if (refusal !== null) throw agentErrors.modelRefused({ agent, refusal: refusal.slice(0, 500) });
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
  const { runtime, takenIds } = work;
  const taken = new Set(takenIds);
  for (const each of messages) {
    if (AIMessage.isInstance(each)) for (const { id } of each.tool_calls ?? []) if (id !== undefined) taken.add(id);
  }
  const own = (id: string | undefined): string => {
    const free = id === undefined || id === "" || taken.has(id) ? freeId(runtime.ids, taken, "call_") : id;
    taken.add(free);
    return free;
  };
  const calls = (message.tool_calls ?? []).map((call) => ({ ...call, id: own(call.id) }));
  const broken = (message.invalid_tool_calls ?? []).map((call) => ({ ...call, id: own(call.id) }));
  const placeholders = broken.map(({ id, name }) => ({
    id,
    name: name ?? "unknown",
    args: {},
    type: "tool_call" as const,
  }));
  const details: readonly (readonly [string, unknown])[] = Object.entries(message.additional_kwargs);
  const additional_kwargs = Object.fromEntries(
    details.filter(([key]) => key !== "tool_calls" && key !== "__raw_response"),
  );
  const known = new Set(messages.map((each) => each.id ?? ""));
  const { id = freeId(runtime.ids, known), name, content, usage_metadata } = message;
  return new AIMessage({
    id,
    content,
    additional_kwargs,
    response_metadata: { ...plainMetadata(message.response_metadata), [ASKED_AT]: runtime.clock.now() },
    tool_calls: [...calls, ...placeholders],
    invalid_tool_calls: broken,
    ...(name !== undefined && { name }),
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
  });
}

/** Next free id: a run that continues in another process counts its ids from the start. */
function freeId(ids: LoopWork["runtime"]["ids"], taken: ReadonlySet<string>, prefix = ""): string {
  for (;;) {
    const id = `${prefix}${ids.next()}`;
    if (!taken.has(id)) return id;
  }
}

/** The storable part of the metadata; a provider may put anything there. */
const plainMetadata = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(metadata).filter(
      ([, value]) => ["string", "number", "boolean"].includes(typeof value) || isPlainRecord(value),
    ),
  );
