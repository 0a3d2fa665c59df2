export type { StoredClass, StoredClasses } from "./encode-value.ts";
export { checkpointErrors } from "./errors.ts";
export { type StrictSerializer, strictSerializer, type StrictSerializerOptions } from "./strict-serializer.ts";
