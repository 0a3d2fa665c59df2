import { hasVersions } from "../kernel/field-versions.ts";
import { checkUpdate, type Field } from "@tidemark/core-state";
import { checkValues, mayWrite, type ProposedChange, type ProposedPatch } from "@tidemark/core-state/internal";
import { sameJson } from "@tidemark/reducers/internal";
import { applyPatch } from "./apply-patch.ts";
import { isFork } from "../kernel/as-fork.ts";
import { isApprovalCurrent } from "./commit-approval.ts";
import { changeIdOf, type ChangeOfProposal } from "./change-of-proposal.ts";
import type { ChangeDecision, Refusal } from "./commit-decision.ts";
import type { CommitDraft } from "./commit-draft.ts";
import type { ConflictPolicy } from "./conflict-policy.ts";

/** Draft, policies and answers by which a change is decided. */
export interface Grounds {
  readonly draft: CommitDraft;
  readonly options: {
    readonly decidedBy: string;
    readonly roles?: readonly string[];
    readonly policies?: Readonly<Record<string, ConflictPolicy | undefined>>;
  };
  /** Answer that counts; undefined without one. */
  readonly answer: boolean | undefined;
  /** Reason why an answer does not count. */
  readonly notAllowed: string | null;
  /** True when an earlier proposal of this commit has the same id. */
  readonly again: boolean;
}

/** Declared fields that no proposal can change: the bookkeeping of commits, and messages, which only LangGraph can reduce. */
const NOT_PROPOSABLE: ReadonlySet<string> = new Set([
  "messages",
  "control_proposals",
  "execution_pending_approvals",
  "runtime_audit_log",
  "runtime_field_versions",
  "runtime_updated_at",
]);

/**
 * True for a field that a commit in the name of these owners can change.
 *
 * @internal
 */
export const isCommittable = (declared: Field, owners: readonly string[]): boolean =>
  !NOT_PROPOSABLE.has(declared.name) &&
  declared.holds !== "channel" &&
  owners.some((owner) => mayWrite(declared, owner));

/** True for a field that a commit in the name of one of its owners can change. The framework commits nothing. */
export const isDecidable = (declared: Field): boolean =>
  isCommittable(
    declared,
    [declared.owner].flat().filter((owner) => owner !== "runtime"),
  );

/**
 * Decides one change and applies it to the draft when it is accepted.
 *
 * @internal
 */
export function decideChange(each: ChangeOfProposal, grounds: Grounds): ChangeDecision {
  const { proposal, field } = each;
  const { draft, answer, notAllowed } = grounds;
  const answerId = changeIdOf(proposal.proposalId, field);
  const about = { proposalId: proposal.proposalId, proposedBy: proposal.proposedBy, field };
  const refused = (reason: Refusal): ChangeDecision => ({ ...about, outcome: "refused", reason });
  const declared = Object.hasOwn(draft.state.fields, field) ? draft.state.fields[field] : undefined;
  const barred = barrier(each, declared, grounds);
  if (barred !== null || declared === undefined) return refused(barred ?? { code: "unknownField" });

  if (answer === false) return refused({ code: "declined" });
  const base = proposal.baseVersions[field] ?? 0;
  const moved = base < draft.version(field);
  const chosen = answer === true;
  if (chosen && !isApprovalCurrent(each, draft)) return refused({ code: "changedSinceAsked" });

  const policy = grounds.options.policies?.[field] ?? (isFork(proposal.proposedBy) ? "ask" : "reject");
  const made = attempt(each, declared, { draft, moved: moved && !chosen, chosen });
  const obstacle = moved ? obstacleTo(base, each, draft) : null;
  if (!("refusal" in made) && sameJson(made.next, draft.value(field))) {
    return { ...about, outcome: "accepted", how: "unchanged", version: draft.version(field), at: [] };
  }
  if (!chosen && (obstacle !== null || isConflict(made))) {
    const reason = "refusal" in made && isConflict(made) ? made.refusal : obstacle;
    const against = draft.lastChangedBy(field);
    const current = draft.value(field);
    if (policy === "ask" || typeof policy === "object" || notAllowed !== null)
      return { ...about, outcome: "asked", answerId, ...(notAllowed !== null && { notAllowed }) };
    if (policy === "keepBoth") return { ...about, outcome: "kept", answerId, current, proposed: each.change, against };
    if (policy === "reject" || "refusal" in made || !made.rebases) {
      return refused(reason ?? { code: "stale", base, current: draft.version(field) });
    }
  }
  if ("refusal" in made) return refused(made.refusal);
  const how = chosen ? "chosen" : moved ? "rebased" : "clean";
  draft.make(field, made.next, { proposalId: proposal.proposalId, update: made.update });
  return { ...about, outcome: "accepted", how, version: draft.version(field), at: placesOf(each.change) };
}

