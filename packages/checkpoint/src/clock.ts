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
      const timer = setTimeout(done, milliseconds);
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
