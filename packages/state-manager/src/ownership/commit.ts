import {
  type ApprovalRequest,
  type AuditEntry,
  Proposal,
  type StateDeclaration,
  type UpdateOf,
  type ValueOf,
} from "@tidemark/core-state";
import { freezeDeep } from "@tidemark/core-state/internal";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { approvalDecider } from "./commit-approval.ts";
import { changeIdOf } from "./change-of-proposal.ts";
import { type ChangeDecision, refusalText } from "./commit-decision.ts";
import { CommitDraft } from "./commit-draft.ts";
import { countedAnswer } from "./counted-answer.ts";
import type { DecidedChanges } from "./decided-changes.ts";
import type { CommitPolicies } from "./conflict-policy.ts";
import { decideChange } from "./decide-change.ts";
import { unansweredProposals } from "./open-proposals.ts";
import { touched } from "../kernel/touched.ts";

/** Owner, policies and answers of a commit. */
export interface CommitOptions<State extends StateDeclaration> {
  /** Agent that commits. Only fields that it owns can change. */
  readonly decidedBy: string;
  /** Additional owners whose fields it may write. */
  readonly roles?: readonly string[];
  /** Handling of changes whose field has changed since the proposal, by field. Defaults to `reject`. */
  readonly policies?: CommitPolicies<State>;
  /** Current time, as ISO 8601 with `Z`. */
  readonly now: string;
  /**
   * Answers by `answerId`: true applies the change, false declines it. Decided approvals in `execution_pending_approvals` count as
   * well. If the policy of the field says who may decide, an answer of anybody else does not count: the change stays open, `notAllowed`.
   */
  readonly answers?: Readonly<Record<string, boolean>>;
  /**
   * Authors of the answers by `answerId`, for the audit log. Defaults to `decidedBy`; for an answer in
   * `execution_pending_approvals`, to the person who decided it.
   */
  readonly answeredBy?: Readonly<Record<string, string>>;
  /** Thread that the values are of. What people decided in another one, of which it is a copy, does not count. Defaults to none. */
  readonly threadId?: string;
}

/** Result of a commit. */
export interface CommitResult<State extends StateDeclaration> {
  /** Decisions for each change of each proposal, in order. */
  readonly decisions: readonly ChangeDecision[];
  /** Updates to apply in order. */
  readonly updates: readonly UpdateOf<State>[];
  /** New values of fields with a reducer that are replaced instead of reduced. */
  readonly replaced: Partial<ValueOf<State>>;
  /** State after the commit. */
  readonly values: ValueOf<State>;
  /** Versions of all fields that any commit has changed. */
  readonly versions: Readonly<Record<string, number>>;
  /** Approval requests for people, also written to `execution_pending_approvals`. */
  readonly approvals: readonly ApprovalRequest[];
}

/**
 * Decides proposals: every change is accepted, refused with a reason, or left open.
 *
 * Pure: a node that runs twice commits once. Proposals are decided in order, and each sees the changes of those before it. A
 * change is current when its field has the version it is based on. Otherwise the field's policy decides; it defaults to `reject`.
 * Updates go through the field's reducer. Edits apply only where their paths are unchanged since the proposer read them. Fields
 * that neither `decidedBy` nor its roles own never change.
 *
 * Invalid proposals are refused and never throw. Decided proposals leave `control_proposals`. Each gets an entry in
 * `runtime_audit_log`, which keeps the newest. A repeated change is refused as `alreadyDecided`, or as `tooOld` when the log no longer
 * contains every change decided since its proposal was made.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { commit, propose } from "tidemark/agents";
 *
 * const now = "2030-01-31T12:00:00.000Z";
 * const before = initialState(AgentState);
 * const wish = (agent: string, task: string) =>
 *   propose(AgentState, before, { agent, changes: { task_current_task: task }, reason: "", now, proposalId: agent });
 *
 * const { decisions, values } = commit(AgentState, before, [wish("ann", "Fly"), wish("ben", "Sail")], {
 *   decidedBy: "root",
 *   now,
 * });
 * console.log(values.task_current_task, decisions.map(({ outcome }) => outcome)); // Fly [ 'accepted', 'refused' ]
 * const [, second] = decisions;
 * if (second?.outcome === "refused") console.log(second.reason); // { code: 'conflict', with: 'ann', at: '' }
 * ```
 */
