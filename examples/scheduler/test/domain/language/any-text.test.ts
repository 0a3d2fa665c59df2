import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRequest } from "../../../src/domain/language/parse-request.ts";
import { clarifyingQuestion } from "../../../src/domain/language/clarifying-question.ts";
import { ruleProblem } from "../../../src/domain/recurrence-rule.ts";
import { NLParserData } from "../../../src/domain/nl-parser-data.ts";
import { context } from "./setting.ts";

/** Words that mean something to the grammar, in any order: far more dangerous than random letters. */
const word = fc.constantFrom(
  ..."cancel move add every other next last the first Monday Tuesdays Friday and or , until June Dec 24 29 February 31 30 at 4 4pm 16:00 25:00 from to - between after noon midnight for 2 hours weeks an hour half past in tomorrow today weekend morning all day series Emma Noah me us everyone van the with needs my soccer dentist piano haircut it what's when is free ? ! . ' \" 12/24 2026-12-24 0 99999 times except starting important flexible any time back earlier forward rename 1 2nd one".split(
    " ",
  ),
);
const utterance = fc.array(word, { maxLength: 14 }).map((words) => words.join(" "));
const anyText = fc.oneof(
  utterance,
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
);

const check = (reading: ReturnType<typeof parseRequest>): void => {
  const { data, confidence, explanation, reasoning } = reading;
  expect(NLParserData.parse(data)).toEqual(data);
  expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
  expect(confidence).toBeGreaterThanOrEqual(0);
  expect(confidence).toBeLessThanOrEqual(1);
  expect(explanation.length * reasoning.length).toBeGreaterThan(0);
  if (data.missing.length > 0) expect(confidence).toBeLessThan(0.7);
  if (data.startTime !== null && data.endTime !== null)
    expect(Date.parse(data.endTime)).toBeGreaterThan(Date.parse(data.startTime));
  if (data.searchWindow !== null)
    expect(Date.parse(data.searchWindow.end)).toBeGreaterThan(Date.parse(data.searchWindow.start));
  if (data.recurrenceRule !== null) expect(ruleProblem(data.recurrenceRule)).toBeNull();
  if (data.targetEventId !== null) expect(context.calendar.event(data.targetEventId)).not.toBeNull();
  expect(clarifyingQuestion(data, context.household, context.calendar)).toMatch(/[?.]$/);
};

describe("any text", () => {
  test("returns a valid reading, with a confidence below 0.7 if a detail is missing", () => {
    fc.assert(
      fc.property(anyText, (text) => check(parseRequest(text, context))),
      { numRuns: 400 },
    );
  });

  test("returns a valid reading for an answer to an earlier request", () => {
    const pair = fc.tuple(anyText, anyText);
    fc.assert(
      fc.property(pair, ([first, answer]) => {
        const { data } = parseRequest(first, context);
        check(parseRequest(answer, { ...context, pending: { data, question: "?" } }));
      }),
      { numRuns: 400 },
    );
  });

  test("returns the same reading every time", () => {
    fc.assert(
      fc.property(utterance, (text) => {
        expect(parseRequest(text, context)).toEqual(parseRequest(text, context));
      }),
      { numRuns: 50 },
    );
  });
});

describe("hostile text", () => {
  const units = [
    "a",
    "1",
    "1 ",
    "1-",
    "is ",
    "every Tuesday ",
    "Emma and ",
    "4 to 6 ",
    "Dec 24 ",
    "in 2 hours ",
    "next Friday ",
    ", ",
    "until ",
    "at 4 ",
    "from 4 until 6 ",
    "an hour and a half ",
    "needs the van ",
    "except ",
    "to ",
    "'",
    '"',
    "(",
    "the ",
    "very ",
    "½",
    "ﷺ",
    "👨‍👩‍👧",
    "\u{d800}",
    "move to ",
    "mon,tue,",
    "1:00 ",
    "1/1/",
    "aaaaaaaaaaaaaaaa ",
    "99 weeks ",
  ];

  test.each(units)("ten kilobytes of %j are read without backtracking", (unit) => {
    for (const lead of ["", "cancel ", "move soccer to ", "what's on "]) {
      const text = (lead + unit.repeat(10_000)).slice(0, 10_000);
      const start = process.cpuUsage();
      const reading = parseRequest(text, context);
      const { user, system } = process.cpuUsage(start);
      // CPU time is independent of the load of the machine. Backtracking would take minutes.
      expect(user + system).toBeLessThan(10_000_000);
      check(reading);
      expect(reading.confidence).toBeLessThan(0.7);
    }
  });

  test("the explanation of a long text says that only its beginning was read", () => {
    const { explanation, confidence } = parseRequest(`dentist tomorrow at 10am ${"and so on ".repeat(500)}`, context);
    expect(explanation).toContain("Only the first 1000 characters were read.");
    expect(confidence).toBeLessThan(0.7);
  });

  test("a title keeps at most 80 characters", () => {
    const { title } = parseRequest(`${"very ".repeat(60)}long walk tomorrow at 10am`, context).data;
    expect(title?.length).toBeLessThanOrEqual(80);
  });
});
