import type { ApprovalRequest } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import type { ApprovalDecision } from "./decision.ts";
import { readApprovalWords } from "./words.ts";

/**
 * The most that is read of what a person says.
 *
 * @internal
 */
export const LONGEST_TEXT = 4000;

/** What a client sends to decide a request: by id, so that an answer never decides what the person has not seen. */
export const ApprovalAnswer = z.discriminatedUnion("decision", [
  z.strictObject({ id: z.string().min(1), decision: z.literal("approve"), hash: z.string().min(1).optional() }),
  z.strictObject({
    id: z.string().min(1),
    decision: z.literal("reject"),
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

/** What a client has said, as far as it could be understood. */
export type ReadAnswer =
  | {
      readonly understood: true;
      readonly id: string;
      readonly decision: ApprovalDecision;
      /** The hash of what the client showed; null when it did not say. */
      readonly hash: string | null;
    }
  | { readonly understood: false; readonly said: string };

/** The answers of {@link ApprovalAnswer}, or a sentence, as JSON Schema: for a form or a check in the client. */
export function approvalAnswerSchema(): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...answers } = z.toJSONSchema(ApprovalAnswer);
  return { anyOf: [answers, { type: "string", description: "yes, no, or a question" }] };
}

/**
 * Reads the answer of a client: one that names its request, or a sentence while only one request waits.
 *
 * Nothing is guessed. A sentence that is neither yes nor no is a question when it ends in a question mark and has several
 * words, and not understood otherwise; so is a sentence while several requests wait.
 */
export function readApprovalAnswer(answer: unknown, pending: readonly ApprovalRequest[]): ReadAnswer {
  const said = textOfAnswer(answer);
  if (said !== null) return readSentence(said, pending);
  const parsed = ApprovalAnswer.safeParse(answer);
  if (!parsed.success) return { understood: false, said: "" };
  const { id, ...decision } = parsed.data;
  const hash = "hash" in decision ? (decision.hash ?? null) : null;
  return { understood: true, id, decision, hash };
}

/** A bare text, or a message as chat clients send it. */
function textOfAnswer(answer: unknown): string | null {
  if (typeof answer === "string") return answer;
  if (!isPlainRecord(answer) || Object.hasOwn(answer, "decision")) return null;
  return typeof answer["content"] === "string" ? answer["content"] : null;
}

function readSentence(text: string, pending: readonly ApprovalRequest[]): ReadAnswer {
  const said = text.trim().slice(0, LONGEST_TEXT);
  const [only, ...others] = pending;
  if (only === undefined || others.length > 0) return { understood: false, said };
  const words = readApprovalWords(text);
  if (words !== "unclear") return { understood: true, id: only.id, decision: { decision: words }, hash: null };
  if (!/\S\s+\S.*[?？؟]\s*$/su.test(said)) return { understood: false, said };
  return { understood: true, id: only.id, decision: { decision: "ask", question: said }, hash: null };
}
