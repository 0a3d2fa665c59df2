/** Where time comes from and how to wait; the only things of a package that depend on when it runs. */
export interface Clock {
  /** The present moment, as ISO 8601 in UTC with `Z`. */
  now(): string;
  /** Resolves after so many milliseconds, or at once when the signal is aborted; it never rejects. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Where ids come from: no two are alike. */
export interface Ids {
  next(): string;
}

/**
 * The clock of the machine.
 *
 * @example
 * ```ts
 * import { systemClock } from "@tidemark/state-manager";
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
 * import { randomIds } from "@tidemark/state-manager";
 *
 * console.log(randomIds.next() === randomIds.next()); // false
 * ```
 */
export const randomIds: Ids = Object.freeze({ next: () => crypto.randomUUID() });

/**
 * Milliseconds since 1970 of an instant in ISO 8601, to compare and subtract instants with.
 *
 * @internal
 */
export const millisecondsOf = (instant: string): number => Date.parse(instant);
