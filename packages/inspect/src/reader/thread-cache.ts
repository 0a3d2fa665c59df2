import { nearestName } from "@tidemark/core-state/internal";
import { inspectErrors } from "../errors.ts";
import { NewestEntries } from "../newest-entries.ts";
import { shownSteps } from "../history/shown-steps.ts";
import { threadSteps, type ThreadStep, type ThreadSteps } from "../history/thread-steps.ts";
import { withNodeTimes } from "../history/node-times.ts";
import { withWaits } from "../history/waits.ts";
import type { HistorySource } from "../source/history-source.ts";

/** Maximum number of threads whose steps are kept. */
const KEPT = 8;

/** Steps of the threads that were read last, read again when a thread has a newer checkpoint. */
export class ThreadCache {
  readonly #source: HistorySource;
  readonly #threads = new NewestEntries<ThreadSteps>(KEPT);
  /** Newest steps of the thread that was read last in part, all of them with what they changed. */
  #part: { readonly threadId: string; readonly all: ThreadSteps } | null = null;

  readonly #onRead: (threadId: string, all: ThreadSteps) => Promise<void>;

  /** Calls a function with the steps of each thread that was read, before anybody else gets them. */
  constructor(
    source: HistorySource,
    onRead: (threadId: string, all: ThreadSteps) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#source = source;
    this.#onRead = onRead;
  }

  /** Steps of a thread. Throws `inspect/unknownThread`. */
  async steps(threadId: string): Promise<ThreadSteps> {
    const newest = await this.#source.newest(threadId);
    if (newest === null) throw await this.#unknown(threadId);
    const known = this.#threads.get(threadId);
    const steps = known?.newest === newest ? known : await this.#read(threadId, newest);
    this.#keep(threadId, steps);
    return steps;
  }

  /**
   * Newest steps of a thread, from the beginning of a turn on, or all if they are known or few. `isWhole` is true for all. Throws
   * `inspect/unknownThread`.
   */
  async newestSteps(
    threadId: string,
    count: number,
  ): Promise<{ readonly all: ThreadSteps; readonly isWhole: boolean }> {
    const newest = await this.#source.newest(threadId);
    if (newest === null) throw await this.#unknown(threadId);
    const known = this.#threads.get(threadId);
    if (known?.newest === newest) return { all: known, isWhole: true };
    const stored = await this.#source.steps(threadId, count);
    const all = await this.#complete(threadId, threadSteps(stored, newest));
    // The first one of a part has no parent there, so what it changed is not known.
    const first = all.steps.findIndex(({ source, parent }) => source === "input" && parent !== null);
    const isWhole = stored.length !== count;
    if (isWhole) this.#keep(threadId, all);
    if (isWhole || first === -1) return { all: isWhole ? all : await this.steps(threadId), isWhole: true };
    const part = { ...all, steps: all.steps.slice(first) };
    this.#part = { threadId, all: part };
    return { all: part, isWhole: false };
  }

  /**
   * Steps of a thread for what only needs a step and its parent: the newest ones, if they were read and contain the step, else all. A step
   * with the field `unless` needs all of them. Throws `inspect/unknownThread`.
   */
  async stepsWith(threadId: string, step = "newest", unless: string | null = null): Promise<ThreadSteps> {
    const { threadId: partly, all } = this.#part ?? {};
    if (all === undefined || partly !== threadId || this.#threads.has(threadId)) return this.steps(threadId);
    const id = step === "newest" ? all.newest : step;
    // Forks are counted from the first step on.
    const isThere =
      all.steps.some((each) => each.id === id && each.branch === 0) &&
      (unless === null || !Object.hasOwn(all.stored.get(id)?.values ?? {}, unless));
    const isNewest = isThere && (await this.#source.newest(threadId)) === all.newest;
    return isNewest ? all : this.steps(threadId);
  }

  async #read(threadId: string, newest: string): Promise<ThreadSteps> {
    return this.#complete(threadId, threadSteps(await this.#source.steps(threadId), newest));
  }

  /** Adds what only values tell about steps. */
  async #complete(threadId: string, steps: ThreadSteps): Promise<ThreadSteps> {
    const waited = await withWaits(this.#source, threadId, steps);
    const all = await withNodeTimes(this.#source, threadId, waited);
    await this.#onRead(threadId, all);
    return all;
  }

  #keep(threadId: string, steps: ThreadSteps): void {
    if (this.#part?.threadId === threadId) this.#part = null;
    this.#threads.set(threadId, steps);
  }

  async #unknown(threadId: string): Promise<Error> {
    const known = (await this.#source.threads()).slice(0, 1_000).map((each) => each.threadId);
    return inspectErrors.unknownThread({ threadId, nearest: nearestName(threadId, known) });
  }
}

/** Number of a turn, which names its last step. */
const TURN = /^\d{1,7}$/;

/**
 * Finds a step by its label, its id or the beginning of its id; the number of a turn names its last step. `first` and `newest` too.
 * Throws `inspect/unknownStep`.
 */
export function findStep(all: ThreadSteps, threadId: string, step = "newest"): ThreadStep {
  const [first] = step === "first" ? shownSteps(all.steps) : [];
  if (first !== undefined) return first;
  const last = TURN.test(step)
    ? all.steps.findLast(({ turn, branch }) => branch === 0 && turn === Number(step))
    : undefined;
  if (last !== undefined) return last;
  const exact = all.byId.get(step === "newest" ? all.newest : step);
  if (exact !== undefined) return exact;
  const [found, second] = all.steps.filter(
    ({ label, id }) => label === step || (step.length >= 8 && id.startsWith(step)),
  );
  if (found === undefined || second !== undefined) throw inspectErrors.unknownStep({ step, threadId });
  return found;
}

/** A field that the thread has at some step may be missing at others. Throws `inspect/unknownField` for any other name. */
export function requireField(
  { stored }: ThreadSteps,
  { threadId, at, field }: { readonly threadId: string; readonly at: ThreadStep; readonly field: string },
): void {
  const known = Object.keys(stored.get(at.id)?.values ?? {});
  if (known.includes(field)) return;
  for (const { values } of stored.values()) if (Object.hasOwn(values, field)) return;
  throw inspectErrors.unknownField({ field, threadId, nearest: nearestName(field, known) });
}
