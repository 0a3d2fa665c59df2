import type { ApprovalRequest } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { type AnswerIssue, issuesOf } from "../plans/issues.ts";
import type { ApprovalDecision } from "./decision.ts";
import { readApprovalWords } from "./words.ts";

/**
 * Maximum number of characters read from a person's text.
 *
 * @internal
 */
export const LONGEST_TEXT = 4000;

/** An answer that decides a request by its id, so that it never decides a request the person has not seen. */
export const ApprovalAnswer = z.discriminatedUnion("decision", [
  z.strictObject({ id: z.string().min(1), decision: z.literal("approve"), hash: z.string().min(1).optional() }),
  z.strictObject({
    id: z.string().min(1),
    decision: z.literal("reject"),
    // A rejection counts also when the content has changed, so the hash is accepted and not compared.
    hash: z.string().min(1).optional(),
    reason: z.string().max(LONGEST_TEXT).optional(),
  }),
  z.strictObject({
    id: z.string().min(1),
    decision: z.literal("edit"),
    payload: z.record(z.string(), z.unknown()),
    hash: z.string().min(1).optional(),
  }),
  z.strictObject({
    id: z.string().min(1),
    decision: z.literal("ask"),
    question: z.string().min(1).max(LONGEST_TEXT),
  }),
]);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** Result of reading a client's answer. */
export type ReadAnswer =
  | {
      readonly understood: true;
      readonly id: string;
      readonly decision: ApprovalDecision;
      /** Hash of the request that the client displayed. Null when the client did not send it. */
      readonly hash: string | null;
    }
  | {
      readonly understood: false;
      readonly text: string;
      /** Problems of an answer that is an object with a `decision`, with their paths. Empty for a sentence. */
      readonly issues: readonly AnswerIssue[];
    };

/** Returns {@link ApprovalAnswer}, or a sentence, as JSON Schema for forms and checks in a client. */
export function approvalAnswerSchema(): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...answers } = z.toJSONSchema(ApprovalAnswer);
  return { anyOf: [answers, { type: "string", description: "yes, no, or a question" }] };
}

/**
 * Reads a client's answer: an object that names its request, or a sentence while exactly one request is pending.
 *
 * Nothing is guessed. A sentence that is neither yes nor no is a question if it ends in a question mark and has several
 * words; otherwise it is not understood. While several requests are pending, no sentence is understood.
 */
export function readApprovalAnswer(answer: unknown, pending: readonly ApprovalRequest[]): ReadAnswer {
  const sentence = textOfAnswer(answer);
  if (sentence !== null) return readSentence(sentence, pending);
  const parsed = ApprovalAnswer.safeParse(answer);
  if (!parsed.success)
    return { understood: false, text: "", issues: isPlainRecord(answer) ? issuesOf(parsed.error) : [] };
  const { id, ...decision } = parsed.data;
  const hash = "hash" in decision ? (decision.hash ?? null) : null;
  return { understood: true, id, decision, hash };
}

/** Reads a plain text, or the content of a chat message. */
function textOfAnswer(answer: unknown): string | null {
  if (typeof answer === "string") return answer;
  if (!isPlainRecord(answer) || Object.hasOwn(answer, "decision")) return null;
  return typeof answer["content"] === "string" ? answer["content"] : null;
}

function readSentence(sentence: string, pending: readonly ApprovalRequest[]): ReadAnswer {
  const text = sentence.trim().slice(0, LONGEST_TEXT);
  const [only, ...others] = pending;
  if (only === undefined || others.length > 0) return { understood: false, text, issues: [] };
  const words = readApprovalWords(sentence);
  if (words !== "unclear") return { understood: true, id: only.id, decision: { decision: words }, hash: null };
  if (!/\S\s+\S.*[?？؟]\s*$/su.test(text)) return { understood: false, text, issues: [] };
  return { understood: true, id: only.id, decision: { decision: "ask", question: text }, hash: null };
}
