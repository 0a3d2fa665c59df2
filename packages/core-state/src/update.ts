import { isPlainRecord } from "@tidemark/reducers/internal";
import { checkValue } from "./check-value.ts";
import { coreStateErrors } from "./errors.ts";
import type { Field } from "./field.ts";
import { groupOfName } from "./fields/group-names.ts";
import { kindOf, UNREADABLE } from "./json.ts";
import { nearestName } from "./nearest-name.ts";
import type { StateDeclaration, UpdateOf, ValueOf } from "./state.ts";
import type { UpdateIssue } from "./update-issue.ts";

/** What `checkUpdate` found: the update, ready to be applied, or every reason against it. */
export type UpdateCheck<State extends StateDeclaration> =
  | { readonly ok: true; readonly update: UpdateOf<State> }
  | { readonly ok: false; readonly issues: readonly UpdateIssue[] };

/** Who wants to write, when that is known; without it, ownership is not checked. */
export interface UpdateOptions {
  /** The agent or node whose update it is: fields that belong to others are refused. */
  readonly agent?: string;
  /** Further owners in whose name the agent writes: an orchestrator that is the root has `["root"]`. */
  readonly roles?: readonly string[];
}

/**
 * Checks an update against the state's declaration, and only the update: its cost does not grow with the state.
 *
 * Refused are fields that the state does not have (with the nearest name that it has), values that fail their schema,
 * values that a checkpoint would change, keys that reach for a prototype, serialized LangChain objects, and, when `agent` is
 * given, fields of other owners. Inside of messages, BigInts, functions, circular references, such keys and such objects are
 * refused. A field whose value is `undefined` counts as not written. Values that the schema leaves as they are keep
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
  const entries = entriesOf(update);
  if (entries === null) return { ok: false, issues: [notAnUpdate(update)] };
  const issues: UpdateIssue[] = [];
  const checked: Record<string, unknown> = {};
  for (const [name, value] of entries) {
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
    const result = checkValue(declared, value, declared.updateSchema);
    if ("issue" in result) issues.push(result.issue);
    else checked[name] = result.value;
  }
  return issues.length === 0 ? { ok: true, update: checked } : { ok: false, issues };
}

/**
 * Checks values as they are stored, such as those of an old thread or of an imported one, field by field.
 *
 * Refused are fields that the state does not have, values that fail the schema of their field, and what a checkpoint
 * would change. Fields that are not there are not missed.
 *
 * @example
 * ```ts
 * import { AgentState } from "@tidemark/core-state";
 * import { checkValues } from "@tidemark/core-state/internal";
 *
 * const check = checkValues(AgentState, { control_iteration: "three" });
 * console.log(check.ok ? "fine" : check.issues[0]?.message);
 * // "control_iteration": Invalid input: expected number, received string.
 * ```
 */
export function checkValues<State extends StateDeclaration>(
  state: State,
  values: unknown,
):
  | { readonly ok: true; readonly values: Partial<ValueOf<State>> }
  | { readonly ok: false; readonly issues: readonly UpdateIssue[] } {
  const entries = entriesOf(values);
  if (entries === null) return { ok: false, issues: [notAnUpdate(values)] };
  const issues: UpdateIssue[] = [];
  const checked: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const declared = Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
    const result =
      declared === undefined
        ? { issue: unknownField(state, name, issues.length < 20) }
        : checkValue(declared, value, declared.schema);
    if ("issue" in result) issues.push(result.issue);
    else checked[name] = result.value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value passed the schema of its own field
  return issues.length === 0 ? { ok: true, values: checked as Partial<ValueOf<State>> } : { ok: false, issues };
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
  const { owner } = declared;
  return (
    owner === "any" ||
    owner === agent ||
    (typeof owner !== "string" && (owner.includes(agent) || owner.includes("any")))
  );
}

/** The fields of an update, or null for what is not a plain object, or cannot be read. */
function entriesOf(update: unknown): readonly (readonly [string, unknown])[] | null {
  try {
    return isPlainRecord(update) ? Object.entries(update) : null;
  } catch {
    return null;
  }
}

function notAnUpdate(update: unknown): UpdateIssue {
  const found = kindIn(update);
  return { code: "notAnUpdate", found, message: `An update is a plain object of fields, not ${found}.` };
}

function kindIn(update: unknown): string {
  try {
    return isPlainRecord(update) ? UNREADABLE : kindOf(update);
  } catch {
    return UNREADABLE;
  }
}

function unknownField(state: StateDeclaration, field: string, withHint: boolean): UpdateIssue {
  const group = groupOfName(field);
  const nearest = withHint && group === null ? nearestName(field, Object.keys(state.fields)) : null;
  const hint =
    group !== null
      ? `It is in \`fieldGroups.${group}\`: add that group with \`extendState\`.`
      : nearest === null
        ? "Declare it, or drop it from the update."
        : `Did you mean "${nearest}"?`;
  return { code: "unknownField", field, nearest, message: `The state has no field "${field}". ${hint}` };
}

function foreignWrite(declared: Field, agent: string): UpdateIssue {
  const owners = typeof declared.owner === "string" ? [declared.owner] : declared.owner;
  const names = owners.map((each) => `"${each}"`).join(", ");
  const message = `"${declared.name}" is owned by ${names}; "${agent}" may only propose a change to it.`;
  return { code: "foreignWrite", field: declared.name, owners, message };
}
