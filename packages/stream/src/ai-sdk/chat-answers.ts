import { isPlainRecord } from "@tidemark/reducers/internal";
import type { PendingInterrupt } from "@tidemark/state-manager";
import type { ChatAnswer } from "./chat-request.ts";
import { type Asking, signedApproval, signedQuestion } from "./question-parts.ts";

/** Answer for a session, as `streamResume` takes it. */
export interface ResolvedAnswer {
  readonly interruptId: string;
  readonly answer: unknown;
}

/** Answers for a session, or why they are refused. */
export type ResolvedAnswers =
  | {
      readonly ok: true;
      readonly answers: readonly ResolvedAnswer[];
      /** Decisions by the id of the request. */
      readonly decisions: Readonly<Record<string, string>>;
    }
  | {
      readonly ok: false;
      readonly code: "badSignature" | "changedRequest" | "closedQuestion" | "invalidRequest";
      readonly detail: string;
    };

/**
 * Checks answers against the open questions. A request is decided only if its question waits, its content has the hash that was
 * shown, and, with a signer, the signature is that of this thread. Nothing is answered if one of the answers is refused.
 */
export function resolveAnswers(
  given: readonly ChatAnswer[],
  pending: readonly PendingInterrupt[],
  asking: Asking,
): ResolvedAnswers {
  const answers: ResolvedAnswer[] = [];
  const commits = new Map<string, Record<string, boolean>>();
  const decisions: Record<string, string> = {};
  for (const each of given) {
    const question = pending.find(({ id }) => id === each.interruptId);
    if (question === undefined)
      return refuse("closedQuestion", "This question does not wait for an answer. Load the conversation again.");
    if (!isSigned(each, question, asking)) {
      return refuse("badSignature", "The signature is not that of this question in this conversation.");
    }
    if (each.kind === "question") {
      const problem = problemOf(each.answer, question);
      if (problem !== null) return refuse("invalidRequest", problem);
      answers.push({ interruptId: each.interruptId, answer: each.answer });
      Object.assign(decisions, decisionsOf(each.answer, question));
      continue;
    }
    const request =
      question.kind === "question" ? undefined : question.value.requests.find(({ id }) => id === each.requestId);
    if (request === undefined)
      return refuse("closedQuestion", "This request does not wait for a decision. Load the conversation again.");
    if (request.hash !== each.hash)
      return refuse("changedRequest", "The request has changed since it was shown. Load the conversation again.");
    decisions[each.requestId] = each.isApproved ? "approve" : "reject";
    if (question.kind === "commit") {
      commits.set(question.id, { ...commits.get(question.id), [each.requestId]: each.isApproved });
      continue;
    }
    const { requestId: id, hash, reason } = each;
    const answer = each.isApproved
      ? { id, decision: "approve", hash }
      : { id, decision: "reject", hash, ...(reason !== null && reason !== "" && { reason }) };
    answers.push({ interruptId: question.id, answer });
  }
  for (const [interruptId, answer] of commits) answers.push({ interruptId, answer });
  return { ok: true, answers, decisions };
}

function isSigned(answer: ChatAnswer, question: PendingInterrupt, { threadId, signer }: Asking): boolean {
  if (signer === null) return true;
  const content =
    answer.kind === "approval" ? signedApproval(threadId, answer.approvalId) : signedQuestion(threadId, question);
  return answer.signature !== null && signer.isValid(content, answer.signature);
}

/** A decision without a hash would approve whatever is asked now, and so would a sentence. */
function problemOf(answer: unknown, question: PendingInterrupt): string | null {
  if (question.kind !== "approval") return null;
  if (!isPlainRecord(answer) || typeof answer["decision"] !== "string") {
    return "answers: answer a request for approval with an object that has a decision";
  }
  const needsHash = answer["decision"] === "approve" || answer["decision"] === "edit";
  return needsHash && typeof answer["hash"] !== "string"
    ? "answers: approve and edit need the hash of the request that was shown"
    : null;
}

function decisionsOf(answer: unknown, question: PendingInterrupt): Readonly<Record<string, string>> {
  if (!isPlainRecord(answer) || question.kind === "question") return {};
  if (question.kind === "commit") {
    return Object.fromEntries(Object.entries(answer).map(([id, yes]) => [id, yes === true ? "approve" : "reject"]));
  }
  const { id, decision } = answer;
  return typeof id === "string" && typeof decision === "string" ? { [id]: decision } : {};
}

const refuse = (code: Extract<ResolvedAnswers, { readonly ok: false }>["code"], detail: string): ResolvedAnswers => ({
  ok: false,
  code,
  detail,
});
