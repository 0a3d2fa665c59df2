import { performance } from "node:perf_hooks";

/** Time of a trace. */
export interface TraceClock {
  /** Nanoseconds since 1970. */
  nanoseconds(): bigint;
}

/** The clock of the machine, in microseconds. */
export const traceClock: TraceClock = Object.freeze({
  nanoseconds: () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n,
});
