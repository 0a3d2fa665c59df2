import { formatPath, type Path } from "./path.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";

/**
 * Returns true for a key that an update must not contain: three keys that can change a prototype, and `__overwrite__`,
 * which LangGraph reads as a command to replace the whole field.
 */
export function isUnsafeKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype" || key === "__overwrite__";
}

/** Throws `reducers/unsafeKey` if an update must not contain the key below `path`. */
export function assertSafeKey(key: string, path: Path): void {
  if (isUnsafeKey(key)) throw reducerErrors.unsafeKey({ path: formatPath([...path, key]) });
}
