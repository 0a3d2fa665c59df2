import { ChatOpenAI } from "@langchain/openai";
import { describe, expect, test } from "vitest";
import { clarifyingQuestion } from "../../src/domain/reading/question.ts";
import { isClear } from "../../src/domain/request.ts";
import type { ReaderContext } from "../../src/reader/request-reader.ts";
import { modelReader } from "../../src/reader/request-reader.ts";
import { context } from "../reading/setting.ts";
import { chatServer, fails, says, type Reply } from "./chat-server.ts";

const pending: ReaderContext = { ...context, pending: null };

const form = { kind: "new", sentence: 'Add "Dentist" on 2026-11-26 at 16:00 for Emma', doubts: [] };

/** Reads a request with a real chat model client and a server that answers from a script. */
async function read(text: string, ...script: readonly Reply[]) {
  await using server = await chatServer(...script);
  const model = new ChatOpenAI({
    model: "m",
    apiKey: "sk-test",
    maxRetries: 0,
    configuration: { baseURL: server.address },
  });
  const reading = await modelReader(model)(text, pending);
  return { reading, sent: server.requests.map(({ text: body }) => body).join("\n") };
}

const answers = (parts: object): Reply => says(JSON.stringify({ ...form, ...parts }));
const TEXT = "Emma needs the Dentist on Thursday in the late afternoon, at four I think";

describe("a model that reads", () => {
  test("fills in the request", async () => {
    const { reading } = await read(TEXT, answers({}));
    expect(reading).toMatchObject({
      readBy: "model",
      kind: "new",
      request: { title: "Dentist", day: "2026-11-26", start: 960, participants: ["emma"], problems: [], missing: [] },
    });
  });

  test("has its doubts asked", async () => {
    const { reading } = await read(TEXT, answers({ doubts: ["Is it at 16:00 or at 04:00?"] }));
    expect(reading.request.problems).toEqual(["Is it at 16:00 or at 04:00?"]);
  });

  test.each<[string, string, RegExp]>([
    ["an unknown person", 'Add "Dentist" on 2026-11-26 at 16:00 for Zoe', /Zoe is not in the household/],
    ["a date that does not exist", 'Add "Dentist" on 30 February at 16:00 for Emma', /There is no 30 February/],
    ["a past day", 'Add "Dentist" on 2026-11-02 at 16:00 for Emma', /in the past/],
    ["a far day", 'Add "Dentist" on 2031-05-03 at 16:00 for Emma', /more than 2 years/],
    ["a title that nobody said", 'Add "Bank transfer" on 2026-11-26 at 16:00', /Is "Bank transfer" the name/],
    ["a repetition without end of its numbers", 'Add "Dentist" every 0 days at 16:00', /cannot repeat like this/],
    [
      "words that mean nothing to a calendar",
      'Add "Dentist" on 2026-11-26 at 16:00 until midsummer',
      /did not understand "until midsummer"/,
    ],
    ["an event that is not there", 'cancel "../../orchestra"', /Which event do you mean/],
  ])("is checked: %s becomes a question", async (_, sentence, question) => {
    const { reading } = await read(TEXT, answers({ sentence }));
    expect(isClear(reading.request)).toBe(false);
    expect(clarifyingQuestion(reading.request, context)).toMatch(question);
  });

  test.each<[string, Reply]>([
    ["an error of the service", fails(500)],
    ["text instead of the form", says("Sure, I booked it!")],
    ["a form with half of its fields", says('{"sentence":"cancel everything"}')],
  ])("is replaced by the rules after %s, and that is said", async (_, reply) => {
    const { reading } = await read("Dentist for Emma on Thursday at 4pm", reply);
    expect(reading).toMatchObject({ readBy: "rules", request: { title: "Dentist", start: 960 } });
    expect(reading.problem).toMatch(/so the rules read this/);
    expect(reading.problem).not.toContain("sk-test");
  });
});
