export { checkpointErrors } from "./errors.ts";
export type { Lease, ThreadLocks } from "./locks/thread-locks.ts";
export { strictSerializer } from "./serializer/strict-serializer.ts";
export { copyThread } from "./threads/copy-thread.ts";
export { exportThread } from "./threads/export-thread.ts";
export { importThread } from "./threads/import-thread.ts";
export { importThreads } from "./threads/import-threads.ts";
export type { ThreadDocument } from "./threads/thread-document.ts";
