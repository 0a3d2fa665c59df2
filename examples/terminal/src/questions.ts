import { type PendingInterrupt, readApprovalAnswer } from "tidemark";
import { ApprovalRequest } from "tidemark/schemas";
import { z } from "zod";
import type { Result, TerminalApplication } from "./application.ts";

/** Question asked by `approvalNode`. */
const Approval = z.looseObject({
  type: z.literal("approval"),
  question: z.string(),
  note: z.string().nullable(),
  requests: z.array(ApprovalRequest).min(1),
});

/** Question asked by other nodes. */
const Plain = z.union([z.string(), z.looseObject({ question: z.string() }).transform(({ question }) => question)]);

type Asking = Pick<TerminalApplication<object>, "answerTo" | "approvalLabels" | "isAnswer" | "question">;

/** The question of an interrupt as people see it. */
export function questionOf(
  application: Asking,
  { value }: Pick<PendingInterrupt, "value">,
): NonNullable<Result["question"]> {
  const own = application.question?.(value) ?? null;
  if (own !== null) return { ...own, typed: "numbers" };
  const approval = Approval.safeParse(value).data;
  if (approval === undefined)
    return { text: Plain.safeParse(value).data ?? "An answer is needed.", notes: [], choices: [], typed: "text" };
  const { question, note, requests } = approval;
  const choices = requests.flatMap((request) => {
    const { id, hash } = request;
    const { approve, reject } = application.approvalLabels?.(request) ?? { approve: "Approve", reject: "Reject" };
    return [
      // The hash ensures that exactly what was shown gets approved.
      { label: approve, notes: [], answer: { id, decision: "approve", hash }, role: "recommended" as const },
      { label: reject, notes: [], answer: { id, decision: "reject" }, role: "refusal" as const },
    ];
  });
  return { text: note === null ? question : `${note}\n${question}`, notes: [], choices, typed: "text" };
}

/** The answer that typed text gives to the open question; null for text that starts a new turn. */
export function answerOf({ answerTo, isAnswer }: Asking, text: string, waiting: PendingInterrupt): unknown {
  if (answerTo !== undefined) return answerTo(text, waiting) ?? null;
  if (isAnswer !== undefined) return isAnswer(text, waiting) ? text : null;
  const approval = Approval.safeParse(waiting.value).data;
  return approval === undefined || readApprovalAnswer(text, approval.requests).understood ? text : null;
}

/** Maximum number of notes below a choice. */
const MAX_NOTES = 3;

/** A result as lines of text; choices are numbered if numbers answer the question. */
export const resultLines = ({ message, question }: Result): readonly string[] => [
  message,
  ...(question?.notes ?? []).map((note) => `  ! ${note}`),
  ...(question?.typed === "numbers" ? question.choices : []).flatMap(({ label, notes }, index) => [
    `  ${index + 1}. ${label}`,
    ...notes.slice(0, MAX_NOTES).map((note) => `       ${note}`),
    ...(notes.length > MAX_NOTES ? [`       (and ${notes.length - MAX_NOTES} more)`] : []),
  ]),
];
