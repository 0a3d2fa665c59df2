import { isPlainRecord } from "@tidemark/reducers/internal";
import { formatPath } from "@tidemark/reducers/internal";
import { z } from "zod";
import { idProblem, shapeProblem } from "../runs/input-shape.ts";
import type { StartMessage } from "../runs/live-runs.ts";
import { type FileRules, readFilePart } from "./chat-files.ts";
import { readApprovalId } from "./question-parts.ts";

/** Answer to a question, as a client sent it. */
export type ChatAnswer =
  | {
      readonly kind: "approval";
      readonly approvalId: string;
      readonly interruptId: string;
      readonly requestId: string;
      readonly hash: string;
      readonly isApproved: boolean;
      readonly reason: string | null;
      readonly signature: string | null;
    }
  | {
      readonly kind: "question";
      readonly interruptId: string;
      readonly answer: unknown;
      readonly signature: string | null;
    };

/** Request of a client of the AI SDK. */
export type ChatRequest =
  | {
      readonly kind: "message";
      readonly threadId: string;
      readonly message: StartMessage;
      readonly onBusy?: "steer";
    }
  | { readonly kind: "answers"; readonly threadId: string; readonly answers: readonly ChatAnswer[] }
  | { readonly kind: "continue"; readonly threadId: string };

/** Result of reading a request: the request, or the first problem with it. */
export type ReadChatRequest =
  | { readonly ok: true; readonly request: ChatRequest }
  | {
      readonly ok: false;
      readonly code: "invalidRequest" | "tooLarge" | "unsupportedMessage" | "wrongType";
      readonly detail: string;
    };

const id = z.string().min(1).max(512);

const MAX_TEXT = 4000;

/** Body of the AI SDK's `DefaultChatTransport`, and the members `answers` and `onBusy` of ours. Everything else in it is ignored. */
export const ChatBody = z.object({
  id,
  trigger: z.enum(["submit-message", "regenerate-message"]).optional(),
  messageId: z.string().max(512).optional(),
  messages: z.array(z.unknown()).max(10_000),
  answers: z
    .array(z.object({ interruptId: id, answer: z.json(), signature: z.string().max(200).optional() }))
    .max(100)
    .optional(),
  /** `steer` gives the text of the message to the turn that is running. Defaults to `refuse`: 409. */
  onBusy: z.enum(["refuse", "steer"]).optional(),
});

const Named = z.looseObject({
  id,
  role: z.enum(["user", "assistant", "system"]),
  parts: z.array(z.unknown()).max(10_000),
});

const Responded = z.object({
  state: z.literal("approval-responded"),
  approval: z.object({
    id: z.string().min(1).max(4000),
    approved: z.boolean(),
    reason: z.string().max(MAX_TEXT).optional(),
    signature: z.string().max(200).optional(),
  }),
});

/**
 * Reads the request of a client of the AI SDK from untrusted JSON.
 *
 * Only the newest message is used: the text of a user's message, or the decisions in an answer. What a client sends of the
 * conversation before it is ignored, because the thread has it.
 */
export function readChatRequest(body: unknown, files: FileRules | null = null): ReadChatRequest {
  if (!isPlainRecord(body)) return refuse("The body is not an object.");
  const shape = shapeProblem(body, 10_000);
  if (shape !== null) return refuse(shape);
  const wrong = idProblem("id", body["id"]);
  if (wrong !== null) return refuse(wrong);
  const parsed = ChatBody.safeParse(body);
  if (!parsed.success) return refuse(firstIssue(parsed.error));
  const { id: threadId, trigger, messages, messageId, answers = [], onBusy } = parsed.data;
  if (answers.length > 0) {
    return accept({
      kind: "answers",
      threadId,
      answers: answers.map(({ signature = null, ...answer }) => ({ kind: "question", ...answer, signature })),
    });
  }
  if (trigger === "regenerate-message") return accept({ kind: "continue", threadId });
  const chosen = messages.findLast((message) => messageId !== undefined && idIn(message) === messageId);
  const newest = Named.safeParse(roleIn(chosen) === "assistant" ? chosen : messages.at(-1));
  if (!newest.success) return refuse(`The newest of the messages is invalid. ${firstIssue(newest.error)}`);
  const { role, parts } = newest.data;
  if (role === "user") {
    const read = userRequest(threadId, newest.data, files);
    if (!read.ok || onBusy !== "steer" || read.request.kind !== "message") return read;
    return read.request.message.content === undefined
      ? accept({ ...read.request, onBusy })
      : { ok: false, code: "unsupportedMessage", detail: "A message for the running turn is text. Send no files." };
  }
  const decisions = role === "assistant" ? decisionsIn(parts) : [];
  return decisions.length === 0
    ? refuse("The last of the messages must be one of the user, or have an answer to a request for approval.")
    : accept({ kind: "answers", threadId, answers: decisions });
}

function userRequest(
  threadId: string,
  { id: messageId, parts }: z.infer<typeof Named>,
  rules: FileRules | null,
): ReadChatRequest {
  const wrong = idProblem("messages.id", messageId);
  if (wrong !== null) return refuse(wrong);
  const content: NonNullable<StartMessage["content"]>[number][] = [];
  for (const part of parts) {
    const { type, text } = isPlainRecord(part) ? part : {};
    if (type === "text" && typeof text === "string") content.push({ type, text });
    else if (type === "file") {
      if (rules === null) {
        return { ok: false, code: "unsupportedMessage", detail: "A message of this endpoint is text. Send no files." };
      }
      const read = readFilePart(part, rules);
      if (!read.ok) return read;
      content.push({ type, ...read.file });
    }
  }
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const count = content.filter(({ type }) => type === "file").length;
  if (count > (rules?.maxFiles ?? MAX_FILES)) {
    return refuse(`A message may have at most ${rules?.maxFiles ?? MAX_FILES} files.`);
  }
  if (text.trim() === "" && count === 0) return refuse("The message of the user has no text.");
  return accept({ kind: "message", threadId, message: { id: messageId, text, ...(count > 0 && { content }) } });
}

const MAX_FILES = 10;

function decisionsIn(parts: readonly unknown[]): readonly ChatAnswer[] {
  return parts.flatMap((part): readonly ChatAnswer[] => {
    const responded = Responded.safeParse(part);
    const named = responded.success ? readApprovalId(responded.data.approval.id) : null;
    if (!responded.success || named === null) return [];
    const { id: approvalId, approved: isApproved, reason = null, signature = null } = responded.data.approval;
    return [{ kind: "approval", approvalId, ...named, isApproved, reason, signature }];
  });
}

const idIn = (message: unknown): unknown => (isPlainRecord(message) ? message["id"] : undefined);

const roleIn = (message: unknown): unknown => (isPlainRecord(message) ? message["role"] : undefined);

const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `"${formatPath(issue?.path ?? [])}" is not valid (${issue?.message ?? "not a chat request"}).`;

const accept = (request: ChatRequest): ReadChatRequest => ({ ok: true, request });

const refuse = (detail: string): ReadChatRequest => ({ ok: false, code: "invalidRequest", detail });
