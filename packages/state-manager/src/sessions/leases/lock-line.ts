import type { AcquireOptions, Acquisition } from "./lock.ts";

/** A place in a line: call it to let the next one in. */
type Leave = () => void;

/**
 * Lines of those who want the same thread, first come, first served, within one process.
 *
 * @internal
 */
export class LockLine {
  readonly #last = new Map<string, Promise<void>>();

  /** Waits until it is the caller's turn; an answer instead of a place when they would not wait, or no longer. */
  async enter(threadId: string, { onBusy = "wait", signal }: AcquireOptions): Promise<Leave | Acquisition> {
    if (signal?.aborted === true) return { outcome: "aborted", threadId };
    const before = this.#last.get(threadId);
    if (before !== undefined && onBusy === "refuse") return { outcome: "busy", threadId, until: null };
    const { promise: passed, settle: open } = settleable<void>();
    // One who gives up hands their place on at once, but not before those in front of them are through.
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

/** True when it came before the signal did. */
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

/** A promise that is settled from outside. */
function settleable<Value>(): Settleable<Value> {
  const outside: { settle?: (value: Value) => void } = {};
  const promise = new Promise<Value>((resolve) => {
    outside.settle = resolve;
  });
  return { promise, settle: (value) => outside.settle?.(value) };
}
