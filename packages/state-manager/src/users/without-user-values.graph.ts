import type { RunnableConfig } from "@langchain/core/runnables";
import type { BaseCheckpointSaver, CheckpointListOptions, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import type { StateDeclaration } from "@tidemark/core-state";
import { USER_UPDATES } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { WrappedSaver } from "../savers/wrapped-saver.graph.ts";
import { userState } from "./user-fields.ts";

/** Saver that leaves out the values of users: they belong to the user, not to the thread. */
export class WithoutUserValues extends WrappedSaver {
  readonly #left: ReadonlySet<string>;

  constructor(saver: BaseCheckpointSaver, state: StateDeclaration) {
    super(saver);
    this.#left = new Set([USER_UPDATES, ...Object.keys(userState(state).fields)]);
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    return tuple === undefined ? undefined : this.#without(tuple);
  }

  override async *list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    for await (const tuple of super.list(config, options)) yield this.#without(tuple);
  }

  #without(tuple: CheckpointTuple): CheckpointTuple {
    const { checkpoint, pendingWrites } = tuple;
    const { channel_values: values, channel_versions: versions } = checkpoint;
    // LangGraph keeps an input that no step has read under its own name.
    const input = values["__start__"];
    const kept = { ...this.#kept(values), ...(isPlainRecord(input) && { __start__: this.#kept(input) }) };
    return {
      ...tuple,
      checkpoint: { ...checkpoint, channel_values: kept, channel_versions: this.#kept(versions) },
      ...(pendingWrites && { pendingWrites: pendingWrites.filter(([, channel]) => !this.#left.has(channel)) }),
    };
  }

  #kept<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
    return Object.fromEntries(Object.entries(record).filter(([name]) => !this.#left.has(name)));
  }
}
