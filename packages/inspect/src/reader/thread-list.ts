import { isoOf } from "../clock.ts";
import { pendingOf } from "../history/pending.ts";
import { timeOfId } from "../history/step-time.ts";
import type { HistorySource, StoredThread } from "../source/history-source.ts";

/** A thread of a list. */
export interface ListedThread {
  readonly threadId: string;
  readonly checkpoints: number;
  /** Time of the newest checkpoint, as ISO 8601. Null if its id does not contain it. */
  readonly updatedAt: string | null;
  /** `waiting` for a person, `failed` with an error, or `idle`: finished, running or stopped. */
  readonly status: "waiting" | "failed" | "idle";
}

/** Threads to list. */
export interface ThreadQuery {
  /** Text that the id contains, in any case. */
  readonly search?: string;
  /** Only threads with this status. */
  readonly status?: ListedThread["status"];
  /** `updated` lists the most recently changed first, `size` the one with the most checkpoints. Defaults to `updated`. */
  readonly sort?: "updated" | "size" | "id";
  /** Maximum number of threads. Defaults to 100. */
  readonly limit?: number;
}

/** A page of threads, and how many match. */
export interface ThreadPage {
  readonly threads: readonly ListedThread[];
  /** Number of threads that match, also beyond the limit. */
  readonly matching: number;
  /** Number of all threads. */
  readonly total: number;
}

/** Lists threads. Reads the pending writes of those whose newest checkpoint has any. */
export class ThreadList {
  readonly #source: HistorySource;

  constructor(source: HistorySource) {
    this.#source = source;
  }

  async page({ search = "", status, sort = "updated", limit = 100 }: ThreadQuery): Promise<ThreadPage> {
    const all = await this.#source.threads();
    const wanted = search.toLowerCase();
    const found: StoredThread[] = [];
    for (const thread of all) {
      if (!thread.threadId.toLowerCase().includes(wanted)) continue;
      if (status === undefined || (await this.#statusOf(thread)) === status) found.push(thread);
    }
    if (sort === "size") found.sort((one, other) => other.checkpoints - one.checkpoints);
    if (sort === "id") found.sort((one, other) => (one.threadId < other.threadId ? -1 : 1));
    const threads: ListedThread[] = [];
    for (const thread of found.slice(0, limit)) {
      const time = timeOfId(thread.newest);
      threads.push({
        threadId: thread.threadId,
        checkpoints: thread.checkpoints,
        updatedAt: time === null ? null : isoOf(time),
        status: await this.#statusOf(thread),
      });
    }
    return { threads, matching: found.length, total: all.length };
  }

  async #statusOf({ threadId, newest, hasWrites }: StoredThread): Promise<ListedThread["status"]> {
    if (!hasWrites) return "idle";
    // An open question may be answered without a new checkpoint, so its writes are read again.
    const { interrupts, errors } = pendingOf(await this.#source.writes({ threadId, id: newest }));
    return interrupts.length > 0 ? "waiting" : errors.length > 0 ? "failed" : "idle";
  }
}
