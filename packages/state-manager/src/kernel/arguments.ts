import { stateManagerErrors } from "./errors.ts";
import { jsonKind } from "./json-kind.ts";

/**
 * Throws `state-manager/invalidThreadId` for an id that is not text, or that holds a character NUL: Postgres cannot store it.
 *
 * @internal
 */
export function requireThreadId(threadId: unknown): void {
  if (typeof threadId !== "string") throw stateManagerErrors.invalidThreadId({ problem: `is ${jsonKind(threadId)}` });
  if (threadId.includes("\u0000")) {
    throw stateManagerErrors.invalidThreadId({ problem: `holds a NUL character: ${JSON.stringify(threadId)}` });
  }
}

/**
 * Throws `state-manager/invalidOption` for a value that an option does not have.
 *
 * @internal
 */
export function requireOption(option: string, value: unknown, known: readonly string[]): void {
  if (known.some((each) => each === value)) return;
  throw stateManagerErrors.invalidOption({ option, found: textOf(value), known });
}

const textOf = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : jsonKind(value));

/**
 * Throws `state-manager/invalidArgument` for what is not an object.
 *
 * @internal
 */
export function requireObject(argument: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw stateManagerErrors.invalidArgument({ argument, expected: "an object", found: jsonKind(value) });
  }
}
