import { findNonJson } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { workerErrors } from "../errors.ts";
import type { StoredOutcome } from "./turn-outcome.ts";
import type { TurnRequest } from "./turn-request.ts";

/** Writes a request as JSON. Throws `workers/invalidRequest` for what JSON cannot represent. */
export function writeRequest(request: TurnRequest): string {
  const found = findNonJson(request);
  if (found !== null) throw workerErrors.invalidRequest({ at: found.at, found: found.found });
  return JSON.stringify(request);
}

/** Reads a stored request. The storage is trusted: only `writeRequest` writes to it. */
export const readRequest = (text: unknown): TurnRequest =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  JSON.parse(String(text)) as TurnRequest;

/** Reads a stored result. */
export function readOutcome(text: unknown): StoredOutcome | null {
  if (typeof text !== "string") return null;
  const outcome: unknown = JSON.parse(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only stores of this package write it
  return isPlainRecord(outcome) ? (outcome as unknown as StoredOutcome) : null;
}
