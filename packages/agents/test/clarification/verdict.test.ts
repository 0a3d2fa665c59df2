import { ClarificationVerdict } from "../../src/clarification/verdict.ts";
import { AIMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readVerdict } from "@tidemark/agents/internal";

const verdicts = (...replies: unknown[]) => replies.map((each) => readVerdict(each).verdict);

describe("readVerdict", () => {
  test("AR-10 never asks the user for RESEARCH, for other text or for an empty answer", () => {
    expect(verdicts("RESEARCH", "banana", "")).toEqual(["proceed", "unclear", "unclear"]);
  });

  test("AR-11 accepts the decision in any case, and as a message", () => {
    expect(
      verdicts("clarification", "**Clarify**", new AIMessage("CLARIFICATION needed."), { content: "clarify" }),
    ).toEqual(Array.from({ length: 4 }, () => "clarify"));
  });

  test("AR-12 uses the first word, not a later one", () => {
    const replies = [
      "RESEARCH - no CLARIFICATION needed",
      "I see no need for CLARIFICATION",
      "CLARIFICATION is not needed",
    ];
    expect(verdicts(...replies)).toEqual(["proceed", "unclear", "unclear"]);
    expect(verdicts("CLARIFICATION - not needed", "Clarifications abound")).toEqual(["unclear", "unclear"]);
  });

  test("reads the missing information from the text", () => {
    expect(readVerdict("CLARIFICATION: which paper\nand which table")).toEqual({
      verdict: "clarify",
      missing: ["which paper\nand which table"],
      question: null,
    });
  });

  test("reads a structured value, also as JSON text", () => {
    const value = ClarificationVerdict.parse({
      decision: "clarify",
      missing: ["which paper"],
      question: "Which paper?",
    });
    const read = { verdict: "clarify", missing: ["which paper"], question: "Which paper?" };
    expect(readVerdict(value)).toEqual(read);
    expect(readVerdict(new AIMessage("```json\n" + JSON.stringify(value) + "\n```"))).toEqual(read);
    expect(verdicts({ decision: "proceed", missing: [], question: null }, { decision: "maybe" }, "{ decision")).toEqual(
      ["proceed", "unclear", "unclear"],
    );
  });

  test("reads only own members with texts from a structured value", () => {
    const odd: unknown = JSON.parse(
      '{"decision":"clarify","missing":["a",7,"",{"lc":1}],"question":{},"__proto__":{"x":1}}',
    );
    expect(readVerdict(odd)).toEqual({ verdict: "clarify", missing: ["a"], question: null });
    expect(readVerdict(Object.create({ decision: "clarify" })).verdict).toBe("unclear");
  });

  test("reads any value without throwing", () => {
    fc.assert(
      fc.property(fc.anything(), (replies) => {
        expect(["clarify", "proceed", "unclear"]).toContain(readVerdict(replies).verdict);
      }),
    );
  });

  test("reads very long text quickly", () => {
    const long = 200_000;
    expect(verdicts(`clarify${"*".repeat(long)}x`, `clarify${" ".repeat(long)}x`, "*".repeat(long))).toEqual([
      "unclear",
      "unclear",
      "unclear",
    ]);
  });
});
