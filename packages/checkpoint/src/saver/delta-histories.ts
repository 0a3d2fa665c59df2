import type { CheckpointPendingWrite, DeltaChannelHistory } from "@langchain/langgraph-checkpoint";

/**
 * Histories of delta channels while the ancestors of a checkpoint are walked, the nearest first.
 *
 * @internal
 */
export class DeltaHistories {
  readonly #histories: ReadonlyMap<string, DeltaChannelHistory>;
  readonly #missing: Set<string>;

  constructor(channels: readonly string[]) {
    this.#histories = new Map(channels.map((channel) => [channel, { writes: [] }]));
    this.#missing = new Set(channels);
  }

  /** True if every channel has the value that its history begins with. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Adds the writes of an ancestor. Returns the channels whose history begins there if it stores a value of them. */
  addWrites(writes: readonly CheckpointPendingWrite[]): readonly string[] {
    const missing = [...this.#missing];
    for (const channel of missing)
      this.#histories.get(channel)?.writes.unshift(...writes.filter((write) => write[1] === channel));
    return missing;
  }

  /** Sets the value that the history of a channel begins with. A key without a value is ignored. */
  begin(channel: string, value: unknown): void {
    const history = this.#histories.get(channel);
    if (history === undefined || value === undefined) return;
    history.seed = value;
    this.#missing.delete(channel);
  }

  result(): Record<string, DeltaChannelHistory> {
    return Object.fromEntries(this.#histories);
  }
}
