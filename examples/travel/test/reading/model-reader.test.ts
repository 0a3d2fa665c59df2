import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { readWithModel } from "../../src/reading/model-reader.ts";
import { readMessage } from "../../src/reading/read-message.ts";
import { itineraryOf, TestApp } from "../test-app.ts";
import { context } from "./context.ts";
import { danish, lisbon } from "./lisbon.ts";

const read = (text: string, answer: Parameters<typeof scriptedModel>[0][number]) =>
  readWithModel(text, context, scriptedModel([answer]));

describe("reading with a model", () => {
  test("plans a trip in a language that the rules do not support", async () => {
    const app = new TestApp({ model: scriptedModel([{ structured: lisbon }]) });
    expect(itineraryOf(await app.conversation().send(danish))).toMatchObject({ origin: "CPH", destination: "LIS" });
  });

  test("names the words that the model did not quote", async () => {
    const text = `${danish}, helst med udsigt`; // cspell:disable-line
    expect((await read(text, { structured: lisbon })).unread).toEqual(["helst med udsigt"]); // cspell:disable-line
    const invented = { ...lisbon, used: ["a pool", danish] };
    expect((await read(danish, { structured: invented })).unread).toEqual([]);
  });

  test("checks the model's dates, numbers and cities like those of the rules", async () => {
    const odd = {
      ...lisbon,
      trip: { destination: "XXX", startDate: "2026-01-05", endDate: "2026-01-08", travelers: 4000 },
    };
    const reading = await read(danish, { structured: odd });
    expect(reading.problems.join(" ")).toContain("I do not know XXX as a place.");
    const app = new TestApp({ model: scriptedModel([{ structured: odd }]) });
    const { message } = await app.conversation().send(danish);
    for (const problem of ["not in the future", "4000 people is not possible", "XXX"])
      expect(message).toContain(problem);
  });

  test("shows where the rules read something else", async () => {
    const text = "Rome from Oslo, 4 to 7 June, for 3 people";
    const trip = { origin: "OSL", destination: "FCO", startDate: "2027-06-04", endDate: "2027-06-07", travelers: 2 };
    const { doubts } = await read(text, { structured: { ...lisbon, trip, used: [text] } });
    expect(doubts).toEqual(["travelers could also be 3; I took 2"]);
  });

  test.each([
    ["another shape", { structured: { intent: "hack", admin: true } }],
    ["plain text", "Sure, have a nice trip!"],
  ])("falls back to the rules when the model returns %s", async (_name, answer) => {
    const text = "Rome from Oslo, 4 to 7 June";
    const { reasoning, ...rules } = readMessage(text, context);
    const reading = await read(text, answer);
    expect(reading).toMatchObject(rules);
    expect(reading.reasoning.length).toBeGreaterThan(reasoning.length);
  });

  test("does not hide that the run was aborted", async () => {
    const model = scriptedModel([{ structured: lisbon }]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(readWithModel(danish, context, model, signal)).rejects.toThrow("enough");
  });
});
