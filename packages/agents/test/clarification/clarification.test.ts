import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentErrors, answerSucceeded } from "@tidemark/agents";
import { questionAsked } from "@tidemark/agents/internal";
import {
  decideClarification,
  proceedWithoutModel,
  type ReadVerdict,
  readVerdict,
  type WithClarification,
} from "@tidemark/agents/internal";

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const clarification = readVerdict("CLARIFICATION");

/** State after a vague request, the question, and the user's reply. */
const replied: WithClarification = {
  messages: [user("Tell me about it"), assistant("Which topic?"), user("The Nile")],
  control_clarification_needed: true,
  control_clarification_count: 1,
  control_missing_context: ["the topic"],
};

describe("decideClarification", () => {
  test("AR-02 asks for a vague request, counts the question and stores the missing information", () => {
    expect(decideClarification({ messages: [user("Tell me about it")] }, clarification)).toEqual({
      outcome: "clarify",
      missing: ["Query is vague or ambiguous"],
      question: null,
      update: {
        control_clarification_needed: true,
        control_clarification_count: 1,
        control_missing_context: ["Query is vague or ambiguous"],
      },
    });
  });

  test("AR-04 proceeds without a model when the user replied, keeps the count and clears the missing information", () => {
    expect(proceedWithoutModel(replied)).toEqual({
      outcome: "proceed",
      because: "answered",
      missing: ["the topic"],
      update: { control_clarification_needed: false, control_missing_context: [] },
    });
    expect(decideClarification(replied, clarification).outcome).toBe("proceed");
  });

  test("AR-05 leaves a message after an ordinary answer to the model", () => {
    expect(proceedWithoutModel({ ...replied, control_clarification_needed: false })).toBeNull();
    expect(proceedWithoutModel({ ...replied, messages: [assistant("Which?"), assistant("Still there?")] })).toBeNull();
  });

  test("AR-06 leaves two messages of the user in a row to the model", () => {
    expect(proceedWithoutModel({ ...replied, messages: [user("Tell me about it"), user("Quick!")] })).toBeNull();
  });

  test("AR-07 proceeds without a model when the limit of questions is reached; the count stays until an answer", () => {
    const asked = { messages: [user("And now?")], control_clarification_count: 2 };
    expect(proceedWithoutModel(asked)).toMatchObject({ because: "limitReached" });
    expect(proceedWithoutModel(asked)?.update).toEqual({ control_clarification_needed: false });
    expect(answerSucceeded()).toEqual({
      control_clarification_needed: false,
      control_clarification_count: 0,
      control_missing_context: [],
    });
  });

  test("AR-08 asks a second time while the limit allows it", () => {
    const asked = { messages: [user("And now?")], control_clarification_count: 1 };
    expect(decideClarification(asked, clarification).update.control_clarification_count).toBe(2);
  });

  test("AR-09 never asks when the limit is 0", () => {
    const values = { messages: [user("Tell me about it")] };
    for (const maxClarifications of [0, -1, Number.NaN]) {
      expect(decideClarification(values, clarification, { maxClarifications }).outcome).toBe("proceed");
    }
  });

  test("AR-10 proceeds for RESEARCH, for other text and for an empty answer", () => {
    const values = { messages: [user("How long is the Nile?")], control_missing_context: ["the topic"] };
    const decisions = ["RESEARCH", "banana", ""].map((reply) => decideClarification(values, readVerdict(reply)));
    expect(decisions.map((each) => each.outcome === "proceed" && each.because)).toEqual([
      "clear",
      "unclear",
      "unclear",
    ]);
    expect(decisions.map((each) => each.update.control_missing_context)).toEqual([[], undefined, undefined]);
  });

  test("AR-13 proceeds when the model failed, with an unchanged count", () => {
    const values = { messages: [user("Tell me")], control_clarification_count: 1 };
    expect(decideClarification(values, { verdict: "failed" })).toEqual({
      outcome: "proceed",
      because: "failed",
      missing: [],
      update: { control_clarification_needed: false },
    });
  });

  test("AR-14 an empty conversation throws a typed error", () => {
    expect(() => proceedWithoutModel({ messages: [] })).toThrow(
      expect.objectContaining({ code: agentErrors.emptyConversation.code }),
    );
    expect(() => decideClarification({}, clarification)).toThrow("Add the user's message to `messages`");
  });

  test("AR-16 finds the reply in the whole conversation, regardless of the model's window", () => {
    expect(proceedWithoutModel(replied)).toMatchObject({ because: "answered" });
    expect(proceedWithoutModel({ ...replied, messages: replied.messages?.slice(-1) })).toBeNull();
  });

  test("counts a question that was decided elsewhere, and stores the missing information", () => {
    expect(questionAsked({ control_clarification_count: 1 }, ["the topic"])).toEqual({
      control_clarification_needed: true,
      control_clarification_count: 2,
      control_missing_context: ["the topic"],
    });
  });

  test("never exceeds the limit of questions between two answers", () => {
    const verdict = fc.constantFrom<ReadVerdict["verdict"]>("clarify", "clarify", "proceed", "unclear", "failed");
    const turn = fc.record({ verdict, succeeds: fc.boolean(), messages: fc.integer({ min: 1, max: 2 }) });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 20 }), fc.nat(3), (turns, maxClarifications) => {
        let values: WithClarification = { messages: [] };
        let asked = 0;
        for (const each of turns) {
          const reply = Array.from({ length: each.messages }, () => user("Go on"));
          values = { ...values, messages: [...(values.messages ?? []), ...reply] };
          const decision = decideClarification(values, readVerdict(each.verdict), { maxClarifications });
          const answers = decision.outcome === "clarify" || each.succeeds;
          values = {
            ...values,
            ...decision.update,
            ...(decision.outcome === "proceed" && each.succeeds && answerSucceeded()),
            messages: [...(values.messages ?? []), ...(answers ? [assistant("Here")] : [])],
          };
          asked = decision.outcome === "clarify" ? asked + 1 : each.succeeds ? 0 : asked;
          expect(asked).toBeLessThanOrEqual(maxClarifications);
          expect(values.control_clarification_count ?? 0).toBe(asked);
        }
      }),
    );
  });
});