export function commit<State extends StateDeclaration>(
  state: State,
  values: object,
  proposals: readonly unknown[],
  options: CommitOptions<State>,
): CommitResult<State> {
  const draft = new CommitDraft(state, values);
  const answers: Record<string, boolean> = { ...options.answers };
  const decisions: ChangeDecision[] = [];
  const answered: AnsweredProposal[] = [];
  const approvals: ApprovalRequest[] = [];
  const seen = new Set<string>();
  for (const each of proposals) {
    const proposal = readProposal(each);
    if (typeof proposal === "string") {
      decisions.push(malformedDecision(each, proposal));
      continue;
    }
    const again = seen.has(proposal.proposalId);
    seen.add(proposal.proposalId);
    const own = Object.entries(proposal.changes).map(([field, change]) => {
      const counted = countedAnswer({ proposal, field, change }, draft, options);
      const id = changeIdOf(proposal.proposalId, field);
      if (counted.answer === undefined) Reflect.deleteProperty(answers, id);
      const decision = decideChange({ proposal, field, change }, { draft, options, ...counted, again });
      if (decision.outcome === "asked") approvals.push(counted.request());
      return decision;
    });
    decisions.push(...own);
    if (!again) answered.push({ proposal, decisions: own });
  }
  const { updates, replaced } = draft.writes();
  const log = answered.flatMap((each) => auditEntries(each, values, { ...options, answers }));
  const decided = draft.decided.after(log);
  const bookkeeping =
    answered.length === 0 ? {} : bookkeepingOf({ draft, log, decided, answered, approvals }, values, options);
  const kept = Object.fromEntries(Object.entries(bookkeeping).filter(([name]) => Object.hasOwn(state.fields, name)));
  const all = withBookkeeping(updates, kept);
  return {
    decisions,
    updates: all,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value fits its own field
    replaced: replaced as Partial<ValueOf<State>>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values with the updates applied
    values: draft.valuesWith(kept) as ValueOf<State>,
    versions: draft.versions,
    approvals,
  };
}

interface AnsweredProposal {
  readonly proposal: Proposal;
  readonly decisions: readonly ChangeDecision[];
}

interface Commitment {
  readonly draft: CommitDraft;
  readonly log: readonly AuditEntry[];
  readonly decided: DecidedChanges;
  readonly answered: readonly AnsweredProposal[];
  readonly approvals: readonly ApprovalRequest[];
}

type Loose = Readonly<Record<string, unknown>>;

const withBookkeeping = (updates: readonly Loose[], kept: Loose): readonly Loose[] => {
  const [first = {}, ...rest] = updates;
  const merged = { ...first, ...kept };
  return Object.keys(merged).length === 0 ? rest : [merged, ...rest];
};

const isOpen = ({ outcome }: ChangeDecision): boolean => outcome === "kept" || outcome === "asked";

function bookkeepingOf<State extends StateDeclaration>(
  { draft, log, decided, answered, approvals }: Commitment,
  values: object,
  options: CommitOptions<State>,
): Loose {
  const changed = { ...draft.changedVersions(), ...decided.versionsSince(draft.decided) };
  const settled = answered.flatMap(({ proposal, decisions }) => {
    const open = decisions.filter(isOpen).map(({ field }) => [field, proposal.changes[field]] as const);
    const mark = { proposalId: proposal.proposalId, settled: true as const };
    if (open.length === 0) return [mark];
    const kept = decided.renewed(proposal, draft.decided);
    if (open.length === decisions.length && proposal.openSince !== undefined && kept === proposal) return [];
    // Decided changes leave the proposal; open changes stay under the same id.
    return [mark, { ...kept, changes: Object.fromEntries(open), openSince: proposal.openSince ?? options.now }];
  });
  const others = unansweredProposals({ ...values }, draft.decided).open.flatMap((each) => {
    const kept = decided.renewed(each, draft.decided);
    const isOther = kept !== each && !answered.some(({ proposal }) => proposal.proposalId === each.proposalId);
    return isOther ? [{ proposalId: each.proposalId, settled: true as const }, kept] : [];
  });
  const pending = Object.fromEntries(approvals.map((approval) => [approval.id, approval]));
  const requests = { ...answeredApprovals(values, answered), ...pending };
  return freezeDeep({
    ...(settled.length + others.length > 0 && { control_proposals: [...settled, ...others] }),
    ...(log.length > 0 && { runtime_audit_log: log, ...touched(values, options.now) }),
    ...(Object.keys(changed).length > 0 && { runtime_field_versions: changed }),
    ...(Object.keys(requests).length > 0 && { execution_pending_approvals: requests }),
  });
}

