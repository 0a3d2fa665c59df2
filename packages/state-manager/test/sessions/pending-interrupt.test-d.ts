import type { ApprovalRequest } from "@tidemark/core-state";
import type { PendingInterrupt } from "@tidemark/state-manager";
import { expectTypeOf, test } from "vitest";

declare const question: PendingInterrupt;

test("the kind of a question gives its value a type", () => {
  if (question.kind === "approval") {
    expectTypeOf(question.value.requests).toEqualTypeOf<readonly ApprovalRequest[]>();
    expectTypeOf(question.value.note).toEqualTypeOf<string | null>();
  } else if (question.kind === "commit") {
    expectTypeOf(question.value.requests).toEqualTypeOf<readonly ApprovalRequest[]>();
    // @ts-expect-error -- a question about proposals has no text
    void question.value.question;
  } else {
    expectTypeOf(question.value).toEqualTypeOf<unknown>();
  }
  // @ts-expect-error -- without its kind a value is unknown
  void question.value.requests;
  // @ts-expect-error -- a question for details ends the turn, and is not an interrupt
  void (question.kind === "clarification");
});
