import { findNonJson } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import { formatPath, isPlainRecord } from "@tidemark/reducers/internal";
import { digest } from "@tidemark/state-manager";

/** A value as plain JSON, or the part of it that JSON cannot represent. */
export type JsonForm =
  | { readonly ok: true; readonly json: JsonObject }
  | { readonly ok: false; readonly problem: string };

/**
 * Returns parsed inputs as plain JSON, the form in which they are shown, checked, stored and hashed. Dates become ISO
 * 8601, and big integers their digits.
 */
export function jsonForm(value: unknown): JsonForm {
  const plain = isPlainRecord(value) ? Object.fromEntries(formsIn(value, 0)) : null;
  if (plain === null) return { ok: false, problem: "a value that is not an object" };
  const other = findNonJson(plain);
  if (other === null) return { ok: true, json: plain };
  return { ok: false, problem: `${other.found} at "${formatPath(other.path)}"` };
}

/** Deeper values are reported by `findNonJson`. */
const DEEPEST = 250;

const formsIn = (record: object, depth: number): readonly (readonly [string, unknown])[] =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, formOf(value, depth + 1)]);

function formOf(value: unknown, depth: number): unknown {
  if (Object.is(value, -0)) return 0;
  if (typeof value === "bigint") return String(value);
  // oxlint-disable-next-line eslint/no-restricted-globals -- a value, and no clock
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? value : value.toISOString();
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => formOf(each, depth + 1));
  return isPlainRecord(value) ? Object.fromEntries(formsIn(value, depth)) : value;
}

/** True for equal JSON, regardless of the order of keys. */
export const sameForm = (one: unknown, other: unknown): boolean =>
  one === other || (one !== undefined && other !== undefined && digest(one) === digest(other));
