import { findNonJson } from "@tidemark/core-state";
import type { RunInterrupt } from "./run-events.ts";

/**
 * A value as plain JSON, without what JSON cannot represent; null when nothing remains.
 *
 * Questions come from application code and may hold anything; a store leaves the same out.
 *
 * @internal
 */
export function plainJson(value: unknown): RunInterrupt["value"] {
  if (value === undefined) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just found to be plain JSON
  if (findNonJson(value) === null) return value as RunInterrupt["value"];
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON reads is JSON
    return JSON.parse(JSON.stringify(value) ?? "null") as RunInterrupt["value"];
  } catch {
    return null;
  }
}
