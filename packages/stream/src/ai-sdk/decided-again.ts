import type { Decisions } from "../events/decisions.ts";
import type { DecidedRequest } from "../runs/live-runs.ts";
import type { ChatAnswer } from "./chat-request.ts";
import { partChunks } from "./part-chunks.ts";
import { type Asking, type QuestionData, signedApproval } from "./question-parts.ts";
import type { UiChunk, UiMessage, UiPart } from "./ui-message.ts";

/** Answer that decides a request for approval. */
type Decision = Extract<ChatAnswer, { readonly kind: "approval" }>;

/** Decisions that were made before. */
export interface MadeDecisions {
  /** Those in the audit log. */
  readonly decided: readonly DecidedRequest[];
  /** Those that the running turn was started with. */
  readonly started: Decisions;
}

/**
 * Returns the answers if each decides a request as it was decided before, with a valid signature if the server signs; otherwise null. A tab
 * sends them that was opened before another one has answered.
 */
export function decidedAgain(
  answers: readonly ChatAnswer[],
  { decided, started }: MadeDecisions,
  { threadId, signer }: Asking,
): readonly Decision[] | null {
  const isMade = ({ requestId, hash, isApproved, approvalId, signature }: Decision): boolean => {
    const known = decided.findLast(({ id }) => id === requestId);
    const isSame =
      known === undefined
        ? started[requestId]?.decision === (isApproved ? "approve" : "reject")
        : known.hash === hash && known.isApproved === isApproved;
    return isSame && (signer === null || signer.isValid(signedApproval(threadId, approvalId), signature ?? ""));
  };
  const decisions = answers.flatMap((each) => (each.kind === "approval" && isMade(each) ? [each] : []));
  return decisions.length === answers.length ? decisions : null;
}

/**
 * Chunks that give a client what it does not have of an answer: the results of its decisions, and the parts from the first decided call on.
 */
export function chunksAfter(
  decisions: readonly Decision[],
  { id, parts }: UiMessage,
  runId: string,
): readonly UiChunk[] {
  const isOf = (part: UiPart, { requestId }: Decision): boolean =>
    part.type === "dynamic-tool" && requestId.endsWith(`:${part.toolName}:${part.toolCallId}`);
  const first = parts.findIndex((part) => decisions.some((each) => isOf(part, each)));
  const results = decisions.flatMap((each): readonly UiChunk[] => {
    const { interruptId, requestId, isApproved } = each;
    const data: QuestionData = { interruptId, kind: "approval", question: null, open: false };
    const question: UiChunk = { type: "data-question", id: interruptId, data };
    // The result of a call is among the parts. The request of another node has none but the decision.
    if (parts.some((part) => isOf(part, each))) return [question];
    const toolCallId = `approval:${interruptId}:${requestId}`;
    return isApproved
      ? [{ type: "tool-output-available", toolCallId, output: { decision: "approve" } }, question]
      : [{ type: "tool-output-denied", toolCallId }, question];
  });
  return [
    { type: "start", messageId: id, messageMetadata: { runId } },
    ...results,
    ...(first === -1 ? [] : parts.slice(first).flatMap((part, index) => partChunks(part, index, {}))),
    { type: "finish", finishReason: "stop" },
  ];
}
