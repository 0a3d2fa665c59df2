import { Proposal, type StateDeclaration } from "@tidemark/core-state";
import { commit } from "@tidemark/state-manager";
import { type ChangeDecision, type CommitPolicies, refusalText } from "@tidemark/state-manager/internal";

/** Who commits, and what happens to a change whose place somebody else has changed. */
export interface CommitSettings {
  readonly state: StateDeclaration;
  /** Owner that commits. */
  readonly owner: string;
  /** By field. Defaults to `keepBoth`: both values are kept until somebody decides. */
  readonly policies: CommitPolicies<StateDeclaration>;
  readonly now: string;
  readonly threadId?: string | undefined;
}

/** What a commit has changed, and the changes that it has not made. */
export interface CommittedProposals {
  /** New values by field. */
  readonly changed: Readonly<Record<string, unknown>>;
  readonly open: readonly OpenChange[];
}

/** A change that was refused or is still open. */
export interface OpenChange {
  readonly proposal: Proposal;
  readonly field: string;
  /** Reason for a model. */
  readonly reason: string;
}

/**
 * Commits the proposals that no commit has decided yet, in their order.
 *
 * A change that touches no place which somebody else has changed is made. Only for the others does the policy of the field count.
 * A subagent may write the fields that it owns itself.
 */
export function commitProposals(
  values: Readonly<Record<string, unknown>>,
  { state, owner, policies, now, threadId }: CommitSettings,
): CommittedProposals {
  const { control_proposals: listed } = values;
  const found = (Array.isArray(listed) ? listed : []).flatMap((each: unknown) => Proposal.safeParse(each).data ?? []);
  let current = values;
  const open: OpenChange[] = [];
  for (const proposal of found.filter(({ openSince }) => openSince === undefined)) {
    const fields = Object.keys(proposal.changes);
    const options = {
      decidedBy: owner,
      roles: [proposal.proposedBy],
      now,
      ...(threadId !== undefined && { threadId }),
    };
    const decideWith = (by: CommitPolicies<StateDeclaration>) =>
      commit(state, current, [proposal], { ...options, policies: by });
    const all = (policy: "rebase" | "keepBoth") => Object.fromEntries(fields.map((field) => [field, policy]));
    const merged = decideWith(all("rebase"));
    const result = merged.decisions.some(isConflict) ? decideWith({ ...all("keepBoth"), ...policies }) : merged;
    current = result.values;
    for (const each of result.decisions) {
      const reason = reasonOf(each);
      if (reason !== null) open.push({ proposal, field: each.field, reason });
    }
  }
  const changed = Object.entries(current).filter(([name, value]) => value !== values[name]);
  return { changed: Object.fromEntries(changed), open };
}

const isConflict = (decision: ChangeDecision): boolean =>
  decision.outcome === "refused" && (decision.reason.code === "conflict" || decision.reason.code === "stale");

/** Reason why a change was not made; null for one that was. */
function reasonOf(decision: ChangeDecision): string | null {
  switch (decision.outcome) {
    case "kept":
      return "Somebody else has changed it meanwhile. Both values are kept until somebody decides";
    case "asked":
      return "Somebody else has changed it meanwhile. A person is asked which value stays";
    case "refused":
      return `Refused: ${refusalText(decision.reason)}`;
    case "accepted":
    default:
      return null;
  }
}
