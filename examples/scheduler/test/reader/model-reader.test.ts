import { ChatOpenAI } from "@langchain/openai";
import { describe, expect, test } from "vitest";
import type { ReaderContext } from "../../src/reader/request-reader.ts";
import { modelReader } from "../../src/reader/model-reader.ts";
import { context } from "../reading/setting.ts";
import { chatServer, fails, says, type Reply } from "./chat-server.ts";

const pending: ReaderContext = { ...context, pending: null };

const form = {
  kind: "new",
  intent: "create",
  title: "Dentist",
  day: "2026-11-26",
  lastDay: null,
  start: "16:00",
  end: null,
  minutes: null,
  allDay: false,
  open: false,
  people: ["Emma"],
  things: [],
  removedPeople: [],
  removedThings: [],
  repeat: null,
  priority: null,
  location: null,
  newTitle: null,
  event: null,
  dates: [],
  wholeSeries: false,
  following: false,
  question: null,
  doubts: [],
};

/** Reads a request with a real chat model client and a server that answers from a script. */
async function read(text: string, ...script: readonly Reply[]) {
  await using server = await chatServer(...script);
  const model = new ChatOpenAI({
    model: "m",
    apiKey: "sk-test",
    maxRetries: 0,
    configuration: { baseURL: server.address },
  });
  const reading = await modelReader(model).read(text, pending);
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

  test.each<[string, object, RegExp]>([
    ["an unknown person", { people: ["Zoe"] }, /^Zoe is not in the household/],
    ["a date that does not exist", { day: "2026-02-30" }, /^There is no date/],
    ["a time that does not exist", { start: "25:00" }, /^There is no time/],
    ["a past day", { day: "2026-11-02" }, /in the past/],
    ["a far day", { day: "2031-05-03" }, /more than 2 years/],
    ["a title that nobody said", { title: "Bank transfer" }, /^Is "Bank transfer" the name/],
    [
      "a repetition without an end of its numbers",
      {
        repeat: {
          every: "DAILY",
          interval: 0,
          weekdays: [],
          nth: null,
          monthDay: null,
          until: null,
          times: null,
          except: [],
        },
      },
      /whole number/,
    ],
  ])("is checked: %s becomes a question", async (_, parts, problem) => {
    const { reading } = await read(TEXT, answers(parts));
    expect(reading.request.problems.join(" ")).toMatch(problem);
  });

  test("cannot name an event that it did not receive", async () => {
    const { reading } = await read(TEXT, answers({ intent: "cancel", event: "../../choir" }));
    expect(reading.request).toMatchObject({ target: null, missing: ["target"] });
  });

  test.each<[string, Reply]>([
    ["an error of the service", fails(500)],
    ["text instead of the form", says("Sure, I booked it!")],
    ["a form with half of its fields", says('{"intent":"create"}')],
  ])("is replaced by the rules after %s, and that is said", async (_, reply) => {
    const { reading } = await read("Dentist for Emma on Thursday at 4pm", reply);
    expect(reading).toMatchObject({ readBy: "rules", request: { title: "Dentist", start: 960 } });
    expect(reading.problem).toMatch(/so the rules read this/);
    expect(reading.problem).not.toContain("sk-test");
  });
});
