import type { AcquireOptions, Acquisition } from "./thread-locks.ts";

/** Leaves the queue, so that the next caller may go on. */
type Leave = () => void;

/**
 * Queues of callers for the same thread, first come, first served, within one process.
 *
 * @internal
 */
export class ThreadQueue {
  readonly #last = new Map<string, Promise<void>>();

  /** Waits for the caller's turn and returns how to end it, or the outcome when the caller does not wait any longer. */
  async enter(threadId: string, { onBusy = "wait", signal }: AcquireOptions): Promise<Leave | Acquisition> {
    if (signal?.aborted === true) return { outcome: "aborted", threadId };
    const before = this.#last.get(threadId);
    if (before !== undefined && onBusy === "refuse") return { outcome: "busy", threadId, until: null };
    const { promise: passed, settle: open } = settleable<void>();
    // A caller that gives up leaves at once, but those behind still wait for those in front of it.
    const mine = (before ?? Promise.resolve()).then(() => passed);
    this.#last.set(threadId, mine);
    const leave: Leave = () => {
      open();
      if (this.#last.get(threadId) === mine) this.#last.delete(threadId);
    };
    if (before !== undefined && !(await inTime(before, signal))) {
      open();
      void mine.then(leave);
      return { outcome: "aborted", threadId };
    }
    return leave;
  }
}

/** True if the promise settles before the signal is aborted. */
function inTime(before: Promise<void>, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal === undefined) return before.then(() => true);
  const { promise: given, settle: give } = settleable<boolean>();
  const giveUp = () => give(false);
  signal.addEventListener("abort", giveUp, { once: true });
  return Promise.race([before.then(() => true), given]).finally(() => signal.removeEventListener("abort", giveUp));
}

interface Settleable<Value> {
  readonly promise: Promise<Value>;
  readonly settle: (value: Value) => void;
}

/** A promise with the function that settles it. */
function settleable<Value>(): Settleable<Value> {
  const outside: { settle?: (value: Value) => void } = {};
  const promise = new Promise<Value>((resolve) => {
    outside.settle = resolve;
  });
  return { promise, settle: (value) => outside.settle?.(value) };
}
