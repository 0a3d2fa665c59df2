import { workerErrors } from "../errors.ts";

/** Returns a whole number. Throws `workers/invalidOption` for anything else, or for less than `least`. */
export function requireCount(option: string, value: unknown, least = 1): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= least) return value;
  throw workerErrors.invalidOption({ option, found: shown(value), expected: `a number of at least ${least}` });
}

/** Returns a text that is not empty. Throws `workers/invalidOption` for anything else. */
export function requireText(option: string, value: unknown): string {
  if (typeof value === "string" && value !== "" && value.length <= 256 && !value.includes("\u0000")) return value;
  const expected = "a text of 1 to 256 characters without a NUL character";
  throw workerErrors.invalidOption({ option, found: shown(value), expected });
}

/** Returns a handling of unfinished turns. Throws `workers/invalidOption` for anything else. */
export function requireUnfinished<Policy extends string>(value: Policy): Policy {
  if (["finish", "end", "refuse"].includes(value)) return value;
  throw workerErrors.invalidOption({ option: "unfinished", found: shown(value), expected: "finish, end or refuse" });
}

const shown = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? JSON.stringify(value)
    : value === null
      ? "null"
      : typeof value;
