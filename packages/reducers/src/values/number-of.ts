import { reducerErrors } from "../errors/reducer-errors.ts";
import { nameOf } from "./plain-record.ts";

/** A finite number, or the empty value for a missing one. Throws `reducers/wrongShape` for anything else. */
export function numberOf(value: unknown, path: "" | "current", empty = 0): number {
  if (value === undefined || value === null) return empty;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const found = typeof value === "number" ? String(value) : nameOf(value);
  throw reducerErrors.wrongShape({ path, expected: "a finite number", found });
}
