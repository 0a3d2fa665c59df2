import { formatPath } from "@tidemark/reducers/internal";
import type { Field } from "./field.ts";
import { isFrozenDeep } from "./freeze.ts";
import { findInadmissible, type NonJson, UNSAFE_KEY } from "./json.ts";
import { findMessageHarm } from "./message-harm.ts";
import { runSchema } from "./run-schema.ts";
import { sameContent } from "./same-content.ts";
import type { UpdateIssue } from "./update-issue.ts";

/** Checks one value for one field, against the schema of its value or of its update. */
export function checkValue(
  declared: Field,
  value: unknown,
  schema: Field["schema"],
): { readonly value: unknown } | { readonly issue: UpdateIssue } {
  const isFrozen = typeof value === "object" && value !== null && isFrozenDeep(value);
  if (isFrozen && passed.get(value) === schema) return { value };
  const result = checkAnew(declared, value, schema);
  if (isFrozen && "value" in result && result.value === value) passed.set(value, schema);
  return result;
}

/** The schema that a value has passed. A node's answer is checked by the node and by LangGraph; frozen values pass once. */
const passed = new WeakMap<object, Field["schema"]>();

function checkAnew(
  declared: Field,
  value: unknown,
  schema: Field["schema"],
): { readonly value: unknown } | { readonly issue: UpdateIssue } {
  const field = declared.name;
  const messages = declared.holds === "messages";
  // Before the schema: one that strips unknown keys would hide what was refused.
  const raw = messages ? findMessageHarm(value) : findInadmissible(value);
  if (raw !== null) return { issue: inadmissible(field, raw) };
  const run = runSchema(field, schema, value);
  if ("path" in run) {
    const at = formatPath(run.path);
    return { issue: { code: "invalidValue", field, at, message: `${placeOf(field, at)}: ${run.message}.` } };
  }
  if (messages || sameContent(value, run.data)) return { value };
  // The schema filled something in, so what it made is what gets stored, and has to be looked at.
  const made = findInadmissible(run.data);
  return made === null ? { value: run.data } : { issue: inadmissible(field, made, "its schema made") };
}

const placeOf = (field: string, at: string): string => (at === "" ? `"${field}"` : `"${field}" at "${at}"`);

/** Says why a value may not be stored. */
function inadmissible(field: string, { at, found }: NonJson, verb = "found"): UpdateIssue {
  const place = placeOf(field, at);
  if (found === UNSAFE_KEY) {
    const message = `${place}: this key could reach a prototype, or is an order to the host; it is never stored. Rename it.`;
    return { code: "unsafeKey", field, at, message };
  }
  const remedy =
    found === "undefined"
      ? "Leave the key out, or use null."
      : "Store JSON: strings, finite numbers, booleans, null, lists, plain objects.";
  const message = `${place}: ${verb} ${found}, which a checkpoint would change. ${remedy}`;
  return { code: "notJson", field, at, found, message };
}
