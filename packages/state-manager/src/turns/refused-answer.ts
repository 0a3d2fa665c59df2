import { isPlainRecord } from "@tidemark/reducers/internal";
import type { PendingInterrupt } from "../kernel/pending-interrupt.ts";
import type { SessionRefusal } from "./turn-result.ts";

/**
 * The question that asks again about the request that an answer names, with the same content: another person has signed it meanwhile, or has
 * answered in words. Undefined if no question does.
 */
export const askedAgain = (open: readonly PendingInterrupt[], answer: unknown): PendingInterrupt | undefined =>
  isPlainRecord(answer) && typeof answer["hash"] === "string"
    ? open.find(
        ({ kind, value }) =>
          kind === "approval" && value.requests.some(({ id, hash }) => id === answer["id"] && hash === answer["hash"]),
      )
    : undefined;

/**
 * Id of the request that an answer approves or edits although another content was shown, or null. A rejection counts also when the content has
 * changed.
 */
export function changedRequestIn(question: PendingInterrupt, answer: unknown): string | null {
  if (question.kind !== "approval" || !isPlainRecord(answer)) return null;
  const { id, hash, decision } = answer;
  if (typeof hash !== "string" || (decision !== "approve" && decision !== "edit")) return null;
  return question.value.requests.find((request) => request.id === id && request.hash !== hash)?.id ?? null;
}

/** The refusal of a person who may not decide: the question of the answer is open again, with this problem. Null for an accepted answer. */
export function notAllowedIn(
  open: readonly PendingInterrupt[],
  interruptId: string | undefined,
  answer: unknown,
): SessionRefusal | null {
  const question = open.find(({ id }) => id === interruptId);
  if (question?.kind === "commit") {
    const noted = question.value.requests.find(({ note }) => note?.code === "notAllowed");
    const { id: requestId, note } = noted ?? {};
    return requestId === undefined
      ? null
      : { outcome: "notAllowed", interruptId: question.id, requestId, reason: note?.message ?? "" };
  }
  if (interruptId === undefined || question?.kind !== "approval" || question.value.problem?.code !== "notAllowed")
    return null;
  const { note, requests } = question.value;
  const named = isPlainRecord(answer) ? requests.find(({ id }) => id === answer["id"]) : undefined;
  const requestId = (named ?? requests[0])?.id ?? "";
  return { outcome: "notAllowed", interruptId, requestId, reason: note ?? "" };
}
