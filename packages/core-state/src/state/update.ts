import { isPlainRecord } from "@tidemark/reducers/internal";
import { checkValue } from "../kernel/check-value.ts";
import { coreStateErrors } from "../kernel/errors.ts";
import type { Field } from "../kernel/field.ts";
import { groupOfName } from "../kernel/group-names.ts";
import { kindOf, UNREADABLE } from "../kernel/json.ts";
import { nearestName } from "../kernel/nearest-name.ts";
import type { StateDeclaration, UpdateOf, ValueOf } from "./state.ts";
import type { UpdateIssue } from "../kernel/update-issue.ts";

/** Result of `checkUpdate`: the validated update, or every issue. */
export type UpdateCheck<State extends StateDeclaration> =
  | { readonly ok: true; readonly update: UpdateOf<State> }
  | { readonly ok: false; readonly issues: readonly UpdateIssue[] };

/** Author of an update. Without `agent`, ownership is not checked. */
export interface UpdateOptions {
  /** The agent or node that returned the update. Fields of other owners are refused. */
  readonly agent?: string;
  /** Further owners that the agent writes as: an orchestrator that is the root has `["root"]`. */
  readonly roles?: readonly string[];
}

/**
 * Validates an update against the declaration of the state. The cost depends on the update, not on the size of the state.
 *
 * Refuses unknown fields (suggesting the closest name), values that fail their schema, values that a checkpoint would change,
 * keys that can change a prototype, serialized LangChain objects, and, if `agent` is set, fields of other owners. Inside
 * messages, it refuses BigInts, functions, circular references, such keys and such objects. A field whose value is `undefined`
 * counts as not written. Values that the schema does not change keep their identity. An asynchronous schema throws
 * `core-state/asyncSchema`.
 *
 * @example
 * ```ts
 * import { AgentState, checkUpdate } from "tidemark";
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
      // Finding the closest name takes time, and more than 20 hints are not read.
      issues.push(unknownField(state, name, issues.length < 20));
      continue;
    }
    if (value === undefined) continue;
    const { agent, roles = [] } = options;
    if (agent !== undefined && ![agent, ...roles].some((owner) => mayWrite(declared, owner))) {
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
 * Validates stored values, such as those of an old or an imported thread, field by field.
 *
 * Refuses unknown fields, values that fail the schema of their field, and values that a checkpoint would change. Fields may
 * be absent.
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value passed the schema of its field
  return issues.length === 0 ? { ok: true, values: checked as Partial<ValueOf<State>> } : { ok: false, issues };
}

/**
 * Returns a valid update, and throws `core-state/invalidUpdate` with all issues for an invalid one.
 *
 * Use it instead of `checkUpdate` where an invalid update is a bug.
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

/** True if the agent is an owner of the field, or if any agent can write it. */
export function mayWrite(declared: Field, agent: string): boolean {
  const { owner } = declared;
  return (
    owner === "any" ||
    owner === agent ||
    (typeof owner !== "string" && (owner.includes(agent) || owner.includes("any")))
  );
}

/** Entries of an update, or null if it is not a plain object or cannot be read. */
function entriesOf(update: unknown): readonly (readonly [string, unknown])[] | null {
  try {
    return isPlainRecord(update) ? Object.entries(update) : null;
  } catch {
    return null;
  }
}

function notAnUpdate(update: unknown): UpdateIssue {
  const found = kindIn(update);
  return { code: "notAnUpdate", found, message: `An update must be a plain object of fields, not ${found}.` };
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
        ? "Declare it, or remove it from the update."
        : `Did you mean "${nearest}"?`;
  return { code: "unknownField", field, nearest, message: `The state has no field "${field}". ${hint}` };
}

function foreignWrite(declared: Field, agent: string): UpdateIssue {
  const owners = typeof declared.owner === "string" ? [declared.owner] : declared.owner;
  const names = owners.map((owner) => `"${owner}"`).join(", ");
  const message = `"${declared.name}" is owned by ${names}. "${agent}" can only propose a change to it.`;
  return { code: "foreignWrite", field: declared.name, owners, message };
}
