/** Time and waiting, injected so that nothing depends on the real clock. */
export interface Clock {
  /** Current moment, as ISO 8601 in UTC with `Z`. */
  now(): string;
  /** Resolves after this many milliseconds, or at once when the signal is aborted. Never rejects. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Source of unique ids. */
export interface Ids {
  /** Returns the next id. */
  next(): string;
}

/** Longest time of a timer in milliseconds. A longer one would run out at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The clock of the machine.
 *
 * @example
 * ```ts
 * import { systemClock } from "tidemark";
 *
 * console.log(systemClock.now().endsWith("Z")); // true
 * ```
 */
export const systemClock: Clock = Object.freeze({
  now: () => new Date().toISOString(),
  wait: (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      let timer: ReturnType<typeof setTimeout>;
      const waitFor = (left: number): void => {
        timer = setTimeout(
          left > LONGEST_TIMER ? () => waitFor(left - LONGEST_TIMER) : done,
          Math.min(left, LONGEST_TIMER),
        );
      };
      waitFor(milliseconds);
      signal?.addEventListener("abort", done, { once: true });
    }),
});

/**
 * Random ids, as UUIDs.
 *
 * @example
 * ```ts
 * import { randomIds } from "@tidemark/state-manager/internal";
 *
 * console.log(randomIds.next() === randomIds.next()); // false
 * ```
 */
export const randomIds: Ids = Object.freeze({ next: () => crypto.randomUUID() });
