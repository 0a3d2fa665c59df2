import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";
import { findNonJson } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "./errors.ts";

/**
 * Returns the SHA-256 of a value's JSON in hexadecimal. The order of object keys does not matter.
 *
 * A value that is not JSON throws `state-manager/undigestible`: a BigInt, a function, `undefined`, a circular reference, a value
 * that is nested too deeply or whose properties cannot be read.
 *
 * @example
 * ```ts
 * import { digest } from "tidemark/checkpoint";
 *
 * console.log(digest({ a: 1, b: 2 }) === digest({ b: 2, a: 1 }), digest({ a: 1 }).length); // true 64
 * ```
 */
export const digest = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(textOf(value))));

function textOf(value: unknown): string {
  let text: unknown;
  let cause: unknown;
  try {
    text = JSON.stringify(inKeyOrder(value));
  } catch (error) {
    cause = error;
  }
  if (typeof text === "string") return text;
  const fault = findNonJson(value) ?? { at: "", found: "a value without JSON" };
  throw stateManagerErrors.undigestible({ at: fault.at, found: fault.found }, { cause });
}

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isPlainRecord(value)) return value;
  // Pairs instead of a record: JavaScript would sort number-like keys first and lose a key such as __proto__.
  return {
    record: Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, inKeyOrder(inner)]),
  };
}
