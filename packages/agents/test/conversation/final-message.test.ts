import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { answerAfterFailure, finalMessageOf, newMessages } from "@tidemark/agents";

const asking = (content: string, ...names: string[]) =>
  new AIMessage({ content, tool_calls: names.map((name) => ({ id: name, name, args: {} })) });
const answer = (id: string, content = "found") => new ToolMessage({ content, tool_call_id: id });
const question = new HumanMessage("What is the accuracy?");

describe("finalMessageOf", () => {
  test("AR-17 returns the one final message of a run with tools", () => {
    const final = new AIMessage("87.2 %");
    const messages = [asking("", "pdf"), answer("pdf"), asking("", "web", "pdf"), answer("web"), final];
    expect(finalMessageOf(messages)).toEqual({ outcome: "final", message: final, text: "87.2 %" });
  });

  test("AR-18 accepts a message with an empty list of calls", () => {
    const final = new AIMessage({ content: "87.2 %", tool_calls: [] });
    expect(finalMessageOf([final])).toMatchObject({ outcome: "final", message: final });
    const plain = { role: "assistant", content: "87.2 %", tool_calls: [] };
    expect(finalMessageOf([plain])).toEqual({ outcome: "final", message: plain, text: "87.2 %" });
  });

  test("AR-19 marks a run without a final message, and returns its last text, never a tool call", () => {
    const stopped = [asking("Let me look.", "pdf"), answer("pdf", "Table 2"), asking("", "web")];
    expect(finalMessageOf(stopped)).toEqual({ outcome: "incomplete", text: "Table 2" });
    expect(finalMessageOf([asking("", "web")])).toEqual({ outcome: "nothing" });
  });

  test("AR-19 does not return text before a further tool call as the answer", () => {
    const narrated = [new AIMessage("I begin with the papers."), asking("", "pdf"), answer("pdf", "Table 2")];
    expect(finalMessageOf(narrated)).toEqual({ outcome: "incomplete", text: "Table 2" });
  });

  test("AR-20 finds nothing when the call added nothing, despite an old answer", () => {
    const before = [new HumanMessage("Earlier"), new AIMessage("Old answer"), question];
    expect(finalMessageOf(newMessages(before, before))).toEqual({ outcome: "nothing" });
  });

  test("skips an empty message at the end of a run", () => {
    const final = new AIMessage("87.2 %");
    expect(finalMessageOf([final, new AIMessage("")])).toMatchObject({ outcome: "final", message: final });
  });
});

describe("answerAfterFailure", () => {
  test("AR-24 returns the findings, or an apology", () => {
    expect(answerAfterFailure("Five papers agree.")).toBe("Five papers agree.");
    expect([null, undefined, " "].map(answerAfterFailure)).toEqual(
      Array.from({ length: 3 }, () => "I'm sorry, I could not write an answer. Please try again."),
    );
  });
});
