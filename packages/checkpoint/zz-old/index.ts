export { checkpointErrors } from "./errors.ts";
export { type ImportedThreads, importThreads, type ThreadSource } from "./import-threads.ts";
export type { StoredClass, StoredClasses } from "./serializer/encode-value.ts";
export {
  type StrictSerializer,
  strictSerializer,
  type StrictSerializerOptions,
} from "./serializer/strict-serializer.ts";
