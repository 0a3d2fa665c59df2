import { checkUpdate, type Proposal, type StateDeclaration, type UpdateOf, type ValueOf } from "@tidemark/core-state";
import { checkValues, type ProposedChange, type ProposedPatch, type UpdateIssue } from "@tidemark/core-state/internal";
import { frozenCopy } from "@tidemark/reducers";
import { sameJson } from "@tidemark/reducers/internal";
import { create, type Draft } from "mutative";
import { applyPatch, pointerOf } from "./apply-patch.ts";
import { decisionsSeen } from "./decided-changes.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { WithVersions } from "../kernel/field-versions.ts";

/** Values that a proposal can edit: all except messages, which only LangGraph can reduce. */
export type EditableValues<State extends StateDeclaration> = Omit<ValueOf<State>, "messages">;

/**
 * Proposed changes: an update, or a function that edits a draft of the state and whose edits are recorded.
 */
export type ProposedChanges<State extends StateDeclaration> =
  | Omit<UpdateOf<State>, "messages">
  | ((draft: Draft<EditableValues<State>>) => void);

/** Options of `propose`. */
export interface ProposalDraft<State extends StateDeclaration> {
  /** Agent or user that proposes; `asUser` creates the name of a user. */
  readonly agent: string;
  /** New values by field, or a function that edits a draft of the state. */
  readonly changes: ProposedChanges<State>;
  /** Reason in one sentence, kept in the audit log. */
  readonly reason: string;
  /** Current time, as ISO 8601 with `Z`. */
  readonly now: string;
  /** Unique id. A repeated proposal must have the same id. */
  readonly proposalId: string;
  /** The `runtime_field_versions` that the proposer saw. Defaults to those of the values. */
  readonly base?: Readonly<Record<string, number>>;
}

/**
 * Creates a proposal: the changes that an agent wants, the field versions they are based on, and the reason.
 *
 * Nothing is changed. Edits of a draft are recorded as JSON Patch with the previous value at each path, so that a commit can
 * detect intervening changes. Edits without effect are left out; a commit settles an empty proposal silently. An unknown field
 * or an invalid value throws `state-manager/invalidProposal` with every field and path.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { propose } from "tidemark/agents";
 *
 * const proposal = propose(AgentState, initialState(AgentState), {
 *   agent: "planner",
 *   changes: (draft) => {
 *     draft.planning_active_capabilities = ["weather"];
 *   },
 *   reason: "It may rain.",
 *   now: "2030-01-31T12:00:00.000Z",
 *   proposalId: "p1",
 * });
 * console.log(proposal.changes); // { planning_active_capabilities: { value: [ 'weather' ] } }
 * ```
 */
export function propose<State extends StateDeclaration>(
  state: State,
  values: object,
  draft: ProposalDraft<State>,
): Proposal {
  const { runtime_turn_id: turnId, runtime_field_versions: seen }: WithVersions = values;
  const { agent, changes, reason, now, proposalId } = draft;
  const wanted = typeof changes === "function" ? recordEdits(state, values, changes) : changesOfUpdates(state, changes);
  const problems = Array.isArray(wanted) ? wanted.map(({ message }) => message) : [];
  const named = Array.isArray(wanted) ? {} : wanted;
  if (problems.length > 0) throw stateManagerErrors.invalidProposal({ agent, problems });
  const versions = draft.base ?? seen ?? {};
  return frozenCopy({
    proposalId,
    proposedBy: agent,
    turnId: turnId ?? null,
    reason,
    createdAt: now,
    changes: named,
    baseVersions: {
      ...Object.fromEntries(Object.keys(named).map((name) => [name, versions[name] ?? 0])),
      ...decisionsSeen(versions),
    },
  });
}

/** Changes by field name, or all issues. */
type Wanted = Readonly<Record<string, ProposedChange>> | UpdateIssue[];

function changesOfUpdates(state: StateDeclaration, updates: Readonly<Record<string, unknown>>): Wanted {
  const check = checkUpdate(state, updates);
  if (!check.ok) return [...check.issues];
  const written = Object.entries(updates).filter(([, value]) => value !== undefined);
  return Object.fromEntries(written.map(([name, value]) => [name, { value }]));
}

/** Function that edits a draft. Fields are read by name here. */
type Recipe = (draft: never) => void;

function recordEdits(state: StateDeclaration, values: object, edit: Recipe): Wanted {
  const { messages: _, ...before }: Readonly<Record<string, unknown>> = { ...values };
  const [after, edits] = create(
    before,
    (draft) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recipe was written for the values of this state
      edit(draft as never);
    },
    { enablePatches: { arrayLengthAssignment: false } },
  );
  const byField = new Map<string, RecordedEdit[]>();
  for (const each of edits) byField.set(String(each.path[0]), [...(byField.get(String(each.path[0])) ?? []), each]);
  const touched = [...byField.keys()].filter((name) => !sameJson(before[name], after[name]));
  const check = checkValues(state, Object.fromEntries(touched.map((name) => [name, after[name]])));
  if (!check.ok) return [...check.issues];
  return Object.fromEntries(
    touched.map((name) => {
      const isReduced = state.fields[name]?.reducer !== undefined;
      return [name, changeOf({ before: before[name], after: after[name], isReduced }, byField.get(name) ?? [])];
    }),
  );
}

/** A recorded edit with its path from the root of the state. */
interface RecordedEdit {
  readonly op: string;
  readonly path: string | readonly (string | number)[];
  readonly value?: unknown;
}

interface Edited {
  readonly before: unknown;
  readonly after: unknown;
  readonly isReduced: boolean;
}

/** Maximum number of edits to record; more than this are replaced by the whole value. */
const MAX_EDITS = 40;

function changeOf({ before, after, isReduced }: Edited, edits: readonly RecordedEdit[]): ProposedChange {
  if (edits.length <= MAX_EDITS && edits.every(({ path }) => path.length > 1)) {
    return { patches: patchesOf(before, edits) };
  }
  // A field with a reducer takes updates, so its value is replaced by an edit of its root.
  return isReduced ? { patches: [{ op: "replace", path: "", value: after, was: before }] } : { value: after };
}

function patchesOf(before: unknown, edits: readonly RecordedEdit[]): ProposedPatch[] {
  let current = before;
  return edits.map((edit) => {
    const patch = patchOf(current, edit);
    const next = applyPatch(current, patch, { moved: false });
    if (next.ok) current = next.value;
    return patch;
  });
}

function patchOf(current: unknown, { op, path, value }: RecordedEdit): ProposedPatch {
  const keys = typeof path === "string" ? [] : path.slice(1);
  const place = pointerOf(keys);
  const was = read(current, keys);
  if (op === "remove") return { op, path: place, ...(was !== undefined && { was: was }) };
  if (op === "replace") return { op, path: place, value: value, ...(was !== undefined && { was: was }) };
  const list = read(current, keys.slice(0, -1));
  const appends = Array.isArray(list) && keys.at(-1) === list.length;
  return { op: "add", path: appends ? pointerOf([...keys.slice(0, -1), "-"]) : place, value: value };
}

const read = (value: unknown, keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
