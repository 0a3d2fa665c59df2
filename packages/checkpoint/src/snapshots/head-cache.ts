import type { Checkpoint } from "@langchain/langgraph-checkpoint";
import type { StoredSnapshot } from "./stored-snapshot.ts";

/** The checkpoint that was written or read last in a namespace of a thread, with its snapshot. */
export interface Head {
  readonly checkpoint: Checkpoint;
  readonly stored: StoredSnapshot;
}

/**
 * Newest checkpoints of the most recently used threads, up to a limit.
 *
 * @internal
 */
export class HeadCache {
  readonly #limit: number;
  readonly #heads = new Map<string, Head>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(threadId: string, namespace: string): Head | undefined {
    const key = keyOf(threadId, namespace);
    const head = this.#heads.get(key);
    if (head === undefined) return undefined;
    // A map is in the order of insertion: the first of it is what was used longest ago.
    this.#heads.delete(key);
    this.#heads.set(key, head);
    return head;
  }

  set(threadId: string, namespace: string, head: Head): void {
    const key = keyOf(threadId, namespace);
    this.#heads.delete(key);
    this.#heads.set(key, head);
    for (const oldest of this.#heads.keys()) {
      if (this.#heads.size <= this.#limit) return;
      this.#heads.delete(oldest);
    }
  }

  clear(): void {
    this.#heads.clear();
  }
}

const keyOf = (threadId: string, namespace: string): string => JSON.stringify([threadId, namespace]);