/** Removes the approvals whose change was decided now. */
function answeredApprovals(values: object, answered: readonly AnsweredProposal[]): Readonly<Record<string, null>> {
  const pending: unknown = Reflect.get(values, "execution_pending_approvals");
  if (!isPlainRecord(pending)) return {};
  const ids = answered.flatMap(({ decisions }) =>
    decisions.filter((each) => !isOpen(each)).map(({ proposalId, field }) => changeIdOf(proposalId, field)),
  );
  return Object.fromEntries(ids.filter((id) => Object.hasOwn(pending, id)).map((id) => [id, null]));
}

/** Creates one audit entry for each owner or person who decided about a part of the proposal. */
function auditEntries<State extends StateDeclaration>(
  { proposal, decisions }: AnsweredProposal,
  values: object,
  options: CommitOptions<State>,
): readonly AuditEntry[] {
  const accepted = new Map<string, Record<string, readonly string[]>>();
  const refused = new Map<string, Record<string, string>>();
  for (const each of decisions) {
    const by = deciderOf(each, values, options);
    if (each.outcome === "accepted") accepted.set(by, { ...accepted.get(by), [each.field]: each.at });
    if (each.outcome === "refused" && each.reason.code !== "alreadyDecided") {
      refused.set(by, { ...refused.get(by), [each.field]: refusalText(each.reason) });
    }
  }
  const { proposalId, proposedBy, reason, turnId } = proposal;
  return [...new Set([...accepted.keys(), ...refused.keys()])].map((decidedBy) => ({
    action: "commit",
    proposalId,
    proposedBy,
    decidedBy,
    reason,
    turnId,
    accepted: accepted.get(decidedBy) ?? {},
    refused: refused.get(decidedBy) ?? {},
    timestamp: options.now,
  }));
}

/** Returns the person whose answer decided a change, or the writer. */
function deciderOf<State extends StateDeclaration>(
  decision: ChangeDecision,
  values: object,
  { decidedBy, answers = {}, answeredBy = {} }: CommitOptions<State>,
): string {
  const { proposalId, field, outcome } = decision;
  const answerId = changeIdOf(proposalId, field);
  if (outcome === "refused" && !ANSWERED.has(decision.reason.code)) return decidedBy;
  if (!Object.hasOwn(answers, answerId)) return approvalDecider(values, answerId) ?? decidedBy;
  return Object.hasOwn(answeredBy, answerId) ? (answeredBy[answerId] ?? decidedBy) : decidedBy;
}

/** Refusals that follow from an answer. */
const ANSWERED: ReadonlySet<string> = new Set(["declined", "changedSinceAsked"]);

/** Parses a proposal, or returns the reason why it is invalid, such as a value that is not JSON. */
function readProposal(raw: unknown): Proposal | string {
  try {
    const parsed = Proposal.safeParse(frozenCopy(raw));
    return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? "not a proposal");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function malformedDecision(raw: unknown, message: string): ChangeDecision {
  const text = (name: string): string => {
    const value = isPlainRecord(raw) ? raw[name] : undefined;
    return typeof value === "string" ? value : "";
  };
  const reason = { code: "malformed", message } as const;
  return { proposalId: text("proposalId"), proposedBy: text("proposedBy"), field: "", outcome: "refused", reason };
}
