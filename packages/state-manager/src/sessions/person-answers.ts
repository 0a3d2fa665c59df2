import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";
import type { PendingApproval, PendingQuestion } from "../kernel/pending-interrupt.ts";

/** Answer of a person, and the interrupt that it is for. */
export interface PersonAnswer {
  readonly interruptId: string;
  readonly value: unknown;
}

/** Approves a request as it was shown, or with an edited payload. */
export function approvalAnswer(request: PendingApproval | undefined, edit: object | undefined): PersonAnswer {
  const { id, hash, kind, interruptId } = given("request", request, "approvals");
  if (kind !== "commit") {
    const decision = edit === undefined ? { decision: "approve" } : { decision: "edit", payload: edit };
    return { interruptId, value: { id, hash, ...decision } };
  }
  if (edit === undefined) return { interruptId, value: { [id]: true } };
  const expected = "absent for a proposal, which is committed as it was made";
  throw stateManagerErrors.invalidArgument({ argument: "edit", expected, found: jsonKind(edit) });
}

/** Rejects a request. */
export function rejectionAnswer(request: PendingApproval | undefined, reason: string | undefined): PersonAnswer {
  const { id, hash, kind, interruptId } = given("request", request, "approvals");
  const rejection = { id, hash, decision: "reject", ...(reason !== undefined && { reason }) };
  return { interruptId, value: kind === "commit" ? { [id]: false } : rejection };
}

/** Answers a question. */
export const questionAnswer = (question: PendingQuestion | undefined, value: unknown): PersonAnswer => ({
  interruptId: given("question", question, "questions").id,
  value,
});

/** The first element of an empty list is missing, which must not pass for one that was answered. */
function given<Asked>(argument: string, asked: Asked | undefined, list: string): Asked {
  if (typeof asked === "object" && asked !== null) return asked;
  const expected = `one of the \`${list}\` of a turn`;
  throw stateManagerErrors.invalidArgument({ argument, expected, found: jsonKind(asked) });
}
