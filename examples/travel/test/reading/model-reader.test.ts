import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { readWithModel } from "../../src/reading/model-reader.ts";
import { readMessage } from "../../src/reading/read-message.ts";
import { itineraryOf, TestApp } from "../test-app.ts";
import { danish, lisbon } from "./answers.ts";
import { context } from "./context.ts";

type Answer = Parameters<typeof scriptedModel>[0][number];

const read = (text: string, ...answers: readonly Answer[]) => readWithModel(text, context, scriptedModel([...answers]));
const structured = (answer: Readonly<Record<string, unknown>>): Answer => ({ structured: answer });
/** The same wrong answer twice: the model does not repair it. */
const twice = (answer: Readonly<Record<string, unknown>>): readonly Answer[] => [
  structured(answer),
  structured(answer),
];

describe("reading with a model", () => {
  test("plans a trip in a language that the small reader does not know", async () => {
    const app = new TestApp({ model: scriptedModel([structured(lisbon)]) });
    const itinerary = itineraryOf(await app.conversation().send(danish));
    expect(itinerary).toMatchObject({ origin: "CPH", destination: "LIS", travelers: 4, children: 2 });
  });

  test("names the words that the model did not quote", async () => {
    const text = `${danish}, helst med udsigt`; // cspell:disable-line
    expect((await read(text, structured(lisbon))).unread).toEqual(["helst med udsigt"]); // cspell:disable-line
  });

  test.each([
    ["a day without its number in the message", "startDate", "en weekend i maj", "on which days you travel"],
    ["a detail whose quote is not in the message", "origin", "fra Oslo", "where you start from"],
    ["a number that is not that of its quote", "travelers", "2 voksne", "how many of you travel"], // cspell:disable-line
  ])("leaves out %s, and asks for it", async (_, name, words, asked) => {
    const text = `${danish}, en weekend i maj`;
    const quotes = [
      ...lisbon.quotes.filter(({ detail }) => detail !== `trip.${name}`),
      { detail: `trip.${name}`, words },
    ];
    const reading = await read(text, ...twice({ ...lisbon, quotes }));
    expect(reading.trip).not.toHaveProperty(name);
    expect(reading.ask.join()).toContain(asked);
  });

  test("leaves out a wish and a fact that the message does not state", async () => {
    const invented = {
      ...lisbon,
      wishes: { direct: true },
      facts: [{ kind: "food_preference", value: "vegan", certainty: "said" }],
    };
    const reading = await read(danish, ...twice(invented));
    expect([reading.wishes, reading.facts]).toEqual([{}, []]);
    expect(reading.ask).toEqual(['what you want for "direct"', 'what you want for "facts"']);
  });

  test("lets the model repair its answer once, and tells it the faults", async () => {
    const model = scriptedModel([
      structured({ ...lisbon, trip: { ...lisbon.trip, destination: "XXX" } }),
      structured(lisbon),
    ]);
    const reading = await readWithModel(danish, context, model);
    expect(reading).toMatchObject({ trip: { destination: "LIS" }, ask: [] });
  });

  test("checks the model's dates, numbers and cities like those of the small reader", async () => {
    const trip = { destination: "XXX", startDate: "2026-01-05", endDate: "2026-01-08", travelers: 4000 };
    const text = "Xanadu, 5 to 8 January 2026, 4000 people";
    const quotes = Object.keys(trip).map((name) => ({
      detail: `trip.${name}`,
      words: name === "travelers" ? "4000 people" : text,
    }));
    const odd = { intent: "plan_trip", trip, quotes };
    const app = new TestApp({ model: scriptedModel([...twice(odd)]) });
    const { message } = await app.conversation().send(text);
    for (const problem of ["not in the future", "4000 people is not possible", 'I do not know "XXX" as a place'])
      expect(message).toContain(problem);
  });

  test.each([
    ["book_trip", "change_trip", "I only changed the trip, and booked nothing."],
    ["cancel_booking", "cancel_booking", "I do one thing at a time"],
  ])("does not drop a change beside the intent %s in silence", async (intent, expected, said) => {
    const answer = { intent, wishes: { direct: true }, quotes: [{ detail: "wishes.direct", words: "direct" }] };
    const reading = await read("direct, and do it", structured(answer));
    expect([reading.intent, reading.problems.join()]).toEqual([expected, expect.stringContaining(said)]);
  });

  test("says how people without a number were counted", async () => {
    const text = "Rome from Oslo, 4 to 7 June, my parents and I";
    const quotes = [{ detail: "trip.travelers", words: "my parents and I" }];
    const { trip } = await read(text, structured({ intent: "plan_trip", trip: { travelers: 3 }, quotes }));
    expect(trip).toEqual({ travelers: 3, travelersAssumed: 'I counted 3 for "my parents and I"' });
  });

  test.each([
    ["another shape", { structured: { intent: "hack", admin: true } }],
    ["plain text", "Sure, have a nice trip!"],
  ])("falls back to the small reader when the model returns %s", async (_name, answer) => {
    const text = "Rome from Oslo, 4 to 7 June";
    const { reasoning, ...rules } = readMessage(text, context);
    const reading = await read(text, answer, answer);
    expect(reading).toMatchObject(rules);
    expect(reading.reasoning.length).toBeGreaterThan(reasoning.length);
  });

  test("does not hide that the run was aborted", async () => {
    const model = scriptedModel([structured(lisbon)]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(readWithModel(danish, context, model, signal)).rejects.toThrow("enough");
  });
});
