import { answerPrompt, planningPrompt } from "@tidemark/agents/internal";
import { describe, expect, test } from "vitest";
import { letters } from "./planning-registry.ts";

describe("planningPrompt", () => {
  test("contains the agents, the contexts, and the reason why the last plan failed", () => {
    const { question } = planningPrompt({
      task: "Write to Ann",
      capabilities: letters.agents.filter((agent) => !agent.system),
      contexts: { ADDRESS: { ann: { city: "Bergen" } }, _hidden: { a: {} } },
      feedback: "There is no context “bob”.",
    });
    expect(question).toContain("- write: Writes letters. Requires: ADDRESS. Provides: LETTER.");
    expect(question).toContain("- send: Sends letters. Requires: LETTER.");
    expect(question).toContain("- respond: ");
    expect(question).toContain("## Stored contexts\n- ADDRESS: ann");
    expect(question).toContain("There is no context “bob”.");
    expect(question).not.toMatch(/Bergen|_hidden|## Conversation/);
  });
});

describe("answerPrompt", () => {
  test("contains the results, the failures, and the required text", () => {
    const messages = [{ type: "human", content: "Will it rain?" }];
    const input = {
      task: "Rain?",
      messages,
      steps: ["Looked it up"],
      results: "Rain at noon",
      failure: "The mail failed.",
    };
    const { instructions, question } = answerPrompt({ ...input, customMessage: "Take care" });
    expect(instructions).toContain("Take care");
    for (const part of ["Rain?", "- Looked it up", "Rain at noon", "The mail failed.", "User: Will it rain?"]) {
      expect(question).toContain(part);
    }
    expect(answerPrompt({ task: "Rain?", messages: [] }).instructions).not.toContain("undefined");
  });
});
