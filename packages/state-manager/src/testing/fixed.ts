import type { Clock, Ids } from "../kernel/clock.ts";

/**
 * Creates a clock that starts at a fixed time and advances only with `wait`.
 *
 * @example
 * ```ts
 * import { fixedClock } from "tidemark/testing";
 *
 * const clock = fixedClock("2026-01-08T20:30:00.000Z");
 * await clock.wait(1500);
 * console.log(clock.now()); // 2026-01-08T20:30:01.500Z
 * ```
 */
export function fixedClock(start: string): Clock {
  let milliseconds = Date.parse(start);
  return {
    now: () => new Date(milliseconds).toISOString(),
    wait: async (duration) => {
      milliseconds += duration;
      await Promise.resolve();
    },
  };
}

/**
 * Creates ids that count up: `id_1`, `id_2`, …
 *
 * @example
 * ```ts
 * import { countingIds } from "tidemark/testing";
 *
 * const ids = countingIds("turn");
 * console.log(ids.next(), ids.next()); // turn_1 turn_2
 * ```
 */
export function countingIds(prefix = "id"): Ids {
  let count = 0;
  return {
    next: () => {
      count += 1;
      return `${prefix}_${count}`;
    },
  };
}
