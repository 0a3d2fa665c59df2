import { stateManagerErrors } from "./errors.ts";
import { jsonKind } from "./json-kind.ts";

/**
 * Throws `state-manager/invalidThreadId` for an id that is not a string, or that contains a NUL character, which Postgres cannot store.
 *
 * @internal
 */
export function requireThreadId(threadId: unknown): void {
  if (typeof threadId !== "string") throw stateManagerErrors.invalidThreadId({ problem: `is ${jsonKind(threadId)}` });
  if (threadId.includes("\u0000")) {
    throw stateManagerErrors.invalidThreadId({ problem: `contains a NUL character: ${JSON.stringify(threadId)}` });
  }
}

/**
 * Throws `state-manager/invalidOption` for a value that is not one of the known values.
 *
 * @internal
 */
export function requireOption(option: string, value: unknown, known: readonly string[]): void {
  if (known.some((name) => name === value)) return;
  throw stateManagerErrors.invalidOption({ option, found: textOf(value), known });
}

const textOf = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : jsonKind(value));

/**
 * Throws `state-manager/invalidArgument` for a value that is not an object.
 *
 * @internal
 */
export function requireObject(argument: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw stateManagerErrors.invalidArgument({ argument, expected: "an object", found: jsonKind(value) });
  }
}

/**
 * Throws `state-manager/invalidArgument` for a number that is not whole and at least 1. Undefined stands for any number.
 *
 * @internal
 */
export function requireLimit(value: unknown): void {
  if (value !== undefined) requireWhole("limit", value, { least: 1 });
}

/**
 * Throws `state-manager/invalidArgument` for a value that is not a whole number within these bounds.
 *
 * @internal
 */
export function requireWhole(
  argument: string,
  value: unknown,
  { least, most = Infinity }: { readonly least: number; readonly most?: number },
): void {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return;
  const expected =
    most === Infinity ? `a whole number of at least ${least}` : `a whole number from ${least} to ${most}`;
  const found = typeof value === "number" ? String(value) : jsonKind(value);
  throw stateManagerErrors.invalidArgument({ argument, expected, found });
}

/**
 * Throws `state-manager/invalidArgument` for a value that is not a function.
 *
 * @internal
 */
export function requireFunction(argument: string, value: unknown): void {
  if (typeof value === "function") return;
  throw stateManagerErrors.invalidArgument({ argument, expected: "a function", found: jsonKind(value) });
}

/** Maximum length of a key, in characters. It is stored in every checkpoint of a turn. */
const MAX_KEY = 256;

/**
 * Throws `state-manager/invalidArgument` for a key that is not a text of 1 to 256 characters without a NUL character, which Postgres cannot
 * store.
 *
 * @internal
 */
export function requireKey(argument: string, value: unknown): void {
  if (typeof value === "string" && value !== "" && value.length <= MAX_KEY && !value.includes("\u0000")) return;
  const expected = `a text of 1 to ${MAX_KEY} characters without a NUL character`;
  const found = typeof value === "string" ? `a text of ${value.length} characters` : jsonKind(value);
  throw stateManagerErrors.invalidArgument({ argument, expected, found });
}

/** Maximum length of a text for a message, in characters. */
const MAX_TEXT = 100_000;

/**
 * Throws `state-manager/invalidArgument` for a value that is not a text of 1 to 100,000 characters.
 *
 * @internal
 */
export function requireText(argument: string, value: unknown): void {
  if (typeof value === "string" && value.trim() !== "" && value.length <= MAX_TEXT) return;
  const found = typeof value === "string" ? `a text of ${value.length} characters` : jsonKind(value);
  throw stateManagerErrors.invalidArgument({ argument, expected: `a text of 1 to ${MAX_TEXT} characters`, found });
}
