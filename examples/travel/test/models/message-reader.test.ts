import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { readSampleData } from "../../src/catalog/sample-data.ts";
import { readRequest } from "../../src/domain/read-request.ts";
import { emptyReading } from "../../src/domain/reading.ts";
import { modelReader } from "../../src/models/message-reader.ts";
import { itineraryOf, Office } from "../travel.ts";

const airports = readSampleData().cities;
const context = { airports, today: "2026-11-21" };
const danish = "en forlænget weekend i Lissabon fra København i maj";
const lisbon = {
  ...emptyReading(),
  intent: "plan_trip",
  origin: "CPH",
  destination: "LIS",
  startDate: "2027-05-07",
  endDate: "2027-05-10",
  reasoning: "Danish for a long weekend.",
};

describe("reading with a model", () => {
  test("gives what the model has read, and asks it once for each message", async () => {
    const read = modelReader(scriptedModel([{ structured: lisbon }]));
    const [one, other] = await Promise.all([read(danish, context), read(danish, context)]);
    expect(one).toEqual(lisbon);
    expect(other).toEqual(lisbon);
  });

  test("plans a whole trip in a language that the rules do not know", async () => {
    const office = new Office({ reader: modelReader(scriptedModel([{ structured: lisbon }])) });
    expect(itineraryOf(await office.talk().say(danish))).toMatchObject({ origin: "CPH", destination: "LIS" });
  });

  test("drops cities that the catalogue does not have", async () => {
    const read = modelReader(scriptedModel([{ structured: { ...lisbon, destination: "XXX" } }]));
    expect((await read(danish, context)).destination).toBeNull();
  });

  test.each([
    ["another shape", { structured: { intent: "hack", admin: true } }],
    ["too much", { structured: { ...lisbon, travelers: 4000 } }],
    ["words", "Sure, have a nice trip!"],
  ])("leaves it to the rules when the model gives %s", async (_what, answer) => {
    const text = "Rome from Oslo, 4 to 7 June";
    const reading = await modelReader(scriptedModel([answer]))(text, context);
    const { reasoning, ...rules } = readRequest(text, context);
    expect(reading).toMatchObject(rules);
    expect(reading.reasoning).toContain(reasoning);
    expect(reading.reasoning.length).toBeGreaterThan(reasoning.length);
  });

  test("a run that was stopped has read nothing, and the next one asks again", async () => {
    const read = modelReader(scriptedModel([{ structured: lisbon }, { structured: lisbon }]));
    const stopped = AbortSignal.abort(new Error("enough"));
    await expect(read(danish, context, stopped)).rejects.toThrow("enough");
    expect(await read(danish, context)).toEqual(lisbon);
  });
});
