import { formatPath, type Path } from "./path.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";

/**
 * Says whether a key must not come from outside: the three that reach a prototype, and the one that LangGraph reads as
 * "replace the whole field".
 */
export function isUnsafeKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype" || key === "__overwrite__";
}

/** Throws `reducers/unsafeKey` when the key, which stands below `path`, must not come from outside. */
export function assertSafeKey(key: string, path: Path): void {
  if (isUnsafeKey(key)) throw reducerErrors.unsafeKey({ path: formatPath([...path, key]) });
}
