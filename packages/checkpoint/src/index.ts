export { checkpointErrors } from "./errors.ts";
export { type ImportedThreads, importThreads } from "./import-threads.ts";
export type { AcquireOptions, Acquisition, Lease, ThreadLocks } from "./locks/thread-locks.ts";
export type { StoredClass, StoredClasses } from "./serializer/encode-value.ts";
export {
  type StrictSerializer,
  strictSerializer,
  type StrictSerializerOptions,
} from "./serializer/strict-serializer.ts";
export type { ThreadDocument } from "./storage/thread-document.ts";
export { copyThread, type CopyThreadOptions } from "./threads/copy-thread.ts";
export { exportThread } from "./threads/export-thread.ts";
export { importThread, type ImportThreadOptions } from "./threads/import-thread.ts";
export type { ThreadSource } from "./threads/thread-store.ts";
