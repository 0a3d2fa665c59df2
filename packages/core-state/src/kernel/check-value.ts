import { formatPath } from "@tidemark/reducers/internal";
import type { Field } from "./field.ts";
import { isFrozenDeep } from "./freeze.ts";
import { findInadmissible, type NonJson, UNSAFE_KEY } from "./json.ts";
import { findMessageHarm } from "./message-harm.ts";
import { runSchema } from "./run-schema.ts";
import { sameContent } from "./same-content.ts";
import type { UpdateIssue } from "./update-issue.ts";

/** Validates one value of a field with the field's value schema or update schema. */
export function checkValue(
  declared: Field,
  value: unknown,
  schema: Field["schema"],
): { readonly value: unknown } | { readonly issue: UpdateIssue } {
  if (declared.holds === "channel") return { value };
  if (isShort(value) && Object.is(lastShort.get(schema), value)) return { value };
  const isFrozen = typeof value === "object" && value !== null && isFrozenDeep(value);
  if (isFrozen && passed.get(value) === schema) return { value };
  const result = checkFully(declared, value, schema);
  if (!("value" in result) || result.value !== value) return result;
  if (isFrozen) passed.set(value, schema);
  else if (isShort(value)) lastShort.set(schema, value);
  return result;
}

/** Schema that a frozen value has passed. A node checks its result, and LangGraph would check it again: this skips the second check. */
const passed = new WeakMap<object, Field["schema"]>();

/** Last null, number, boolean or short text that a schema has passed, for the same reason. */
const lastShort = new WeakMap<Field["schema"], Short>();

type Short = number | boolean | string | null;

/** True for a value that is small enough to be kept in memory after its turn. */
const isShort = (value: unknown): value is Short =>
  typeof value === "string"
    ? value.length <= 100
    : value === null || typeof value === "number" || typeof value === "boolean";

function checkFully(
  declared: Field,
  value: unknown,
  schema: Field["schema"],
): { readonly value: unknown } | { readonly issue: UpdateIssue } {
  const field = declared.name;
  const messages = declared.holds === "messages";
  // Before the schema, because a schema that strips unknown keys would hide forbidden ones.
  const raw = messages ? findMessageHarm(value) : findInadmissible(value);
  if (raw !== null) return { issue: inadmissible(field, raw) };
  const run = runSchema(field, schema, value);
  if ("path" in run) {
    const at = formatPath(run.path);
    return { issue: { code: "invalidValue", field, at, message: `${placeOf(field, at)}: ${run.message}.` } };
  }
  if (messages || sameContent(value, run.data)) return { value };
  // The schema changed the value, so its output is stored and must be checked too.
  const output = findInadmissible(run.data);
  return output === null ? { value: run.data } : { issue: inadmissible(field, output, "its schema returned") };
}

const placeOf = (field: string, at: string): string => (at === "" ? `"${field}"` : `"${field}" at "${at}"`);

function inadmissible(field: string, { at, found }: NonJson, verb = "found"): UpdateIssue {
  const place = placeOf(field, at);
  if (found === UNSAFE_KEY) {
    const message = `${place}: this key can change a prototype, or has a meaning in LangGraph, and cannot be stored. Rename it.`;
    return { code: "unsafeKey", field, at, message };
  }
  const remedy =
    found === "undefined"
      ? "Omit the key, or use null."
      : "Store JSON: strings, finite numbers, booleans, null, lists, plain objects.";
  const message = `${place}: ${verb} ${found}, which cannot be stored in a checkpoint. ${remedy}`;
  return { code: "notJson", field, at, found, message };
}
