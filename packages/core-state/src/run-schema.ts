import { formatPath } from "@tidemark/reducers";
import { z } from "zod";
import { coreStateErrors } from "./errors.ts";

/** What a schema made of a value, or the first reason against the value and where it stands. */
export type SchemaRun =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly at: string; readonly message: string };

/** Runs the schema of a field; one that would have to wait throws `core-state/asyncSchema`. */
export function runSchema(field: string, schema: z.ZodType, value: unknown): SchemaRun {
  const parsed = parse(field, schema, value);
  if (parsed.success) return { ok: true, data: parsed.data };
  const [first] = parsed.error.issues;
  if (first === undefined) return { ok: false, at: "", message: "Invalid input" };
  const { path, message } = deepest(first);
  return { ok: false, at: formatPath(path), message };
}

function parse(field: string, schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof z.core.$ZodAsyncError) throw coreStateErrors.asyncSchema({ field }, { cause: error });
    throw error;
  }
}

/** Of a union, "Invalid input" says nothing: the branch that got furthest into the value says what it missed there. */
function deepest(issue: z.core.$ZodIssue): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue.code !== "invalid_union") return issue;
  let furthest: { readonly path: readonly PropertyKey[]; readonly message: string } = issue;
  for (const [first] of issue.errors) {
    if (first === undefined) continue;
    const { path, message } = deepest(first);
    if (issue.path.length + path.length > furthest.path.length) furthest = { path: [...issue.path, ...path], message };
  }
  return furthest;
}
