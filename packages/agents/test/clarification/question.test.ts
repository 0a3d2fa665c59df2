import { describe, expect, test } from "vitest";
import { askClarification, plainQuestion } from "@tidemark/agents/internal";

describe("askClarification", () => {
  test("AR-03 writes the question as the message and the answer of the turn", () => {
    expect(askClarification("Which paper?", { name: "clarification" })).toEqual({
      messages: [{ role: "assistant", content: "Which paper?", name: "clarification" }],
      execution_final_answer: "Which paper?",
      control_workflow_status: "awaiting_user",
    });
  });

  test("AR-03 asks the plain question when the text is empty", () => {
    const asked = [null, undefined, "", " \n"].map((each) => askClarification(each).execution_final_answer);
    expect(new Set(asked)).toEqual(new Set([plainQuestion]));
  });
});
