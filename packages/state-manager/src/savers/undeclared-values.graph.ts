import type { Checkpoint } from "@langchain/langgraph-checkpoint";

type Values = Readonly<Record<string, unknown>>;

/**
 * Values of fields that a graph does not declare. LangGraph omits them from new checkpoints.
 *
 * A thread that was written with more fields than the current state loses none of them; a state that declares them again can
 * read them. A migration that drops a field removes its value.
 */
export class UndeclaredValues {
  readonly #channels: object;
  /** Values in the last checkpoint that was read or written. */
  #last: { readonly checkpointId: string; readonly values: Values } | null = null;

  constructor(channels: object) {
    this.#channels = channels;
  }

  /** True if the values of a checkpoint are known. */
  knows(checkpointId: string): boolean {
    return this.#last?.checkpointId === checkpointId;
  }

  /** Remembers the values of a checkpoint that was read. */
  read({ id, channel_values: all }: Checkpoint): void {
    const names = Object.keys(all).filter((name) => !isOfLangGraph(name) && !Object.hasOwn(this.#channels, name));
    this.#last = { checkpointId: id, values: Object.fromEntries(names.map((name) => [name, all[name]])) };
  }

  /** The checkpoint with the values of its parent. */
  addTo(checkpoint: Checkpoint, parentId: string): Checkpoint {
    const values = this.knows(parentId) ? (this.#last?.values ?? {}) : {};
    this.#last = { checkpointId: checkpoint.id, values };
    if (Object.keys(values).length === 0) return checkpoint;
    return { ...checkpoint, channel_values: { ...values, ...checkpoint.channel_values } };
  }
}

/** True for LangGraph's own channels. */
const isOfLangGraph = (name: string): boolean => name.startsWith("__") || name.startsWith("branch:");
