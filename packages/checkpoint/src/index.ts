export type { StoredClass, StoredClasses } from "./serializer/encode-value.ts";
export { checkpointErrors } from "./errors.ts";
export {
  type StrictSerializer,
  strictSerializer,
  type StrictSerializerOptions,
} from "./serializer/strict-serializer.ts";
