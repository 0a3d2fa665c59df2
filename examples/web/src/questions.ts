import { isDeepStrictEqual } from "node:util";
import type { PendingInterrupt } from "tidemark";
import { ApprovalRequest, readApprovalAnswer } from "tidemark/agents";
import { z } from "zod";
import type { ApprovalLabels, AskedQuestion, WebApplication } from "./application.ts";

/** Question asked by approvals. */
const Approval = z.looseObject({
  type: z.literal("approval"),
  question: z.string(),
  note: z.string().nullable(),
  requests: z.array(ApprovalRequest).min(1),
});

/** Question asked by most other nodes: a text, or an object with a text under one of these keys. */
const Plain = z.union([
  z.string(),
  z.looseObject({ question: z.string() }).transform(({ question }) => question),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
]);

/** Renders a question for the page, with one button per choice. */
export function questionOf(application: WebApplication, { value }: Pick<PendingInterrupt, "value">): AskedQuestion {
  const custom = application.question?.(value) ?? null;
  if (custom !== null) return { ...custom, choices: custom.choices.map(asButton) };
  const approval = Approval.safeParse(value);
  if (approval.success) return approvalQuestion(approval.data, application.approvalLabels);
  return { text: Plain.safeParse(value).data ?? "An answer is needed.", notes: [], choices: [] };
}

/** A choice whose sentence names a button, so without a full stop. */
const asButton = (choice: AskedQuestion["choices"][number]) => ({
  ...choice,
  label: choice.label.replace(/(?<!\.)\.$/u, ""),
});

const STANDARD = { approve: "Approve", reject: "Reject" };

function approvalQuestion(
  { question, note, requests }: z.infer<typeof Approval>,
  labelsOf: (request: ApprovalRequest) => ApprovalLabels = () => STANDARD,
): AskedQuestion {
  return {
    text: question,
    notes: note === null ? [] : [note],
    choices: requests.flatMap((request) => {
      const { id, hash, stepObjective } = request;
      const { approve, reject, isDestructive = false } = labelsOf(request);
      const answer = { id, decision: "approve", hash };
      const suffix = requests.length > 1 ? `: ${stepObjective}` : "";
      return [
        // The hash ensures that exactly what was shown gets approved.
        { label: `${approve}${suffix}`, notes: [], answer, role: "recommended", isDestructive },
        { label: `${reject}${suffix}`, notes: [], answer: { id, decision: "reject" }, role: "refusal" },
      ];
    }),
  };
}

/** The choice that an answer selects, by its button or in words; undefined for other text. */
export function choiceOf(
  application: Pick<WebApplication, "choiceOf">,
  given: unknown,
  { value, choices }: { readonly value: unknown; readonly choices: AskedQuestion["choices"] },
): AskedQuestion["choices"][number] | undefined {
  const meant = typeof given === "string" ? (application.choiceOf?.(given, value) ?? wordsOf(given, value)) : given;
  const { data: decision } = Decided.safeParse(meant);
  return choices.find(
    ({ answer }) =>
      isDeepStrictEqual(answer, meant) ||
      (decision !== undefined && isDeepStrictEqual(Decided.safeParse(answer).data, decision)),
  );
}

/** Decision about one request, whatever else the answer says. */
const Decided = z.object({ id: z.string(), decision: z.enum(["approve", "reject"]) });

function wordsOf(text: string, value: unknown): unknown {
  const approval = Approval.safeParse(value);
  const read = approval.success ? readApprovalAnswer(text, approval.data.requests) : null;
  return read?.understood === true ? { id: read.id, decision: read.decision.decision } : text;
}

/** The answer that typed text gives to the open question; null for text that starts a new turn. */
export function answerOf(application: WebApplication, text: string, waiting: PendingInterrupt): unknown {
  const { answerTo, isAnswer } = application;
  if (answerTo !== undefined) return answerTo(text, waiting) ?? null;
  if (isAnswer !== undefined) return isAnswer(text, waiting) ? text : null;
  const approval = Approval.safeParse(waiting.value);
  return !approval.success || readApprovalAnswer(text, approval.data.requests).understood ? text : null;
}
