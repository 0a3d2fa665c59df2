import type { PendingInterrupt } from "tidemark";
import { ApprovalRequest, readApprovalAnswer } from "tidemark/agents";
import { z } from "zod";
import type { Result, TerminalApplication } from "./application.ts";

/** Question asked by approvals. */
const Approval = z.looseObject({
  type: z.literal("approval"),
  question: z.string(),
  note: z.string().nullable(),
  requests: z.array(ApprovalRequest).min(1),
});

/** Question asked by other nodes. */
const Plain = z.union([z.string(), z.looseObject({ question: z.string() }).transform(({ question }) => question)]);

type Asking = Pick<TerminalApplication<object>, "answerTo" | "approvalLabels" | "question">;

/** The question of an interrupt as people see it. */
export function questionOf(application: Asking, { value }: PendingInterrupt): NonNullable<Result["question"]> {
  const own = application.question?.(value) ?? null;
  if (own !== null) return { ...own, typed: "number" };
  const { data } = Approval.safeParse(value);
  const text = data?.question ?? Plain.safeParse(value).data ?? "An answer is needed.";
  const choices = (data?.requests ?? []).flatMap((request) => {
    const { id, hash } = request;
    const labels = application.approvalLabels?.(request) ?? { approve: "Approve", reject: "Reject" };
    return [
      // The hash ensures that exactly what was shown gets approved.
      { label: labels.approve, notes: [], answer: { id, decision: "approve", hash }, role: "recommended" as const },
      { label: labels.reject, notes: [], answer: { id, decision: "reject" }, role: "refusal" as const },
    ];
  });
  return { text: [data?.note ?? [], text].flat().join("\n"), notes: [], choices, typed: "text" };
}

/** The answer that typed text gives to the open question; null for text that starts a new turn. */
export function answerOf({ answerTo }: Asking, text: string, waiting: PendingInterrupt): unknown {
  if (answerTo !== undefined) return answerTo(text, waiting) ?? null;
  const { data } = Approval.safeParse(waiting.value);
  return data === undefined || readApprovalAnswer(text, data.requests).understood ? text : null;
}

/** A result as lines of text, with the first three notes below each numbered choice. */
export const resultLines = ({ message, question }: Result): readonly string[] => [
  message,
  ...(question?.notes ?? []).map((note) => `  ! ${note}`),
  ...(question?.typed === "number" ? question.choices : []).flatMap(({ label, notes }, index) => [
    `  ${index + 1}. ${label}`,
    ...notes.slice(0, 3).map((note) => `       ${note}`),
    ...(notes.length > 3 ? [`       (and ${notes.length - 3} more)`] : []),
  ]),
];
