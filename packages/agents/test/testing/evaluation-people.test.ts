// Simulated people: scripted by a function, and played by a model.
import { evaluate, scriptedModel } from "@tidemark/agents/testing";
import { expect, test } from "vitest";
import { finds, makeDesk, pays } from "./evaluation-desk.ts";

const reply = (does: string, text = "") => ({ structured: { does, text } });

test("a function writes the next messages and decides requests, from the conversation so far", async () => {
  const seen: string[] = [];
  const { cases } = await evaluate(makeDesk, [
    {
      message: "What was I charged for a?",
      model: [finds, "It was 180.", pays(180), "It is refunded."],
      person: ({ conversation, question }) => {
        seen.push(conversation.map(({ by, text }) => `${by}: ${text}`).join(" | "));
        if (question !== null) return "approve";
        return conversation.length < 3 ? { clarify: "Refund it." } : null;
      },
      expect: { state: { desk_refund: { amount: 180 } }, answer: /refunded/ },
    },
  ]);
  expect(cases[0]?.failures).toEqual([]);
  expect(seen).toEqual([
    "person: What was I charged for a? | graph: It was 180.",
    "person: What was I charged for a? | graph: It was 180. | person: Refund it.",
    "person: What was I charged for a? | graph: It was 180. | person: Refund it. | graph: It is refunded.",
  ]);
});

test("a model plays a person with a goal, who rejects with a reason and leaves", async () => {
  const player = scriptedModel([reply("write", "Refund it."), reply("reject", "I want 90 only."), reply("leave")]);
  const { cases } = await evaluate(
    makeDesk,
    [
      {
        message: "What was I charged for a?",
        model: [finds, "It was 180.", pays(180), "Then I leave it."],
        person: { goal: "Get 90 back for invoice a." },
        expect: {
          state: { desk_refund: null },
          toolCalls: [{ name: "find_invoice" }, { name: "refund", fails: true }],
        },
      },
    ],
    { person: player },
  );
  expect(cases[0]?.failures).toEqual([]);
  player.assertDone();
  const prompts = player.got.map(({ messages }) => messages.at(-1)?.text ?? "");
  expect(prompts[0]).toContain('"goal":"Get 90 back for invoice a."');
  expect(prompts[0]).toContain('"question":null');
  expect(prompts[1]).toContain('"type":"approval"');
});

test("scripted answers come before the person, and a person who leaves a question ends the case as interrupted", async () => {
  const { cases } = await evaluate(makeDesk, [
    {
      name: "scripted first",
      message: "Refund a",
      model: [finds, pays(180), "It is refunded."],
      answers: ["approve"],
      person: ({ question }) => (question === null ? null : "reject"),
      expect: { state: { desk_refund: { amount: 180 } } },
    },
    {
      name: "leaves",
      message: "Refund a",
      model: [finds, pays(180)],
      person: () => null,
      expect: { outcome: "interrupted" },
    },
  ]);
  expect(cases.map(({ failures }) => failures)).toEqual([[], []]);
});

test("the messages of a person are limited, and a person who fails is the outcome of the case", async () => {
  const { cases } = await evaluate(makeDesk, [
    {
      name: "limited",
      message: "Hi.",
      model: ["Hello.", "Hello.", "Hello."],
      person: { goal: "Talk.", model: scriptedModel([reply("write", "Hi."), reply("write", "Hi.")]), maxMessages: 2 },
    },
    {
      name: "failed",
      message: "Hi.",
      model: ["Hello."],
      person: { goal: "Talk.", model: scriptedModel([new Error("overloaded")]) },
      expect: { outcome: "thrown" },
    },
  ]);
  expect(cases.map(({ failures }) => failures)).toEqual([[], []]);
  expect(cases[1]?.error).toContain("the simulated person failed");
  await expect(evaluate(makeDesk, [{ message: "Hi.", person: { goal: "Talk." } }])).rejects.toThrow(
    "it needs a `model`",
  );
});
