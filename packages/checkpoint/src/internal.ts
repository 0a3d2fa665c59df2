// For the packages of Tidemark only. Nothing here is supported: names change without a major version.

export { type Clock, type Ids, randomIds, systemClock } from "./kernel/clock.ts";
export { FENCE, FENCED, leaseMarks, withoutLease } from "./kernel/lease-names.ts";
export { isFencedBy, withFence } from "./locks/fenced-savers.ts";
export { memoryLocks } from "./locks/memory-locks.ts";
export type { LeaseStore } from "./locks/lease-store.ts";
export { leasedLocks, type LeaseOptions } from "./locks/leased-locks.ts";
export type { AcquireOptions, Acquisition } from "./locks/thread-locks.ts";
export type { PostgresLockOptions } from "./postgres/locks/postgres-locks.ts";
export type { StoredClasses } from "./serializer/encode-value.ts";
export type { TidemarkSaver } from "./saver/saver.ts";
export type { ChangesOptions, CheckpointChanges } from "./saver/thread-changes.ts";
export type { ThreadStats } from "./saver/thread-stats.ts";
export { COMPARE_AND_SET, type Swap } from "./store/compare-and-set.ts";
export type { PostgresPool } from "./postgres/connection.ts";
export { postgresPlaceOf } from "./postgres/saver-place.ts";
export { type EmittingPool, surviveLostConnections } from "./postgres/pool/lost-connections.ts";
export { isForbidden, missingRight } from "./postgres/rights.ts";
export type { ListedThread, ReadCheckpoint, SaverStore } from "./saver/saver-store.ts";
export { readThread } from "./threads/read-thread.ts";
export { readThreadDocument } from "./threads/thread-document.ts";
export { writtenThread } from "./threads/written-thread.ts";
export { type Lease } from "./locks/thread-locks.ts";
