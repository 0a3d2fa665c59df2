import { BaseMessage } from "@langchain/core/messages";
import { BaseCheckpointSaver, type CheckpointTuple, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { WrappedSaver } from "@tidemark/state-manager/internal/langgraph";
import type { AnswerCheck } from "./answer-check.graph.ts";

type Put = Parameters<WrappedSaver["put"]>;
type PutWrites = Parameters<WrappedSaver["putWrites"]>;

const SAVER = "__pregel_checkpointer";

/** Config of a node whose work can call graphs: they store messages of the assistant with words that have passed. */
export function withCheckedStorage(config: LangGraphRunnableConfig, words: AnswerCheck): LangGraphRunnableConfig {
  const saver: unknown = config.configurable?.[SAVER];
  if (!isSaver(saver)) return config;
  return { ...config, configurable: { ...config.configurable, [SAVER]: new CheckedSaver(saver, words) } };
}

const isSaver = (value: unknown): value is BaseCheckpointSaver => value instanceof BaseCheckpointSaver;

/** Checks the messages in what a graph stores. The running graph keeps them as they are. */
class CheckedSaver extends WrappedSaver {
  readonly #words: AnswerCheck;

  constructor(saver: BaseCheckpointSaver, words: AnswerCheck) {
    super(saver);
    this.#words = words;
  }

  override async getTuple(config: Put[0]): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    const namespace = String(config.configurable?.["checkpoint_ns"] ?? "");
    // A graph that keeps its values for later turns has messages of earlier ones.
    if (tuple !== undefined && namespace.split("|").at(-1)?.includes(":") === true) {
      const values: readonly unknown[] = Object.values(tuple.checkpoint.channel_values).flat();
      this.#words.known(values.filter((value) => BaseMessage.isInstance(value)));
    }
    return tuple;
  }

  override async put(...[config, checkpoint, ...rest]: Put): ReturnType<WrappedSaver["put"]> {
    const values = await this.#checked(checkpoint.channel_values);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same values with other messages
    const checked = { ...checkpoint, channel_values: values as typeof checkpoint.channel_values };
    return await super.put(config, checked, ...rest);
  }

  override async putWrites(...[config, writes, ...rest]: PutWrites): Promise<void> {
    const checked: PutWrites[1] = [];
    for (const [channel, value] of writes) checked.push([channel, await this.#checked(value)]);
    await super.putWrites(config, checked, ...rest);
  }

  /** A value whose messages have passed, at any depth. The value itself if no message was changed. */
  async #checked(value: unknown, around: readonly object[] = []): Promise<unknown> {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || around.includes(value))
      return value;
    const message = isPair(value) ? { role: value[0], content: value[1] } : value;
    const stored = await this.#words.stored(message);
    if (stored !== message) return stored;
    if (BaseMessage.isInstance(value)) return value;
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value))
      members.push([name, await this.#checked(member, [...around, value])]);
    if (members.every(([name, member]) => member === Reflect.get(value, name))) return value;
    if (Array.isArray(value)) return members.map(([, member]) => member);
    const copy = Object.fromEntries(members);
    // Such as a `Send`. Assigning would let a key of the values replace the prototype.
    return isPlainRecord(value)
      ? copy
      : Object.create(Reflect.getPrototypeOf(value), Object.getOwnPropertyDescriptors(copy));
  }
}

/** True for a message in the form of a role and a text. */
const isPair = (value: object): value is readonly [string, string] =>
  Array.isArray(value) &&
  value.length === 2 &&
  (value[0] === "assistant" || value[0] === "ai") &&
  typeof value[1] === "string";
