import { isPlainRecord } from "@tidemark/reducers/internal";
import type { PendingInterrupt } from "@tidemark/state-manager";
import { isWait, requestsOf } from "@tidemark/state-manager/internal";
import type { Decided, Decisions } from "../events/decisions.ts";
import type { ChatAnswer } from "./chat-request.ts";
import { type Asking, signedApproval, signedQuestion } from "./question-parts.ts";

/** Answer for a session, as `streamResume` takes it. */
export interface ResolvedAnswer {
  readonly interruptId: string;
  readonly answer: unknown;
}

/** Answers that start a run, or why they are refused. */
export type ResolvedAnswers =
  | {
      readonly kind: "answers";
      readonly answers: readonly ResolvedAnswer[];
      /** Decisions by the id of the request. */
      readonly decisions: Decisions;
    }
  | {
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
  const decisions: Record<string, Decided> = {};
  for (const each of given) {
    const question = pending.find(({ id }) => id === each.interruptId);
    if (question === undefined)
      return refuse("closedQuestion", "This question does not wait for an answer. Load the conversation again.");
    if (!isSigned(each, question, asking)) {
      return refuse("badSignature", "The signature is not that of this question in this conversation.");
    }
    if (each.kind === "question") {
      const problem = problemOf(each.answer, question);
      if (problem !== null) return problem;
      answers.push({ interruptId: each.interruptId, answer: each.answer });
      Object.assign(decisions, decisionsOf(each.answer, question));
      continue;
    }
    const request = requestsOf(question)?.find(({ id }) => id === each.requestId);
    if (request === undefined) return CLOSED;
    if (request.hash !== each.hash) return CHANGED;
    decisions[each.requestId] = { decision: each.isApproved ? "approve" : "reject" };
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
  return { kind: "answers", answers, decisions };
}

function isSigned(answer: ChatAnswer, question: PendingInterrupt, { threadId, signer }: Asking): boolean {
  if (signer === null) return true;
  const content =
    answer.kind === "approval" ? signedApproval(threadId, answer.approvalId) : signedQuestion(threadId, question);
  return answer.signature !== null && signer.isValid(content, answer.signature);
}

/**
 * Refusal of an answer that the question would not take as a decision about what was shown; null for one that it takes. The question would
 * otherwise be closed and asked again. A decision without a hash would approve whatever is asked now, and so would a sentence.
 */
function problemOf(answer: unknown, question: PendingInterrupt): Refusal | null {
  if (isWait(question)) return refuse("invalidRequest", "The conversation waits for a time, and goes on then.");
  if (question.kind === "question") return null;
  const { requests } = question.value;
  if (question.kind === "commit") {
    const isComplete = isPlainRecord(answer) && requests.every(({ id }) => typeof answer[id] === "boolean");
    return isComplete
      ? null
      : refuse("invalidRequest", "Decide all requests of the question, each with true or false by its id.");
  }
  if (!isPlainRecord(answer) || !DECISIONS.has(answer["decision"])) {
    return refuse("invalidRequest", "Answer a request for approval with an object that has a decision.");
  }
  const needsHash = answer["decision"] === "approve" || answer["decision"] === "edit";
  if (needsHash && typeof answer["hash"] !== "string") {
    return refuse("invalidRequest", "An approval and an edit need the hash of the request that was shown.");
  }
  if (!requests.some(({ id }) => id === answer["id"])) return CLOSED;
  return isChanged(answer, question) ? CHANGED : null;
}

const DECISIONS: ReadonlySet<unknown> = new Set(["approve", "reject", "edit", "ask"]);

/** True for a decision about a request whose content is not the one that was shown. */
export function isChanged(answer: unknown, question: PendingInterrupt): boolean {
  if (question.kind !== "approval" || !isPlainRecord(answer) || typeof answer["hash"] !== "string") return false;
  return question.value.requests.some(({ id, hash }) => id === answer["id"] && hash !== answer["hash"]);
}

function decisionsOf(answer: unknown, question: PendingInterrupt): Decisions {
  if (!isPlainRecord(answer) || requestsOf(question) === null) return {};
  if (question.kind === "commit") {
    return Object.fromEntries(
      Object.entries(answer).map(([id, yes]) => [id, { decision: yes === true ? "approve" : "reject" }]),
    );
  }
  const { id, decision, payload } = answer;
  if (typeof id !== "string" || typeof decision !== "string") return {};
  // An edit whose arguments the tool would change is refused, so these are the ones that run.
  const edited = decision === "edit" && isPlainRecord(payload) ? { arguments: payload["arguments"] } : {};
  return { [id]: { decision, ...edited } };
}

type Refusal = Extract<ResolvedAnswers, { readonly code: string }>;

const refuse = (code: Refusal["code"], detail: string): Refusal => ({ code, detail });

const CLOSED = refuse("closedQuestion", "This request does not wait for a decision. Load the conversation again.");

/** Refusal of a decision about another content. */
export const CHANGED = refuse(
  "changedRequest",
  "The request has changed since it was shown. Load the conversation again.",
);
