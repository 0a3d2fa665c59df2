import { ApprovalRequest } from "@tidemark/core-state";
import {
  type Approvers,
  idOf,
  isSigned,
  refusedPerson,
  requesterIn,
  withSignature,
  withSignaturesCount,
} from "../answers/approvers.ts";
import { isUser } from "../kernel/as-user.ts";
import { type ChangeOfProposal, changeIdOf } from "./change-of-proposal.ts";
import { answerIn, approvalRequest, pendingApproval } from "./commit-approval.ts";
import type { CommitDraft } from "./commit-draft.ts";
import { approversOf, type ConflictPolicy } from "./conflict-policy.ts";

/** Answers of a commit, and who gave them. */
export interface GivenAnswers {
  readonly decidedBy: string;
  readonly now: string;
  readonly policies?: Readonly<Record<string, ConflictPolicy | undefined>>;
  readonly answers?: Readonly<Record<string, boolean>>;
  readonly answeredBy?: Readonly<Record<string, string>>;
  readonly threadId?: string | undefined;
}

/** Answer to a change that counts, and the request that people get as long as none does. */
export interface CountedAnswer {
  /** Undefined without an answer that counts. */
  readonly answer: boolean | undefined;
  /** Returns the request with the approvals so far. */
  readonly request: () => ApprovalRequest;
  /** Reason why the answer does not count; null if it does, or if there is none. */
  readonly notAllowed: string | null;
}

/**
 * Finds the answer to a change: one that was given to this commit, or one that is stored with the request.
 *
 * With a rule about who may decide, the answer of anybody else does not count, and neither do too few approvals. Neither does what was decided
 * in another thread, of which this one is a copy.
 */
export function countedAnswer(each: ChangeOfProposal, draft: CommitDraft, given: GivenAnswers): CountedAnswer {
  const { answers = {}, answeredBy = {}, decidedBy, now, threadId } = given;
  const id = changeIdOf(each.proposal.proposalId, each.field);
  const asked = pendingApproval(draft.value("execution_pending_approvals"), id);
  const isOwn = asked?.["threadId"] === undefined || asked["threadId"] === threadId;
  const decided = isOwn ? answerIn(asked) : undefined;
  const stored = isOwn ? (ApprovalRequest.safeParse(asked).data ?? null) : null;
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
  const rule = approversOf(given.policies, each.field);
  const fresh = (): ApprovalRequest => ({
    ...approvalRequest(each, draft, now),
    ...(threadId !== undefined && { threadId }),
  });
  if (rule === null) {
    // A commit without the rule of the one that asked cannot tell who may answer.
    const isGuarded = answer !== undefined && asked?.["signaturesNeeded"] !== undefined;
    return isGuarded
      ? { answer: undefined, request: () => stored ?? fresh(), notAllowed: UNKNOWN_RULE }
      : { answer: answer ?? decided, request: fresh, notAllowed: null };
  }
  const proposer = isUser(each.proposal.proposedBy) ? idOf(each.proposal.proposedBy) : null;
  const requester = proposer ?? stored?.requestedBy ?? requesterIn({ runtime_user_id: draft.value("runtime_user_id") });
  const current = fresh();
  const isSame = stored?.hash === current.hash;
  const request = withSignaturesCount(
    {
      ...current,
      requestedBy: requester,
      ...(isSame && { requestedAt: stored.requestedAt, ...(stored.signatures && { signatures: stored.signatures }) }),
    },
    rule,
  );
  if (answer === undefined)
    return { ...storedDecision(decided, stored, { request, rule, requester }), request: () => request };
  const by = Object.hasOwn(answeredBy, id) ? (answeredBy[id] ?? decidedBy) : decidedBy;
  // An agent that commits is not a person who decides.
  const user = isUser(by) ? idOf(by) : null;
  const notAllowed = refusedPerson(rule, request, { user, requester, approves: answer });
  if (notAllowed !== null) return { answer: undefined, request: () => request, notAllowed };
  if (!answer) return { answer, request: () => request, notAllowed };
  const signed = withSignature(request, { ...rule, requester }, { by, at: now });
  return { answer: isSigned(signed, rule, requester) ? true : undefined, request: () => signed, notAllowed };
}

/** The decision that is stored with a request, if the people who made it may. */
function storedDecision(
  decided: boolean | undefined,
  stored: ApprovalRequest | null,
  { request, rule, requester }: Guard,
): Pick<CountedAnswer, "answer" | "notAllowed"> {
  const rejected = stored?.status === "rejected" ? idOf(stored.decidedBy ?? "") : undefined;
  const counts =
    decided === true
      ? isSigned(request, rule, requester)
      : rejected === undefined || refusedPerson(rule, request, { user: rejected, requester, approves: false }) === null;
  return { answer: counts ? decided : undefined, notAllowed: null };
}

interface Guard {
  readonly request: ApprovalRequest;
  readonly rule: Approvers;
  readonly requester: string | null;
}

const UNKNOWN_RULE =
  "A rule says who may decide this, and this commit does not know it. The program has to pass the `policies` of the commit that asked.";
