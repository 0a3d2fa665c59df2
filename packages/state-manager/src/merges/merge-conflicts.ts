import { applyUpdate, type AuditEntry, type Proposal, type StateDeclaration } from "@tidemark/core-state";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { asFork } from "../kernel/as-fork.ts";
import { asUser } from "../kernel/as-user.ts";
import { raisedVersions, type WithVersions } from "../kernel/field-versions.ts";
import { touched } from "../kernel/touched.ts";
import type { Values } from "../kernel/values.ts";
import { commit } from "../ownership/commit.ts";
import type { CommitPolicies } from "../ownership/conflict-policy.ts";
import { decisionsSeen } from "../ownership/decided-changes.ts";
import type { MergedValues } from "./merge-fields.ts";
import type { LeftField, ProposedField } from "./merge-result.ts";

/** Where a merge comes from, who made it, and how it decides. */
export interface MergeSource {
  readonly state: StateDeclaration;
  /** Id of the fork. */
  readonly fork: string;
  /** Newest checkpoint of the fork. */
  readonly mergedId: string;
  readonly threadId: string;
  readonly policies: CommitPolicies<StateDeclaration>;
  /** Owner that decides. */
  readonly writer: string;
  /** Person who merges. */
  readonly userId?: string | undefined;
  readonly now: string;
}

/** Writes values into a state, with an entry of the audit log that names the fork. */
export function withMerged(
  { state, fork, mergedId, userId, now }: MergeSource,
  values: Values,
  written: Values,
): Values {
  const fields = Object.keys(written);
  if (fields.length === 0) return values;
  const { runtime_turn_id: turnId = null }: WithVersions = values;
  const person = userId === undefined ? "" : ` by ${asUser(userId)}`;
  const reason = `Merged up to checkpoint ${mergedId}${person}.`;
  const entry: AuditEntry = { action: "edit", author: asFork(fork), reason, turnId, fields, timestamp: now };
  const bookkeeping = {
    runtime_audit_log: [entry],
    runtime_field_versions: raisedVersions(state, fields, values) ?? {},
    ...touched(values, now),
  };
  const kept = Object.fromEntries(Object.entries(bookkeeping).filter(([name]) => Object.hasOwn(state.fields, name)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state is known at run time only
  return applyUpdate(state, { ...values, ...written }, kept as never);
}

/** State after conflicts were proposed, and what came of each. */
export interface DecidedConflicts {
  readonly values: Values;
  readonly combined: readonly string[];
  readonly proposed: readonly ProposedField[];
  readonly left: readonly LeftField[];
}

/** Proposes the values of the fork, and decides them by the policies of their fields: a person is asked, unless a policy says otherwise. */
export function withConflicts(
  source: MergeSource,
  values: Values,
  { conflicts, sides }: { readonly conflicts: readonly string[]; readonly sides: MergedValues },
): DecidedConflicts {
  const { state, writer: decidedBy, policies, now, threadId } = source;
  if (conflicts.length === 0 || !Object.hasOwn(state.fields, "control_proposals")) {
    const left = conflicts.map((field) => ({ field, reason: "conflict" }) as const);
    return { values, combined: [], proposed: [], left };
  }
  const proposal = proposalOf(source, values, { conflicts, sides });
  const result = commit(state, values, [proposal], { decidedBy, policies, now, threadId });
  const proposed = result.decisions.flatMap((each): readonly ProposedField[] => {
    if (each.outcome !== "asked" && each.outcome !== "kept") return [];
    const { field, answerId } = each;
    return [{ field, answerId, ours: sides.ours[field], theirs: sides.theirs[field] }];
  });
  const fieldsWith = (outcome: string): readonly string[] =>
    result.decisions.filter((each) => each.outcome === outcome).map(({ field }) => field);
  const left = fieldsWith("refused").map((field) => ({ field, reason: "policy" }) as const);
  return { values: { ...result.values }, combined: fieldsWith("accepted"), proposed, left };
}

function proposalOf(
  { fork, mergedId, now }: MergeSource,
  values: Values,
  { conflicts, sides }: { readonly conflicts: readonly string[]; readonly sides: MergedValues },
): Proposal {
  const { runtime_turn_id: turnId = null, runtime_field_versions: versions = {} }: WithVersions = values;
  const { runtime_field_versions: seen = {} }: WithVersions = sides.base;
  // The value at the common step, which the thread no longer has: so the change is in conflict also for a field without versions.
  const changeOf = (field: string) => ({
    patches: [{ op: "replace", path: "", value: sides.theirs[field], was: sides.base[field] }],
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of declared fields are JSON
  return frozenCopy({
    proposalId: `${asFork(fork)}@${mergedId}`,
    proposedBy: asFork(fork),
    turnId,
    reason: `Both this thread and the fork "${fork}" have changed it.`,
    createdAt: now,
    changes: Object.fromEntries(conflicts.map((field) => [field, changeOf(field)])),
    baseVersions: {
      ...Object.fromEntries(conflicts.map((field) => [field, Math.min(seen[field] ?? 0, versions[field] ?? 0)])),
      ...decisionsSeen(versions),
    },
  }) as Proposal;
}

const idsOf = ({ control_proposals: open }: Values): readonly unknown[] =>
  Array.isArray(open) ? open.filter(isPlainRecord).map(({ proposalId }) => proposalId) : [];

/** Open proposals of the fork, which only its agents and people can decide. */
export function undecidedIn({ base, theirs }: MergedValues): readonly LeftField[] {
  const known = new Set(idsOf(base));
  return idsOf(theirs).some((id) => !known.has(id)) ? [{ field: "control_proposals", reason: "undecided" }] : [];
}
