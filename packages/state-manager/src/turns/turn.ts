import { type AgentControl, type Field, initialState, type StateDeclaration } from "@tidemark/core-state";
import { agentControlDefaults } from "@tidemark/core-state/internal";
import { clearContextType } from "@tidemark/reducers";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { raisedVersions } from "../kernel/field-versions.ts";
import { approvalsOf, endedEntry, unansweredProposals } from "../ownership/open-proposals.ts";
import { touched } from "../kernel/touched.ts";
import type { Values } from "../kernel/values.ts";

/** What a new turn begins with, where that is not the first value of each turn field. */
export interface TurnBeginning {
  /** Turn fields that the caller sends along with every message: they stay as they came. */
  readonly keep?: readonly string[];
  /** Turn fields that begin with another value than their first. */
  readonly begin?: Values;
  /** Types of `capability_context_data` that belong to one turn only: a new turn begins without them. */
  readonly forget?: readonly string[];
}

/** One new turn: its id, the text it answers, and when it begins. */
export interface NewTurn {
  readonly turnId: string;
  /** What the user said; null when the turn began without a message. */
  readonly userInput: string | null;
  /** Now, as ISO 8601 with `Z`; null leaves the times of the conversation as they are. */
  readonly now: string | null;
  /** The switches and limits that it begins with; those of the thread over the safe ones when not said. */
  readonly agentControl?: AgentControl;
}

/** What begins a turn: fields to write, and those of them whose value takes the place of what was folded so far. */
export interface TurnUpdate {
  readonly update: Values;
  readonly replaced: ReadonlySet<string>;
}

/** A turn start whose options were checked against the state once. */
export interface TurnPlan {
  readonly state: StateDeclaration;
  readonly turnFields: readonly Field[];
  /** The first values: frozen, so that all turns may have the same. */
  readonly first: Values;
  readonly options: TurnBeginning;
}

/**
 * Checks the options of a turn start against a state, once, so that beginning a turn has nothing left to check.
 *
 * A name in `keep` or `begin` that is no turn field of the state throws `state-manager/invalidTurnOption`.
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
  const begun = turnFields.filter(({ name }) => options.keep?.includes(name) !== true);
  return { state, turnFields: begun, first: initialState(state), options };
}

/**
 * Says what a new turn writes, and no more than differs: a turn costs what the turn before it used.
 *
 * Turn fields go back to their first values, thread fields stay. `task_user_input` becomes what the user said,
 * `runtime_turn_id` names the turn, `runtime_schema_version` the declaration, `agent_control` begins with what was set for
 * the thread. Proposals that people made, and those that a commit left open for a choice or an answer, stay open with their
 * questions; the audit log tells of agents' proposals that nobody looked at and that end here.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "@tidemark/core-state";
 * import { planTurn, turnUpdate } from "@tidemark/state-manager";
 *
 * const values = { ...initialState(AgentState), control_iteration: 3 };
 * const { update } = turnUpdate(planTurn(AgentState), values, { turnId: "turn_2", userInput: "Hello", now: null });
 * console.log(update["control_iteration"], update["task_user_input"]); // 0 Hello
 * ```
 */
export function turnUpdate(
  { state, turnFields, first: firstValues, options }: TurnPlan,
  values: Values,
  turn: NewTurn,
): TurnUpdate {
  const { open, ended } = unansweredProposals(values);
  const first: Values = {
    ...firstValues,
    ...controlOf(values, turn.agentControl),
    ...(open.length > 0 && { control_proposals: open, execution_pending_approvals: approvalsOf(open, values) }),
    task_user_input: turn.userInput,
    ...options.begin,
  };
  const update: Record<string, unknown> = {};
  const replaced = new Set<string>();
  for (const { name, reducer } of turnFields) {
    if (sameJson(values[name], first[name])) continue;
    update[name] = first[name];
    // A turn field that folds would add its first value to what is there; replacing has to be said.
    if (reducer !== undefined) replaced.add(name);
  }
  const reset = Object.keys(update).filter((name) => open.some(({ changes }) => Object.hasOwn(changes, name)));
  const kept = {
    ...(ended.length > 0 && { runtime_audit_log: ended.map((each) => endedEntry(each, turn.now ?? each.createdAt)) }),
    // What was proposed on a value that this turn took back is stale.
    ...(reset.length > 0 && { runtime_field_versions: raisedVersions(state, reset, values) }),
    ...forgetting(values, options.forget ?? []),
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

function forgetting({ capability_context_data: contexts }: Values, forget: readonly string[]): Values {
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
