import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";
import { isPlainRecord } from "@tidemark/reducers";
import { stateManagerErrors } from "./errors.ts";
import { jsonKind } from "./json-kind.ts";

/**
 * Gives the SHA-256 of a JSON value, in hexadecimal; the order in which its keys were written plays no part.
 *
 * A value that is not JSON, or too deep for it, throws `state-manager/invalidArgument`.
 *
 * @example
 * ```ts
 * import { digest } from "@tidemark/state-manager";
 *
 * console.log(digest({ a: 1, b: 2 }) === digest({ b: 2, a: 1 }), digest({ a: 1 }).length); // true 64
 * ```
 */
export function digest(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(textOf(value))));
}

function textOf(value: unknown): string {
  try {
    // Undefined and functions have no text.
    const text: unknown = JSON.stringify(inKeyOrder(value));
    if (typeof text === "string") return text;
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw stateManagerErrors.invalidArgument({ argument: "value", expected: "plain JSON", found }, { cause: error });
  }
  throw stateManagerErrors.invalidArgument({ argument: "value", expected: "plain JSON", found: jsonKind(value) });
}

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isPlainRecord(value)) return value;
  // Pairs, not a record: number-like keys would go first, and a key like __proto__ would be lost.
  return {
    record: Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, inKeyOrder(inner)]),
  };
}