/** Returns the reason to refuse a change before its value is examined, or null. */
function barrier(each: ChangeOfProposal, declared: Field | undefined, grounds: Grounds): Refusal | null {
  const { proposal, field } = each;
  const { draft, options, again } = grounds;
  if (again || draft.decided.has(proposal.proposalId, field)) return { code: "alreadyDecided" };
  if (declared === undefined) return { code: "unknownField" };
  // The owner of the field has written the value of a fork. What is decided here is only which value stays.
  const isOwned = isFork(proposal.proposedBy)
    ? isDecidable(declared)
    : isCommittable(declared, [options.decidedBy, ...(options.roles ?? [])]);
  if (!isOwned) {
    return { code: "notAllowed", owners: typeof declared.owner === "string" ? [declared.owner] : declared.owner };
  }
  const age = draft.decided.ageOf(proposal);
  if (age === "forgotten") return { code: "tooOld" };
  const base = proposal.baseVersions[field] ?? 0;
  const current = draft.startVersion(field);
  return age === "future" || base > current ? { code: "futureBase", base, current } : null;
}

/** Returns the intervening change: one of this commit, or an earlier one. */
function obstacleTo(base: number, { field }: ChangeOfProposal, draft: CommitDraft): Refusal {
  const current = draft.startVersion(field);
  if (base < current) return { code: "stale", base, current };
  return { code: "conflict", with: draft.lastChangedBy(field), at: "" };
}

type Attempt =
  | { readonly next: unknown; readonly update: unknown; readonly rebases: boolean }
  | { readonly refusal: Refusal };

const isConflict = (made: Attempt): boolean => "refusal" in made && made.refusal.code === "conflict";

interface Ground {
  readonly draft: CommitDraft;
  readonly moved: boolean;
  /** True when the writer or a person chose the change although its field has changed. */
  readonly chosen: boolean;
}

function attempt({ field, change }: ChangeOfProposal, declared: Field, ground: Ground): Attempt {
  const { draft } = ground;
  const current = draft.value(field);
  if ("patches" in change) return applyEdits(declared, current, { ...ground, patches: change.patches });
  const check = checkUpdate(draft.state, { [field]: change.value });
  if (!check.ok) return invalid(check.issues[0]);
  const update: unknown = Reflect.get(check.update, field);
  if (declared.reducer === undefined) return { next: update, update, rebases: false };
  try {
    return { next: declared.reducer(current, update), update, rebases: true };
  } catch (error) {
    return { refusal: { code: "invalid", at: "", message: error instanceof Error ? error.message : String(error) } };
  }
}

function applyEdits(
  declared: Field,
  current: unknown,
  { patches, draft, moved, chosen }: Ground & { readonly patches: readonly ProposedPatch[] },
): Attempt {
  let next = current;
  const options = { moved, overrules: chosen, hasVersions: hasVersions(declared) };
  for (const patch of patches) {
    const patched = applyPatch(next, patch, options);
    if (!patched.ok) return { refusal: { code: "conflict", with: draft.lastChangedBy(declared.name), at: patched.at } };
    next = patched.value;
  }
  const check = checkValues(draft.state, { [declared.name]: next });
  return check.ok
    ? { next: Reflect.get(check.values, declared.name), update: undefined, rebases: true }
    : invalid(check.issues[0]);
}

function invalid(issue: { readonly message: string; readonly at?: string } | undefined): Attempt {
  return {
    refusal: {
      code: "invalid",
      at: issue?.at ?? "",
      message: issue?.message ?? "The value does not match the schema of the field.",
    },
  };
}

const placesOf = (change: ProposedChange): readonly string[] =>
  "patches" in change ? [...new Set(change.patches.map(({ path }) => path))] : [""];
