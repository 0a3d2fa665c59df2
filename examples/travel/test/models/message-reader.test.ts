import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { readSampleData } from "../../src/catalog/sample-data.ts";
import { readRequest } from "../../src/domain/read-request.ts";
import { type MessageReader, modelReader } from "../../src/models/message-reader.ts";
import { itineraryOf, TestApp } from "../test-app.ts";
import { danish, lisbon } from "./lisbon.ts";

/** A reader on a model with the given answers. */
const readerWith = (...answers: Parameters<typeof scriptedModel>[0]) => {
  const [read, model] = [modelReader(), scriptedModel(answers)];
  return (message: string, readingContext: Parameters<MessageReader>[1], signal?: AbortSignal) =>
    read(message, readingContext, { loadModel: () => Promise.resolve(model), signal });
};

const airports = readSampleData().cities;
const context = { airports, today: "2026-11-21" };

const noKey = () => Promise.reject(new Error("no key"));

describe("reading with a model", () => {
  test("returns the model's reading, and calls the model once per message", async () => {
    const read = readerWith({ structured: lisbon });
    expect(await Promise.all([read(danish, context), read(danish, context)])).toEqual([lisbon, lisbon]);
  });

  test("plans a trip in a language that the rules do not support", async () => {
    const app = new TestApp({ model: scriptedModel([{ structured: lisbon }]) });
    expect(itineraryOf(await app.conversation().send(danish))).toMatchObject({ origin: "CPH", destination: "LIS" });
  });

  test("removes cities that are not in the catalog", async () => {
    const read = readerWith({ structured: { ...lisbon, destination: "XXX" } });
    expect((await read(danish, context)).destination).toBeNull();
  });

  test.each([
    ["another shape", { structured: { intent: "hack", admin: true } }],
    ["a number out of range", { structured: { ...lisbon, travelers: 4000 } }],
    ["plain text", "Sure, have a nice trip!"],
  ])("falls back to the rules when the model returns %s", async (_name, answer) => {
    const text = "Rome from Oslo, 4 to 7 June";
    const reading = await readerWith(answer)(text, context);
    const { reasoning, ...rules } = readRequest(text, context);
    expect(reading).toMatchObject(rules);
    expect(reading.reasoning).toContain(reasoning);
    expect(reading.reasoning.length).toBeGreaterThan(reasoning.length);
  });

  test("does not hide or cache that the model cannot be loaded", async () => {
    const read = modelReader();
    await expect(read(danish, context, { loadModel: noKey })).rejects.toThrow("no key");
    const model = scriptedModel([{ structured: lisbon }]);
    expect(await read(danish, context, { loadModel: () => Promise.resolve(model) })).toEqual(lisbon);
  });

  test("does not cache an aborted reading", async () => {
    const read = readerWith({ structured: lisbon }, { structured: lisbon });
    const stopped = AbortSignal.abort(new Error("enough"));
    await expect(read(danish, context, stopped)).rejects.toThrow("enough");
    expect(await read(danish, context)).toEqual(lisbon);
  });
});
