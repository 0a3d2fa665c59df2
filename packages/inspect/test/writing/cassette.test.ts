import fc from "fast-check";
import { expect, test } from "vitest";
import { Cassette, type RecordedAnswer } from "../../src/running/cassette.ts";
import { promptKeys } from "../../src/running/prompt-keys.ts";

const recorded = (node: string | null, prompt: string, message: string): RecordedAnswer => ({
  node,
  prompts: [`${prompt}!`, prompt, ""],
  at: null,
  message,
});

const asked = (node: string | null, prompt: string) => ({ node, prompts: [`${prompt}!`, prompt, ""] });
const anyOrder = { onlySamePrompt: false };

test("a prompt gets its own answer, and a changed one the next answer of its node", () => {
  const cassette = new Cassette([
    recorded("search", "Lisbon", "520"),
    recorded("search", "Oslo", "300"),
    recorded("book", "Lisbon", "Booked."),
  ]);
  expect(cassette.take(asked("search", "Oslo"), anyOrder)?.message).toBe("300");
  expect(cassette.take(asked("search", "Porto"), anyOrder)?.message).toBe("520");
  expect(cassette.take(asked("search", "Porto"), anyOrder)).toBeNull();
  expect(cassette.take(asked("pay", "Lisbon"), anyOrder)).toBeNull();
  expect(cassette.take(asked("book", "Rome"), { onlySamePrompt: true })).toBeNull();
  expect(cassette.matches).toEqual({ prompt: 1, order: 1 });
});

test("every answer is given at most once, and never to another node", () => {
  const name = fc.constantFrom("search", "book");
  const prompt = fc.constantFrom("Lisbon", "Oslo", "Porto");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, prompt), { maxLength: 8 }),
      fc.array(fc.tuple(name, prompt), { maxLength: 12 }),
      fc.boolean(),
      (answers, calls, onlySamePrompt) => {
        const all = answers.map(([node, text], index) => recorded(node, text, String(index)));
        const cassette = new Cassette(all);
        const given = calls.flatMap(([node, text]) => {
          const found = cassette.take(asked(node, text), { onlySamePrompt });
          return found === null ? [] : [{ asked: [node, text], node: found.node, text: found.prompts[1], found }];
        });
        expect(new Set(given.map(({ found }) => found)).size).toBe(given.length);
        expect(given.filter((each) => each.node !== each.asked[0])).toEqual([]);
        expect(given.filter((each) => onlySamePrompt && each.text !== each.asked[1])).toEqual([]);
        expect(cassette.matches.prompt + cassette.matches.order).toBe(given.length);
      },
    ),
  );
});

test("a call that is repeated as it was gets the answers in their order", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("Lisbon", "Oslo"), { maxLength: 10 }), (prompts) => {
      const cassette = new Cassette(prompts.map((text, index) => recorded("search", text, String(index))));
      expect(prompts.map((text) => cassette.take(asked("search", text), anyOrder)?.message)).toEqual(
        prompts.map((_, index) => String(index)),
      );
      expect(cassette.matches.order).toBe(0);
    }),
  );
});

test("a prompt is recognized without its ids and its system messages, but not with other words", () => {
  const [whole, conversation, since] = promptKeys([
    { type: "system", content: "Be brief." },
    { type: "human", id: "1", content: "To Lisbon" },
  ]);
  const again = promptKeys([
    { type: "human", content: "Hello" },
    { type: "ai", content: "Hi" },
    { type: "human", id: "2", content: "To Lisbon" },
  ]);
  expect(again[2]).toBe(since);
  expect(again[1]).not.toBe(conversation);
  expect(promptKeys([{ type: "human", content: "To Lisbon" }])[1]).toBe(conversation);
  expect(promptKeys([{ type: "human", content: "To Lisbon" }])[0]).not.toBe(whole);
  expect(promptKeys([{ type: "human", content: "To Oslo" }])[2]).not.toBe(since);
});
