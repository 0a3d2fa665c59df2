import { ChatOpenAI } from "@langchain/openai";
import { describe, expect, test } from "vitest";
import { emptyData, isClear, type NLParserData } from "../../src/domain/parser-data.ts";
import { modelReader } from "../../src/reading/model-reader.ts";
import { chatServer, fails, says, type Reply } from "./chat-server.ts";
import { context, questionAbout, saidIn } from "./setting.ts";

const TEXT = "Emma needs the dentist on Thursday afternoon at four, please bring her with the van";

const { missing: _missing, assumed: _assumed, candidates: _candidates, plain: _plain, ...EMPTY } = emptyData;

const DATA = { ...EMPTY, title: "Dentist", startTime: "2026-11-26T16:00", participants: ["Emma"] };
const EVIDENCE = [
  { field: "title", words: "the dentist" },
  { field: "startTime", words: "on Thursday afternoon at four" },
  { field: "participants", words: "Emma" },
];

const answers = (parts: object = {}): Reply =>
  says(JSON.stringify({ kind: "new", data: DATA, evidence: EVIDENCE, confidence: 0.9, ...parts }));
const dataOf = (parts: object): Reply => answers({ data: { ...DATA, ...parts } });

/** Reads a message with the real client of the OpenAI protocol, and a server that answers from a script. */
async function read(text: string, script: readonly Reply[], pending: NLParserData | null = null) {
  await using server = await chatServer(...script);
  const model = new ChatOpenAI({
    model: "gpt-5-mini",
    apiKey: "sk-test",
    maxRetries: 0,
    configuration: { baseURL: server.address },
  });
  const asked = pending === null ? null : { parsed: pending, question: "Add it?" };
  const reading = await modelReader(model)(text, { ...context, pending: asked });
  return { reading, requests: server.requests };
}

describe("a model that reads", () => {
  test("fills in the data of the parser, with ids in place of names", async () => {
    const { reading, requests } = await read(TEXT, [answers()]);
    expect(reading).toMatchObject({ readBy: "model", kind: "new", confidence: 0.9, problem: null });
    expect(saidIn(reading.data)).toEqual({ title: "Dentist", startTime: "2026-11-26T16:00", participants: ["emma"] });
    expect(requests).toHaveLength(1);
  });

  test("gets a strict schema in which every field is required, the calendar, and the message as data", async () => {
    const { requests } = await read(TEXT, [answers()]);
    const [request] = requests;
    const { json_schema: sent } = request?.body.response_format ?? {};
    expect(sent?.strict).toBe(true);
    expect(sent?.schema.required).toEqual(["kind", "data", "evidence", "confidence"]);
    expect(JSON.stringify(sent?.schema).match(/.{40}"(?:default|pattern|format)":.{40}/gu)).toBeNull();
    const briefing: unknown = JSON.parse(request?.body.messages.at(-1)?.content ?? "");
    expect(briefing).toMatchObject({ message: TEXT, open: null, now: "2026-11-21T10:00+01:00[Europe/Copenhagen]" });
  });

  test("can put its questions, and is asked about if it is not sure", async () => {
    const doubt = await read(TEXT, [dataOf({ questions: ["Which dentist?"] })]);
    expect(questionAbout(doubt.reading.data)).toBe("Which dentist?");
    expect((await read(TEXT, [answers({ confidence: 0.3 })])).reading.confidence).toBe(0.3);
  });

  test.each<[string, object, RegExp]>([
    ["an unknown person", { participants: ["Zoe"] }, /"Zoe" is not in the household/],
    ["an unknown thing", { resources: ["Boat"] }, /"Boat" is not in the household/],
    ["a past day", { startTime: "2026-11-02T16:00" }, /in the past/],
    ["a far day", { startTime: "2031-05-03T16:00" }, /more than 2 years/],
    ["a rule that does not exist", { recurrenceRule: "FREQ=NEVER" }, /cannot repeat like this/],
    [
      "an event that is not there",
      { eventType: "cancel", target: { eventId: "x", starts: null, following: false } },
      /no such event/,
    ],
    ["a length that nobody said", { minutes: 45 }, /Your message does not say "45"/],
    ["a place that nobody said", { location: "Main Street 1" }, /Your message does not say "Main Street 1"/],
  ])("has its answer checked: %s is sent back once, and then asked", async (_, parts, question) => {
    const { reading, requests } = await read(TEXT, [dataOf(parts)]);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body.messages.at(-1)?.content).toMatch(question);
    expect(isClear(reading.data)).toBe(false);
    expect(questionAbout(reading.data)).toMatch(question);
  });

  test("cannot invent evidence: its words must be in the message", async () => {
    const evidence = EVIDENCE.map(({ field }) => ({ field, words: "at the Main Street clinic" }));
    const { reading } = await read(TEXT, [answers({ evidence })]);
    expect(questionAbout(reading.data)).toMatch(/does not say "Dentist".*does not say "2026-11-26T16:00"/);
  });

  test.each<[string, Reply]>([
    ["data that the rules refuse", dataOf({ participants: ["Zoe"] })],
    ["another form", says('{"kind":"new"}')],
    ["an impossible time", dataOf({ startTime: "Thursday at four" })],
  ])("repairs %s once", async (_, broken) => {
    const { reading, requests } = await read(TEXT, [broken, answers()]);
    expect(requests).toHaveLength(2);
    expect(saidIn(reading.data)).toEqual({ title: "Dentist", startTime: "2026-11-26T16:00", participants: ["emma"] });
    expect(isClear(reading.data)).toBe(true);
  });

  test("corrects the open request: what it does not say stays", async () => {
    const open = {
      ...emptyData,
      title: "Tennis",
      startTime: "2026-11-27T16:00",
      endTime: "2026-11-27T17:30",
      participants: ["sam"],
    };
    const data = { ...EMPTY, startTime: "T18:00" };
    const evidence = [{ field: "startTime", words: "at six in the evening" }];
    const { reading } = await read(
      "rather at six in the evening",
      [answers({ kind: "changed", data, evidence })],
      open,
    );
    expect(reading.kind).toBe("changed");
    expect(saidIn(reading.data)).toEqual({
      title: "Tennis",
      startTime: "2026-11-27T18:00",
      minutes: 90,
      participants: ["sam"],
    });
  });

  test.each<[string, Reply]>([
    ["an error of the service", fails(500)],
    ["text instead of data", says("Sure, I booked it!")],
  ])("is replaced by the rules after %s, and that is said", async (_, reply) => {
    const { reading } = await read("Dentist for Emma on Thursday at 4pm", [reply]);
    expect(reading).toMatchObject({ readBy: "rules", data: { title: "Dentist", startTime: "2026-11-26T16:00" } });
    expect(reading.problem).toMatch(/so the rules read this/);
    expect(reading.problem).not.toContain("sk-test");
  });
});
