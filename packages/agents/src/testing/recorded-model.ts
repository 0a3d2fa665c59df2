import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import {
  type BaseMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessageToChatMessage,
  type StoredMessage,
} from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { RunnableLambda } from "@langchain/core/runnables";
import { digest } from "@tidemark/state-manager";
import { agentErrors } from "../kernel/errors.ts";
import { messagesOf } from "./model-input.ts";

/** One call and its answer, as plain JSON. */
export interface RecordedCall {
  /** Digest of the call: its messages without ids, and the kind of answer or the tools. */
  readonly key: string;
  readonly answer: { readonly message: StoredMessage } | { readonly structured: unknown } | { readonly error: string };
}

/** All answers of a model in a run, as plain JSON for a file. */
export interface Recording {
  readonly format: "tidemark/recording";
  readonly version: 1;
  readonly calls: readonly RecordedCall[];
}

/** A model that records its answers. */
export interface RecordingModel extends BaseChatModel {
  recording(): Recording;
}

/**
 * Wraps a model and records every answer, so that the run can be replayed without the model.
 *
 * A recording contains a digest of each prompt and the answer as JSON: text, tool calls, objects, or the message of a
 * failure. It contains no API keys and no prompts.
 */
export function recordModel(model: BaseChatModel): RecordingModel {
  const calls: RecordedCall[] = [];
  return new Recorded(
    async ({ key, messages, options, schema: given }) => {
      try {
        if (given !== undefined) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller's schema is passed to the model unchanged
          const schema = given as Record<string, unknown>;
          const structured: unknown = await model.withStructuredOutput(schema).invoke([...messages]);
          calls.push({ key, answer: { structured } });
          return { structured };
        }
        const { tools, ...rest } = options;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tools that were passed to bindTools
        const bound = Array.isArray(tools) ? (model.bindTools?.(tools as [], rest) ?? model) : model;
        const message = await bound.invoke([...messages], rest);
        const [stored] = mapChatMessagesToStoredMessages([message]);
        if (stored !== undefined) calls.push({ key, answer: { message: stored } });
        return { message };
      } catch (error) {
        calls.push({ key, answer: { error: error instanceof Error ? error.message : String(error) } });
        throw error;
      }
    },
    () => ({ format: "tidemark/recording", version: 1, calls: [...calls] }),
  );
}

/**
 * Creates a model from a recording: the same prompt gets the same answer, without a network and without an API key.
 *
 * Repeated calls are answered in their recorded order. A call that was never recorded throws `agents/unknownCall`.
 */
export function replayModel(recording: Recording): RecordingModel {
  const left = new Map<string, RecordedCall[]>();
  for (const call of recording.calls) left.set(call.key, [...(left.get(call.key) ?? []), call]);
  return new Recorded(
    ({ key, messages }) => {
      const queue = left.get(key) ?? [];
      // Further calls repeat the last answer.
      const call = queue.length > 1 ? queue.shift() : queue[0];
      if (call === undefined) {
        throw agentErrors.unknownCall({ prompt: messages.at(-1)?.text ?? "", known: recording.calls.length });
      }
      const { answer } = call;
      if ("error" in answer) throw new Error(answer.error);
      if ("structured" in answer) return Promise.resolve({ structured: answer.structured });
      return Promise.resolve({ message: mapStoredMessageToChatMessage(answer.message) });
    },
    () => recording,
  );
}

interface RecordedRequest {
  readonly key: string;
  readonly messages: readonly BaseMessage[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Schema of the requested object. Undefined for a request for text. */
  readonly schema?: unknown;
}

type Answer = { readonly message: BaseMessage } | { readonly structured: unknown };

class Recorded extends BaseChatModel implements RecordingModel {
  readonly #answer: (request: RecordedRequest) => Promise<Answer>;
  readonly recording: () => Recording;

  constructor(answer: (request: RecordedRequest) => Promise<Answer>, recording: () => Recording) {
    super({});
    this.#answer = answer;
    this.recording = recording;
  }

  override _llmType(): string {
    return "recorded";
  }

  override bindTools(tools: unknown[], options: object = {}): ReturnType<NonNullable<BaseChatModel["bindTools"]>> {
    const config: object = { ...options, tools };
    // The options are passed to _generate.
    return this.withConfig(config);
  }

  override async _generate(messages: BaseMessage[], options: object): Promise<ChatResult> {
    const request = { messages, options: { ...options }, key: keyOf(messages, toolNames({ ...options })) };
    const answer = await this.#answer(request);
    if (!("message" in answer)) throw agentErrors.wrongAnswer({ expected: "text", call: 1 });
    return { generations: [{ message: answer.message, text: answer.message.text }] };
  }

  override withStructuredOutput: BaseChatModel["withStructuredOutput"] = (schema: unknown) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- accepts the input of a chat model, and returns the object that the schema describes
    RunnableLambda.from((input: unknown) => this.#object(messagesOf(input), schema)) as never;

  async #object(messages: readonly BaseMessage[], schema: unknown): Promise<unknown> {
    const answer = await this.#answer({ messages, options: {}, schema, key: keyOf(messages, "object") });
    if (!("structured" in answer)) throw agentErrors.wrongAnswer({ expected: "an object", call: 1 });
    return answer.structured;
  }
}

const partOf = (message: object, name: string): unknown => {
  const part: unknown = Reflect.get(message, name);
  return part ?? null;
};

/** Digest of a call, without message ids, which differ between runs. */
const keyOf = (messages: readonly BaseMessage[], requested: unknown): string =>
  digest(
    JSON.stringify([
      messages.map((message) => [
        message.type,
        message.content,
        partOf(message, "tool_calls"),
        partOf(message, "tool_call_id"),
      ]),
      requested,
    ]),
  );

const toolNames = ({ tools }: Readonly<Record<string, unknown>>): readonly string[] =>
  (Array.isArray(tools) ? tools : []).map((tool: unknown) =>
    String(Reflect.get(Object(tool), "name") ?? Reflect.get(Object(Reflect.get(Object(tool), "function")), "name")),
  );
