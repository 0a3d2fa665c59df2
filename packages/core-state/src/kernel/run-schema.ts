import { z } from "zod";
import { coreStateErrors } from "./errors.ts";

/** First problem of a value, with its path. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Runs the schema of a field. Throws `core-state/asyncSchema` if the schema is asynchronous. */
export function runSchema(field: string, schema: z.ZodType, value: unknown): Fault | { readonly data: unknown } {
  try {
    const { data, error } = schema.safeParse(value);
    const [first] = error?.issues ?? [];
    return first === undefined ? { data } : deepest(first);
  } catch (error) {
    throw error instanceof z.core.$ZodAsyncError ? coreStateErrors.asyncSchema({ field }) : error;
  }
}

/** Returns the issue of the union branch that got furthest into the value, because a union's own "Invalid input" does not help. */
function deepest(issue: z.core.$ZodIssue): Fault {
  if (issue.code !== "invalid_union") return issue;
  const inside = issue.errors.flatMap((branch) => branch.slice(0, 1).map(deepest));
  const [furthest, next] = inside.toSorted((one, other) => other.path.length - one.path.length);
  if (furthest === undefined || furthest.path.length === (next?.path.length ?? 0)) return issue;
  return { path: [...issue.path, ...furthest.path], message: furthest.message };
}
