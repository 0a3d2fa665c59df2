import { type Field, initialState, type StateDeclaration } from "@tidemark/core-state";
import { agentControlDefaults, type AgentControl } from "@tidemark/core-state/internal";
import { clearContextType, isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { raisedVersions } from "../kernel/field-versions.ts";
import { DecidedChanges } from "../ownership/decided-changes.ts";
import { approvalsOf, endedEntry, unansweredProposals } from "../ownership/open-proposals.ts";
import { touched } from "../kernel/touched.ts";
import type { Values } from "../kernel/values.ts";

/** Options of `planTurn`. */
export interface TurnBeginning {
  /** Turn fields that the caller sends with every message. They are not reset. */
  readonly keep?: readonly string[];
  /** Start values of turn fields. A field of `keep` gets its value only in the first turn of a thread, in place of the default. */
  readonly begin?: Values;
  /** Types of `capability_context_data` to remove at the start of a turn. */
  readonly forget?: readonly string[];
}

/** A new turn. */
export interface NewTurn {
  readonly turnId: string;
  /** Text of the user message; null for a turn without one. */
  readonly userInput: string | null;
  /** Current time, as ISO 8601 with `Z`. Null leaves the times of the conversation unchanged. */
  readonly now: string | null;
  /** Settings and limits of the turn. Defaults to the safe defaults, overridden by those of the thread. */
  readonly agentControl?: AgentControl;
}

/** Update that starts a turn, with the names of the fields to replace instead of reduce. */
export interface TurnUpdate {
  readonly update: Values;
  readonly replaced: ReadonlySet<string>;
}

/** Turn start with checked options. */
export interface TurnPlan {
  readonly state: StateDeclaration;
  readonly turnFields: readonly Field[];
  /** Fields that are kept between turns, and have a start value in the first turn of a thread. */
  readonly keptFields: readonly Field[];
  /** Frozen default values. */
  readonly first: Values;
  readonly options: TurnBeginning;
}

/**
 * Checks the options of a turn start against a state. Call it once per graph.
 *
 * A name in `keep` or `begin` that is not a turn field of the state throws `state-manager/invalidTurnOption`.
 */
export function planTurn(state: StateDeclaration, options: TurnBeginning = {}): TurnPlan {
  const turnFields = Object.values(state.fields).filter(({ lifetime }) => lifetime === "turn");
  const known = new Set(turnFields.map(({ name }) => name));
  for (const [option, names] of [
    ["keep", options.keep ?? []],
    ["begin", Object.keys(options.begin ?? {})],
  ] as const) {
    const field = names.find((name) => !known.has(name));
    if (field !== undefined) throw stateManagerErrors.invalidTurnOption({ field, option });
  }
  const isKept = ({ name }: Field): boolean => options.keep?.includes(name) === true;
  const resetFields = turnFields.filter((each) => !isKept(each));
  const keptFields = turnFields.filter((each) => isKept(each) && Object.hasOwn(options.begin ?? {}, each.name));
  return { state, turnFields: resetFields, keptFields, first: initialState(state), options };
}

/**
 * Returns the update that starts a turn. Contains only changed fields.
 *
 * Turn fields are reset to their defaults; thread fields are kept. `task_user_input` becomes the user message, `runtime_turn_id`
 * the id of the turn, `runtime_schema_version` the version of the state, and `agent_control` the settings of the thread.
 * Proposals of people, and proposals that a commit left open, stay open with their approvals. Undecided proposals of agents end
 * here and are recorded in the audit log.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { planTurn, turnUpdate } from "tidemark/testing";
 *
 * const values = { ...initialState(AgentState), control_iteration: 3 };
 * const { update } = turnUpdate(planTurn(AgentState), values, { turnId: "turn_2", userInput: "Hello", now: null });
 * console.log(update["control_iteration"], update["task_user_input"]); // 0 Hello
 * ```
 */
export function turnUpdate(
  { state, turnFields, keptFields, first: firstValues, options }: TurnPlan,
  values: Values,
  turn: NewTurn,
): TurnUpdate {
  const decided = new DecidedChanges(state, values);
  const { open, ended } = unansweredProposals(values, decided);
  const endings = ended.map((each) => endedEntry(each, turn.now ?? each.createdAt));
  const after = decided.after(endings);
  const first: Values = {
    ...firstValues,
    ...controlOf(values, turn.agentControl),
    ...(open.length > 0 && {
      control_proposals: open.map((each) => after.renewed(each, decided)),
      execution_pending_approvals: approvalsOf(open, values),
    }),
    task_user_input: turn.userInput,
    ...options.begin,
  };
  const update: Record<string, unknown> = {};
  const replaced = new Set<string>();
  const isFirstTurn = typeof values["runtime_turn_id"] !== "string";
  const unset = isFirstTurn ? keptFields.filter(({ name }) => sameJson(values[name], firstValues[name])) : [];
  for (const { name, reducer } of [...turnFields, ...unset]) {
    if (sameJson(values[name], first[name])) continue;
    update[name] = first[name];
    // A field with a reducer would combine its default with the old value, so it must be replaced.
    if (reducer !== undefined) replaced.add(name);
  }
  const reset = Object.keys(update).filter((name) => open.some(({ changes }) => Object.hasOwn(changes, name)));
  const versions = { ...raisedVersions(state, reset, values), ...after.versionsSince(decided) };
  const kept = {
    ...(endings.length > 0 && { runtime_audit_log: endings }),
    // Proposals based on a value that this turn resets are stale.
    ...(Object.keys(versions).length > 0 && { runtime_field_versions: versions }),
    ...forgetContexts(values, options.forget ?? []),
    ...times(values, turn.now),
    runtime_turn_id: turn.turnId,
    runtime_schema_version: state.version,
  };
  for (const [name, value] of Object.entries(kept)) {
    if (Object.hasOwn(state.fields, name) && value !== values[name]) update[name] = value;
  }
  return { update, replaced };
}

function controlOf({ runtime_agent_control: kept }: Values, given: AgentControl | undefined): Values {
  if (given !== undefined) return { agent_control: given };
  return isPlainRecord(kept) ? { agent_control: { ...agentControlDefaults(), ...kept } } : {};
}

function forgetContexts({ capability_context_data: contexts }: Values, forget: readonly string[]): Values {
  if (!isPlainRecord(contexts)) return {};
  const forgotten = forget.filter((type) => Object.hasOwn(contexts, type));
  if (forgotten.length === 0) return {};
  return {
    capability_context_data: Object.fromEntries(forgotten.flatMap((type) => Object.entries(clearContextType(type)))),
  };
}

function times(values: Values, now: string | null): Values {
  if (now === null) return {};
  const before = values["runtime_updated_at"];
  return {
    ...touched({ runtime_updated_at: typeof before === "string" ? before : null }, now),
    runtime_created_at: values["runtime_created_at"] ?? now,
  };
}
