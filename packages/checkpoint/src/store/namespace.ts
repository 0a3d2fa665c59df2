import { InvalidNamespaceError, type MatchCondition } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { kindOf } from "../kernel/value-kind.ts";

/** Separates the labels of a path. No label contains it. */
const SEPARATOR = ":";

/** The character after the separator, where the paths inside a namespace end. */
const AFTER_SEPARATOR = ";";

/**
 * Writes a namespace as a path. Different namespaces have different paths.
 *
 * Throws LangGraph's `InvalidNamespaceError` for an empty namespace, and for a label that is empty, contains `.`, `:` or NUL, or half of a
 * character.
 */
export function pathOf(namespace: readonly string[]): string {
  if (namespace.length === 0) throw new InvalidNamespaceError("Namespace cannot be empty.");
  for (const label of namespace) {
    const problem = problemOf(label);
    if (problem !== null) {
      throw new InvalidNamespaceError(
        `Invalid namespace label ${JSON.stringify(label)}: it ${problem}. Choose another label.`,
      );
    }
  }
  return namespace.join(SEPARATOR);
}

function problemOf(label: unknown): string | null {
  if (typeof label !== "string") return `is ${kindOf(label)} instead of text`;
  if (label === "") return "is empty";
  if (/[.:\0]/.test(label)) return "contains a period, a colon or a NUL character";
  return hasHalfCharacter(label) ? "contains half of a character" : null;
}

const hasHalfCharacter = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Throws `checkpoint/invalidKey` for a key that SQLite would change. */
export function requireKey(key: unknown): asserts key is string {
  if (typeof key !== "string") throw checkpointErrors.invalidKey({ problem: `is ${kindOf(key)}` });
  if (hasHalfCharacter(key)) throw checkpointErrors.invalidKey({ problem: "contains half of a character" });
}

/** Reads a path. */
export const namespaceOf = (path: string): string[] => path.split(SEPARATOR);

/** Paths of a namespace and of all namespaces inside it: the path itself, and those from `from` to before `to`. */
export function pathsInside(prefix: readonly string[]): Record<"from" | "path" | "to", string> | null {
  if (prefix.length === 0) return null;
  const path = pathOf(prefix);
  return { path, from: `${path}${SEPARATOR}`, to: `${path}${AFTER_SEPARATOR}` };
}

/** Conditions and page of a list of namespaces. */
export interface NamespaceQuery {
  readonly matchConditions?: readonly MatchCondition[] | undefined;
  readonly maxDepth?: number | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Selects, shortens and sorts namespaces. */
export function listNamespaces(
  paths: readonly string[],
  { matchConditions = [], maxDepth, limit, offset = 0 }: NamespaceQuery,
): string[][] {
  const matching = paths.map(namespaceOf).filter((labels) => matchConditions.every((each) => matches(labels, each)));
  const shortened = matching.map((labels) => (maxDepth === undefined ? labels : labels.slice(0, maxDepth)));
  const unique = [...new Set(shortened.map((labels) => labels.join(SEPARATOR)))];
  const sorted = unique.toSorted((one, other) => one.localeCompare(other));
  return sorted.slice(offset, offset + (limit ?? sorted.length)).map(namespaceOf);
}

function matches(labels: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > labels.length) return false;
  const start = matchType === "suffix" ? labels.length - path.length : 0;
  return path.every((label, index) => label === "*" || label === labels[start + index]);
}
