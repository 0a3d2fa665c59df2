import { frozenCopy } from "../values/frozen-copy.ts";
import { reducerErrors } from "../errors/reducer-errors.ts";
import { sameJson } from "../values/same-json.ts";

/**
 * Keeps the value that is written first. Writing an equal value again changes nothing.
 *
 * A second, different value throws `reducers/writtenTwice`. `undefined` and `null` keep the current value.
 *
 * Laws: identity, idempotence, purity.
 *
 * @example
 * ```ts
 * import { writeOnce } from "tidemark";
 *
 * console.log(writeOnce(null, "run-1"), writeOnce("run-1", "run-1"), writeOnce("run-1", null)); // run-1 run-1 run-1
 * ```
 */
export function writeOnce<Value>(current: Value | null | undefined, update: Value | null | undefined): Value {
  const next = update ?? null;
  const written = current ?? null;
  if (written !== null && next !== null && !sameJson(written, next)) {
    throw reducerErrors.writtenTwice({ current: written, update: frozenCopy(next) });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- null only if nothing has been written
  return (written ?? frozenCopy(next)) as Value;
}
