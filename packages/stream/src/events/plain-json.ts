import { findNonJson } from "@tidemark/core-state";
import type { RunInterrupt } from "./run-events.ts";

/**
 * Converts a value to plain JSON, without the parts that JSON cannot represent. Returns null if nothing remains.
 *
 * Questions come from application code and may contain any value. Storing a question omits the same parts.
 *
 * @internal
 */
export function plainJson(value: unknown): RunInterrupt["value"] {
  if (value === undefined) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked to be plain JSON
  if (findNonJson(value) === null) return value as RunInterrupt["value"];
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of JSON.parse is JSON
    return JSON.parse(JSON.stringify(value) ?? "null") as RunInterrupt["value"];
  } catch {
    return null;
  }
}
