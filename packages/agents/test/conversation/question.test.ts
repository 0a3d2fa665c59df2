import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { agentErrors, currentQuestion } from "@tidemark/agents";

describe("currentQuestion", () => {
  test("AR-23 returns the question of this turn, not the first one of the conversation", () => {
    const messages = [
      new HumanMessage("What is RAG?"),
      new AIMessage("Retrieval …"),
      new HumanMessage("And its cost?"),
    ];
    expect(currentQuestion(messages)).toBe("And its cost?");
  });

  test("refuses a conversation without a user message", () => {
    expect(() => currentQuestion([new AIMessage("Hello?")])).toThrow("contains 1 message(s), but no user message");
    expect(() => currentQuestion([])).toThrow(expect.objectContaining({ code: agentErrors.emptyConversation.code }));
  });
});
