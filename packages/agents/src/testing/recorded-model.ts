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
  /** Digest of what the model was told: messages without their ids, and what it was asked for. */
  readonly key: string;
  readonly answer: { readonly message: StoredMessage } | { readonly structured: unknown } | { readonly error: string };
}

/** Everything that a model said in a run, as plain JSON to be kept in a file. */
export interface Recording {
  readonly format: "tidemark/recording";
  readonly version: 1;
  readonly calls: readonly RecordedCall[];
}

/** A model that keeps what it answers. */
export interface RecordingModel extends BaseChatModel {
  recording(): Recording;
}

/**
 * Lets a model answer as it does, and keeps every answer, so that the run can be repeated without it.
 *
 * Kept is what it was told as a digest, and its answer as JSON: words, tool calls, objects, the text of a failure. No key and
 * no prompt is in the recording.
 */
export function recordModel(model: BaseChatModel): RecordingModel {
  const calls: RecordedCall[] = [];
  return new Recorded(
    async ({ key, messages, options, schema }) => {
      try {
        if (schema !== undefined) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the caller gave as a schema goes to the model as it is
          const asked = schema as Record<string, unknown>;
          const structured: unknown = await model.withStructuredOutput(asked).invoke([...messages]);
          calls.push({ key, answer: { structured } });
          return { structured };
        }
        const { tools, ...rest } = options;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what bindTools was given, on its way back
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
 * Makes a model out of a recording: told the same, it answers the same, without a network and without a key.
 *
 * Calls that were made more than once are answered in their order. What was never recorded throws `agents/unknownCall`.
 */
export function replayModel(recording: Recording): RecordingModel {
  const left = new Map<string, RecordedCall[]>();
  for (const call of recording.calls) left.set(call.key, [...(left.get(call.key) ?? []), call]);
  return new Recorded(
    ({ key, messages }) => {
      const queue = left.get(key) ?? [];
      // The last answer stands for any further call: a model that is asked again says the same.
      const call = queue.length > 1 ? queue.shift() : queue[0];
      if (call === undefined) {
        throw agentErrors.unknownCall({ said: messages.at(-1)?.text ?? "", known: recording.calls.length });
      }
      const { answer } = call;
      if ("error" in answer) throw new Error(answer.error);
      if ("structured" in answer) return Promise.resolve({ structured: answer.structured });
      return Promise.resolve({ message: mapStoredMessageToChatMessage(answer.message) });
    },
    () => recording,
  );
}

interface Asked {
  readonly key: string;
  readonly messages: readonly BaseMessage[];
  readonly options: Readonly<Record<string, unknown>>;
  /** What an object is asked for with; undefined when words are. */
  readonly schema?: unknown;
}

type Answer = { readonly message: BaseMessage } | { readonly structured: unknown };

class Recorded extends BaseChatModel implements RecordingModel {
  readonly #answer: (asked: Asked) => Promise<Answer>;
  readonly recording: () => Recording;

  constructor(answer: (asked: Asked) => Promise<Answer>, recording: () => Recording) {
    super({});
    this.#answer = answer;
    this.recording = recording;
  }

  override _llmType(): string {
    return "recorded";
  }

  override bindTools(tools: unknown[], options: object = {}): ReturnType<NonNullable<BaseChatModel["bindTools"]>> {
    const config: object = { ...options, tools };
    // The options come back in _generate.
    return this.withConfig(config);
  }

  override async _generate(messages: BaseMessage[], options: object): Promise<ChatResult> {
    const asked = { messages, options: { ...options }, key: keyOf(messages, toolNames({ ...options })) };
    const answer = await this.#answer(asked);
    if (!("message" in answer)) throw agentErrors.wrongAnswer({ asked: "words", call: 1 });
    return { generations: [{ message: answer.message, text: answer.message.text }] };
  }

  override withStructuredOutput: BaseChatModel["withStructuredOutput"] = (schema: unknown) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- takes whatever a chat model takes, and gives what the schema asks for
    RunnableLambda.from((input: unknown) => this.#object(messagesOf(input), schema)) as never;

  async #object(messages: readonly BaseMessage[], schema: unknown): Promise<unknown> {
    const answer = await this.#answer({ messages, options: {}, schema, key: keyOf(messages, "object") });
    if (!("structured" in answer)) throw agentErrors.wrongAnswer({ asked: "an object", call: 1 });
    return answer.structured;
  }
}

const partOf = (message: object, name: string): unknown => {
  const part: unknown = Reflect.get(message, name);
  return part ?? null;
};

/** Ids differ from run to run; what is said does not. */
const keyOf = (messages: readonly BaseMessage[], asked: unknown): string =>
  digest(
    JSON.stringify([
      messages.map((message) => [
        message.type,
        message.content,
        partOf(message, "tool_calls"),
        partOf(message, "tool_call_id"),
      ]),
      asked,
    ]),
  );

const toolNames = ({ tools }: Readonly<Record<string, unknown>>): readonly string[] =>
  (Array.isArray(tools) ? tools : []).map((tool: unknown) =>
    String(Reflect.get(Object(tool), "name") ?? Reflect.get(Object(Reflect.get(Object(tool), "function")), "name")),
  );
