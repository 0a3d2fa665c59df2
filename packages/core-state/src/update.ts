import { formatPath, sameJson } from "@tidemark/reducers";
import { coreStateErrors } from "./errors.ts";
import type { Field } from "./field.ts";
import { findInadmissible, type NonJson, UNSAFE_KEY } from "./json.ts";
import { nearestName } from "./nearest-name.ts";
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
 * their identity.
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
  if (typeof update !== "object" || update === null || Array.isArray(update)) {
    const found = update === null ? "null" : Array.isArray(update) ? "a list" : typeof update;
    return {
      ok: false,
      issues: [{ code: "notAnUpdate", found, message: `An update is an object of fields, not ${found}.` }],
    };
  }
  const issues: UpdateIssue[] = [];
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(update)) {
    const declared = Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
    if (declared === undefined) {
      issues.push(unknownField(state, name));
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
  // Before the schema: one that strips unknown keys would hide what was refused.
  const raw = declared.holds === "messages" ? null : findInadmissible(value);
  if (raw !== null) return { issue: inadmissible(field, raw) };
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const at = formatPath(first?.path ?? []);
    return {
      issue: { code: "invalidValue", field, at, message: `${placeOf(field, at)}: ${first?.message ?? "invalid"}.` },
    };
  }
  if (declared.holds === "messages" || sameJson(value, parsed.data)) return { value };
  // The schema filled something in, so what it made is what gets stored, and has to be looked at.
  const made = findInadmissible(parsed.data);
  return made === null ? { value: parsed.data } : { issue: inadmissible(field, made) };
}

const placeOf = (field: string, at: string): string => (at === "" ? `"${field}"` : `"${field}" at "${at}"`);

function inadmissible(field: string, { at, found }: NonJson): UpdateIssue {
  const place = placeOf(field, at);
  if (found === UNSAFE_KEY) {
    const message = `${place}: this key could reach a prototype, or is an order to the host; it is never stored. Rename it.`;
    return { code: "unsafeKey", field, at, message };
  }
  const message = `${place}: found ${found}, which a checkpoint would change. Store JSON: strings, finite numbers, booleans, null, lists, plain objects.`;
  return { code: "notJson", field, at, found, message };
}

function unknownField(state: StateDeclaration, field: string): UpdateIssue {
  const nearest = nearestName(field, Object.keys(state.fields));
  const hint = nearest === null ? "Declare it, or drop it from the update." : `Did you mean "${nearest}"?`;
  return { code: "unknownField", field, nearest, message: `The state has no field "${field}". ${hint}` };
}

function foreignWrite(declared: Field, agent: string): UpdateIssue {
  const writer = typeof declared.writer === "string" ? [declared.writer] : declared.writer;
  const owners = writer.map((each) => `"${each}"`).join(", ");
  const message = `"${declared.name}" belongs to ${owners}; "${agent}" may only propose a change to it.`;
  return { code: "foreignWrite", field: declared.name, writer, message };
}
