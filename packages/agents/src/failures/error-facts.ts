/**
 * Facts about one error in a chain of causes.
 *
 * @internal
 */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  /** Code of the error, or LangGraph's error code. Empty without one. */
  readonly code: string;
  /** HTTP status of a response. Null without one. */
  readonly status: number | null;
}

/** Maximum number of causes to follow. Longer chains are cycles or add no information. */
const DEEPEST = 5;

/** Maximum length of a stored message. A server may send back a whole page. */
const LONGEST = 2000;

/**
 * Reads an error and its causes, the outermost first. Accepts any thrown value.
 *
 * @internal
 */
export function errorFacts(error: unknown): readonly ErrorFacts[] {
  const facts: ErrorFacts[] = [];
  let current = error;
  while (facts.length < DEEPEST && (facts.length === 0 || isObject(current))) {
    facts.push(factsOf(current));
    current = read(current, "cause");
  }
  return facts;
}

/**
 * Returns the message of any thrown value, never empty.
 *
 * @internal
 */
export function messageOf(error: unknown): string {
  const [facts] = errorFacts(error);
  return facts === undefined || facts.message === "" ? (facts?.name ?? "Error") : facts.message;
}

function factsOf(error: unknown): ErrorFacts {
  if (!isObject(error)) return { name: nameOfPrimitive(error), message: textOf(error), code: "", status: null };
  const code = [read(error, "lc_error_code"), read(error, "code")].find((value) => typeof value === "string");
  return {
    name: nameOf(error),
    message: textOf(read(error, "message")),
    code: typeof code === "string" ? code.slice(0, 100) : "",
    status: statusOf(error),
  };
}

/**
 * The class name is more specific than an inherited name: `class TimeoutError extends Error {}` has the name "Error".
 */
function nameOf(error: object): string {
  const name = read(error, "name");
  const ofClass = read(read(error, "constructor"), "name");
  const known = [name, ofClass].filter(
    (candidate): candidate is string => typeof candidate === "string" && candidate !== "",
  );
  return (known.find((candidate) => candidate !== "Error" && candidate !== "Object") ?? known[0] ?? "Error").slice(
    0,
    100,
  );
}

function statusOf(error: object): number | null {
  const found = [
    read(error, "status"),
    read(error, "statusCode"),
    read(read(error, "response"), "status"),
    read(read(error, "response"), "statusCode"),
  ].find((value) => typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 599);
  return typeof found === "number" ? found : null;
}

const nameOfPrimitive = (error: unknown): string => (error === null ? "null" : typeof error);

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).slice(0, LONGEST)
    : "";

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** Reads one property. Undefined if a getter or proxy throws. */
function read(from: unknown, key: string): unknown {
  if (!isObject(from)) return undefined;
  try {
    const value: unknown = Reflect.get(from, key);
    return value;
  } catch {
    return undefined;
  }
}
