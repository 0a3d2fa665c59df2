import { isPlainRecord } from "@tidemark/reducers";
import { coreStateErrors } from "./errors.ts";
import type { Field } from "./field.ts";
import { className, findHarmInMessages, findInadmissible, type NonJson, UNSAFE_KEY } from "./json.ts";
import { nearestName } from "./nearest-name.ts";
import { runSchema } from "./run-schema.ts";
import { sameContent } from "./same-content.ts";
import type { StateDeclaration, UpdateOf } from "./state.ts";
import type { UpdateIssue } from "./update-issue.ts";

/** What `checkUpdate` found: the update, ready to be applied, or every reason against it. */
export type UpdateCheck<State extends StateDeclaration> =
  | { readonly ok: true; readonly update: UpdateOf<State> }
  | { readonly ok: false; readonly issues: readonly UpdateIssue[] };

/** Who wants to write, when that is known; without it, ownership is not checked. */
export interface UpdateOptions {
  /** The agent or node whose update it is: fields that belong to others are refused. */
  readonly agent?: string;
  /** Further writer names that the agent acts under: an orchestrator that is the root has `["root"]`. */
  readonly roles?: readonly string[];
}

/**
 * Checks an update against the state's declaration, and only the update: its cost does not grow with the state.
 *
 * Refused are fields that the state does not have (with the nearest name that it has), values that fail their schema,
 * values that a checkpoint would change, keys that reach for a prototype, and, when `agent` is given, fields of other
 * writers. A field whose value is `undefined` counts as not written. Values that the schema leaves as they are keep
 * their identity. A schema that has to wait throws `core-state/asyncSchema`.
 *
 * @example
 * ```ts
 * import { AgentState, checkUpdate } from "@tidemark/core-state";
 *
 * const check = checkUpdate(AgentState, { task_curent_task: "Book a table" });
 * console.log(check.ok ? "fine" : check.issues[0]?.message);
 * // The state has no field "task_curent_task". Did you mean "task_current_task"?
 * ```
 */
export function checkUpdate<State extends StateDeclaration>(
  state: State,
  update: unknown,
  options: UpdateOptions = {},
): UpdateCheck<State> {
  if (!isPlainRecord(update)) return { ok: false, issues: [notAnUpdate(update)] };
  const issues: UpdateIssue[] = [];
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(update)) {
    const declared = Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
    if (declared === undefined) {
      // Looking for the nearest name takes time, and nobody reads a hundred hints.
      issues.push(unknownField(state, name, issues.length < 20));
      continue;
    }
    if (value === undefined) continue;
    const { agent, roles = [] } = options;
    if (agent !== undefined && ![agent, ...roles].some((each) => mayWrite(declared, each))) {
      issues.push(foreignWrite(declared, agent));
      continue;
    }
    const result = checkValue(declared, value, declared.update);
    if ("issue" in result) issues.push(result.issue);
    else checked[name] = result.value;
  }
  return issues.length === 0 ? { ok: true, update: checked } : { ok: false, issues };
}

/**
 * Returns the update when it is right in every field, and throws `core-state/invalidUpdate` with all reasons when not.
 *
 * The same checks as `checkUpdate`, for places where a wrong update is a bug and not an answer.
 */
export function parseUpdate<State extends StateDeclaration>(
  state: State,
  update: unknown,
  options: UpdateOptions = {},
): UpdateOf<State> {
  const check = checkUpdate(state, update, options);
  if (check.ok) return check.update;
  throw coreStateErrors.invalidUpdate({ node: options.agent ?? null, issues: check.issues });
}

/** True when the agent owns the field, shares it, or the field belongs to nobody in particular. */
export function mayWrite(declared: Field, agent: string): boolean {
  const { writer } = declared;
  return (
    writer === "any" ||
    writer === agent ||
    (typeof writer !== "string" && (writer.includes(agent) || writer.includes("any")))
  );
}

/**
 * Checks one value for one field, against the schema of its value or of its update.
 *
 * @internal
 */
export function checkValue(
  declared: Field,
  value: unknown,
  schema: Field["schema"],
): { readonly value: unknown } | { readonly issue: UpdateIssue } {
  const field = declared.name;
  const messages = declared.holds === "messages";
  // Before the schema: one that strips unknown keys would hide what was refused.
  const raw = messages ? findHarmInMessages(value) : findInadmissible(value);
  if (raw !== null) return { issue: inadmissible(field, raw, "found") };
  const run = runSchema(field, schema, value);
  if (!run.ok) {
    const { at, message } = run;
    return { issue: { code: "invalidValue", field, at, message: `${placeOf(field, at)}: ${message}.` } };
  }
  if (messages || sameContent(value, run.data)) return { value };
  // The schema filled something in, so what it made is what gets stored, and has to be looked at.
  const made = findInadmissible(run.data);
  return made === null ? { value: run.data } : { issue: inadmissible(field, made, "its schema made") };
}

const placeOf = (field: string, at: string): string => (at === "" ? `"${field}"` : `"${field}" at "${at}"`);

function notAnUpdate(update: unknown): UpdateIssue {
  const isObject = typeof update === "object" && update !== null && !Array.isArray(update);
  const found = Array.isArray(update)
    ? "a list"
    : isObject
      ? className(update)
      : update === null
        ? "null"
        : typeof update;
  return { code: "notAnUpdate", found, message: `An update is a plain object of fields, not ${found}.` };
}

function inadmissible(field: string, { at, found }: NonJson, verb: string): UpdateIssue {
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

function unknownField(state: StateDeclaration, field: string, withHint: boolean): UpdateIssue {
  const nearest = withHint ? nearestName(field, Object.keys(state.fields)) : null;
  const hint = nearest === null ? "Declare it, or drop it from the update." : `Did you mean "${nearest}"?`;
  return { code: "unknownField", field, nearest, message: `The state has no field "${field}". ${hint}` };
}

function foreignWrite(declared: Field, agent: string): UpdateIssue {
  const writer = typeof declared.writer === "string" ? [declared.writer] : declared.writer;
  const owners = writer.map((each) => `"${each}"`).join(", ");
  const message = `"${declared.name}" belongs to ${owners}; "${agent}" may only propose a change to it.`;
  return { code: "foreignWrite", field: declared.name, writer, message };
}
