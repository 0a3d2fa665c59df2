// For the packages of Tidemark only. Nothing here is supported: names change without a major version.

export { type Clock, type Ids, randomIds, systemClock } from "./clock.ts";
export { FENCE, FENCED, leaseMarks, withoutLease } from "./locks/lease-names.ts";
export { memoryLocks } from "./locks/memory-locks.ts";
