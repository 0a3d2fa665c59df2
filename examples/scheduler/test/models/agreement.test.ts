import { describe, expect, test } from "vitest";
import type { NLParserData } from "../../src/domain/nl-parser-data.ts";
import { type Agreement, compareReadings, confidenceOf } from "../../src/models/agreement.ts";
import { reading } from "./answer.ts";

const four = "2026-11-24T15:00:00Z";
const five = "2026-11-24T16:00:00Z";
const window = { start: "2026-11-24T11:00:00Z", end: "2026-11-24T17:00:00Z" };
const other = { start: "2026-11-25T11:00:00Z", end: "2026-11-25T17:00:00Z" };

const agreed: Agreement = {
  intent: "same",
  time: "same",
  repetition: "same",
  target: "same",
  people: "same",
  resources: "same",
};

describe("confidenceOf", () => {
  test.each([
    { title: "sure rules that agree raise a modest claim", claim: 0.6, rules: 0.9, parts: {}, expected: 0.9 },
    { title: "no claim counts for more than 0.95", claim: 7, rules: 0.9, parts: {}, expected: 0.95 },
    {
      title: "what the model adds to sure rules counts up to 0.9",
      claim: 1,
      rules: 0.8,
      parts: { time: "added" },
      expected: 0.9,
    },
    {
      title: "a contradiction of sure rules is asked about",
      claim: 1,
      rules: 0.7,
      parts: { intent: "different" },
      expected: 0.65,
    },
    {
      title: "unsure rules that agree let the claim count up to 0.85",
      claim: 1,
      rules: 0.69,
      parts: {},
      expected: 0.85,
    },
    {
      title: "a contradiction of unsure rules counts up to 0.75",
      claim: 1,
      rules: 0.3,
      parts: { target: "different" },
      expected: 0.75,
    },
    { title: "other people take 0.05 off", claim: 0.9, rules: 0.9, parts: { people: "different" }, expected: 0.85 },
    { title: "a low claim stays low", claim: 0.2, rules: 0.3, parts: {}, expected: 0.2 },
    {
      title: "a claim below nothing is nothing",
      claim: -3,
      rules: 0.3,
      parts: { resources: "different" },
      expected: 0,
    },
  ] as const)("$title", ({ claim, rules, parts, expected }) => {
    expect(confidenceOf(claim, rules, { ...agreed, ...parts })).toBeCloseTo(expected, 10);
  });
});

const compare = (model: Partial<NLParserData>, rules: Partial<NLParserData>) =>
  compareReadings(reading(model), reading(rules));

describe("compareReadings", () => {
  test("finds nothing different between equal readings", () => {
    const same = { startTime: four, endTime: five, recurrenceRule: "FREQ=WEEKLY;BYDAY=TU", participants: ["emma"] };
    expect(compare(same, same)).toEqual(agreed);
  });

  test.each([
    ["same start, end added", { startTime: four, endTime: five }, { startTime: four }, "added"],
    ["another start", { startTime: five }, { startTime: four }, "different"],
    ["another end", { startTime: four, endTime: five }, { startTime: four, endTime: four }, "different"],
    ["no start where the rules have one", { searchWindow: window }, { startTime: four }, "different"],
    ["a start within the rules' window", { startTime: four }, { searchWindow: window }, "added"],
    ["a start outside of it", { startTime: four }, { searchWindow: other }, "different"],
    ["windows that overlap", { searchWindow: window }, { searchWindow: window }, "same"],
    ["windows that do not", { searchWindow: window }, { searchWindow: other }, "different"],
    ["a time where the rules have none", { startTime: four }, {}, "added"],
    ["whole days instead of a time", { startTime: four, allDay: true }, { startTime: four }, "different"],
  ])("times: %s", (_, model, rules, expected) => {
    expect(compare(model, rules).time).toBe(expected);
  });

  test("treats rules with the same parts in another order as equal", () => {
    const rules = { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4" };
    expect(compare({ recurrenceRule: "COUNT=4;INTERVAL=1;BYDAY=TH,TU;FREQ=WEEKLY" }, rules).repetition).toBe("same");
    expect(compare({ recurrenceRule: "FREQ=WEEKLY;BYDAY=TU;COUNT=4" }, rules).repetition).toBe("different");
    expect(compare({}, rules).repetition).toBe("different");
  });

  test("lets the model choose among the rules' candidates, and no other event", () => {
    const rules = { eventType: "cancel" as const, targetCandidates: ["a", "b"] };
    expect(compare({ eventType: "cancel", targetEventId: "b" }, rules).target).toBe("added");
    expect(compare({ eventType: "cancel", targetEventId: "c" }, rules).target).toBe("different");
    expect(
      compare({ targetEventId: "a" }, { targetEventId: "a", targetOccurrenceStart: "2026-12-02T15:00:00" }).target,
    ).toBe("different");
  });

  test("misses people whom the rules read", () => {
    expect(compare({ participants: ["emma", "noah"] }, { participants: ["emma"] }).people).toBe("added");
    expect(compare({ participants: ["noah"] }, { participants: ["emma"] }).people).toBe("different");
  });
});
