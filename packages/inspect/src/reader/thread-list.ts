import { isoOf } from "../clock.ts";
import { timeOfId } from "../history/step-time.ts";
import type { HistorySource, StoredThread } from "../source/history-source.ts";
import { KnownThreads, type ListedValues, type ThreadFacts } from "./thread-facts.ts";

/** A thread of a list. */
export interface ListedThread {
  readonly threadId: string;
  readonly checkpoints: number;
  /** Time of the newest checkpoint, as ISO 8601. Null if its id does not contain it. */
  readonly updatedAt: string | null;
  /** `waiting` for a person, `running`, `failed`, `unfinished` or `idle`. Null if it was not read yet. */
  readonly status: ThreadFacts["status"] | null;
  /** Nodes that run next. Empty for a thread whose turn has ended, or that was not read yet. */
  readonly next: readonly string[];
  /** User of the thread. Null if the state does not say, or was not read yet. */
  readonly user: string | null;
  /** Newest message of the user. Null if the state has no conversation, or was not read yet. */
  readonly text: string | null;
}

/** Orders of a list of threads. */
export const SORTS = ["updated", "size", "id"] as const;

/** Order of a list of threads. */
export type ThreadSort = (typeof SORTS)[number];

/** Threads to list. */
export interface ThreadQuery {
  /** Text that the id, the user or the last message of the user contains, in any case. */
  readonly search?: string | undefined;
  /** Only threads with this status. */
  readonly status?: ThreadFacts["status"] | undefined;
  /** `updated` lists the most recently changed first, `size` the one with the most checkpoints. Defaults to `updated`. */
  readonly sort?: ThreadSort | undefined;
  /** Maximum number of threads. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Maximum number of threads that are read for this answer; those on top come first. Defaults to all that are needed. */
  readonly reads?: number | undefined;
  /** Ids of threads that are read before others, because somebody looks at them. Defaults to none. */
  readonly shown?: readonly string[];
}

/** A page of threads, and how many match. */
export interface ThreadPage {
  readonly threads: readonly ListedThread[];
  /** Number of threads that match, also beyond the limit. */
  readonly matching: number;
  /** Number of all threads. */
  readonly total: number;
  /** Number of threads whose user and last text are known. Of others, a search knows only the id. */
  readonly searched: number;
  /** False if more threads have to be read to answer completely. The next answer knows more. */
  readonly isComplete: boolean;
}

/** Statuses of threads at whose end a task has written something. */
const NEEDS_WRITES: ReadonlySet<string> = new Set<ThreadFacts["status"]>(["waiting", "failed"]);

/** Lists threads. Reads user, text and open questions once for each newest checkpoint. */
export class ThreadList {
  readonly #source: HistorySource;
  readonly #known: KnownThreads;
  #all: { readonly mark: string; readonly threads: readonly StoredThread[] } | null = null;

  constructor(source: HistorySource, shown: ListedValues) {
    this.#source = source;
    this.#known = new KnownThreads(source, shown);
  }

  async page(query: ThreadQuery): Promise<ThreadPage> {
    const { search = "", status, sort = "updated", limit = 100, reads = Infinity, shown = [] } = query;
    const { threads: all, isNew } = await this.#threads();
    const wanted = search.toLowerCase();
    if (isNew) await this.#known.refresh(all);
    const sorted = sort === "updated" ? all : all.toSorted(sort === "size" ? bySize : byId);
    const looked = new Set(shown);
    await this.#known.read(looked.size === 0 ? [] : sorted.filter(({ threadId }) => looked.has(threadId)), reads);
    // Without a text to find, only threads that are shown are read, and those that may wait.
    const first =
      status === undefined
        ? sorted.slice(0, Math.min(limit, reads))
        : sorted.filter(({ hasWrites }) => hasWrites || !NEEDS_WRITES.has(status));
    const isComplete = await this.#known.read(wanted === "" ? first : sorted, reads);
    const found = sorted.filter((thread) => this.#matches(thread, { wanted, status }));
    return {
      threads: found.slice(0, limit).map((thread) => this.#listed(thread)),
      matching: found.length,
      total: all.length,
      searched: all.filter((thread) => this.#known.get(thread) !== null).length,
      isComplete,
    };
  }

  /** All threads, listed again only if the database has changed. */
  async #threads(): Promise<{ readonly threads: readonly StoredThread[]; readonly isNew: boolean }> {
    const mark = (await this.#source.mark?.()) ?? null;
    if (mark !== null && this.#all?.mark === mark) return { threads: this.#all.threads, isNew: false };
    const threads = await this.#source.threads();
    this.#all = mark === null ? null : { mark, threads };
    return { threads, isNew: true };
  }

  #matches(
    thread: StoredThread,
    { wanted, status }: { readonly wanted: string; readonly status: ThreadFacts["status"] | undefined },
  ): boolean {
    const facts = this.#known.get(thread);
    if (status !== undefined && facts?.status !== status) return false;
    return [thread.threadId, facts?.user, facts?.text].some((each) => each?.toLowerCase().includes(wanted) === true);
  }

  #listed(thread: StoredThread): ListedThread {
    const facts = this.#known.get(thread);
    const time = timeOfId(thread.newest);
    return {
      threadId: thread.threadId,
      checkpoints: thread.checkpoints,
      updatedAt: time === null ? null : isoOf(time),
      status: facts?.status ?? null,
      next: facts?.next ?? [],
      user: facts?.user ?? null,
      text: facts?.text ?? null,
    };
  }
}

const bySize = (one: StoredThread, other: StoredThread): number => other.checkpoints - one.checkpoints;
const byId = (one: StoredThread, other: StoredThread): number => (one.threadId < other.threadId ? -1 : 1);
