import { describe, expect, test } from "vitest";
import { parseRequest } from "../../../src/domain/language/parse-request.ts";
import { cancellations } from "./corpus/cancellations.ts";
import { changes } from "./corpus/changes.ts";
import { clockTimes } from "./corpus/clock-times.ts";
import { days } from "./corpus/days.ts";
import { looseEvents } from "./corpus/loose-events.ts";
import { newEvents } from "./corpus/new-events.ts";
import { oddTexts } from "./corpus/odd.ts";
import { questions } from "./corpus/questions.ts";
import { repetitions } from "./corpus/repetitions.ts";
import { context } from "./setting.ts";
import { sketch } from "./sketch.ts";
import type { Utterance } from "./sketch.ts";

const groups: Readonly<Record<string, readonly Utterance[]>> = {
  "new events": newEvents,
  "loose events": looseEvents,
  days,
  "clock times": clockTimes,
  repetitions,
  changes,
  cancellations,
  questions,
  "odd texts": oddTexts,
};

describe.each(Object.entries(groups))("parseRequest reads %s", (_, utterances) => {
  test.each(utterances)("%s", (text, means) => {
    expect(sketch(parseRequest(text, context))).toEqual(means);
  });
});

const explanationOf = (text: string): string => parseRequest(text, context).explanation;

describe("the explanation", () => {
  test("spells out what was understood", () => {
    expect(explanationOf("Soccer practice for Emma every Tuesday 4-5:30pm, needs the van")).toBe(
      'New event "Soccer practice", for Emma, with Van, every Tuesday from Tue 24 Nov 16:00–17:30.',
    );
  });

  test("says where a repetition ends when its end is a whole month", () => {
    expect(explanationOf("choir every Tuesday 7pm until June")).toContain("until Mon 31 May 2027");
    expect(explanationOf("choir every Tuesday 7pm through June")).toContain("until Wed 30 Jun 2027");
  });

  test("says how a phrase with two meanings was taken", () => {
    expect(explanationOf("vet next Saturday at 10am")).toContain(
      '"Next" is taken as the one in next week: Sat 28 Nov.',
    );
    expect(explanationOf("vet 4/12 at 10am")).toContain("The numbers of the date are read as Fri 4 Dec.");
    expect(explanationOf("vet Friday midnight")).toContain("Midnight is taken as the end of the day.");
    expect(explanationOf("vet Saturday 9am")).toContain("That time has passed today, so Sat 28 Nov is meant.");
    expect(explanationOf("cancel piano")).toContain("It repeats; the next one is meant.");
  });

  test("names a date that does not exist", () => {
    expect(explanationOf("dentist on February 30 at 10")).toContain('There is no such date or time as "February 30".');
    expect(explanationOf("dentist tomorrow at 25:00")).toContain('There is no such date or time as "25:00".');
  });

  test("says that a time is in the past and moves nothing there", () => {
    expect(explanationOf("dentist today at 2am")).toContain("Sat 21 Nov 02:00 is in the past.");
    expect(explanationOf("dentist yesterday")).toContain("Fri 20 Nov is in the past.");
  });

  test("says that the clock skips a time", () => {
    expect(explanationOf("train 28 March 2027 02:30")).toContain(
      "The clock skips 02:30 on Sun 28 Mar 2027; it becomes 03:30.",
    );
  });

  test("names days that contradict each other", () => {
    expect(explanationOf("vet Friday Dec 5 3pm")).toContain("Fri 27 Nov and Sat 5 Dec do not go together.");
  });

  test("says which words were read in spite of their spelling", () => {
    expect(explanationOf("dentist tomorow 10am")).toContain('I read "tomorow" as "tomorrow".');
  });

  test("says what was left out", () => {
    expect(explanationOf("choir every Friday 4pm except school holidays")).toContain(
      '"except school holidays" was not understood and is left out.',
    );
  });

  test("says who is unknown", () => {
    expect(explanationOf("Swimming Friday 3pm for Zoe")).toContain("Nobody in this household is called Zoe.");
  });

  test("says where an event is when it is not where the text looks for it", () => {
    expect(explanationOf("cancel dentist on Monday")).toContain('The next "Dentist" is on Thu 26 Nov.');
  });

  test("says that one request holds one time", () => {
    expect(explanationOf("feed the dog at 7am and 6pm every day")).toContain(
      'More than one time was named ("6pm" too)',
    );
  });

  test("says that a change by an amount has no direction", () => {
    expect(explanationOf("move dentist forward an hour")).toContain(
      "It is not clear whether that is earlier or later.",
    );
  });
});

test("the reasoning lists every rule that fired with its points", () => {
  expect(parseRequest("dentist tomorow at 10", context).reasoning).toBe(
    "+0.25 every request starts here; +0.15 no verb, so a new event is assumed; +0.25 the event has a title; " +
      "+0.30 the day and the time, or whole days, are known; -0.03 a bare hour was put in the likelier half of the day; " +
      "-0.04 words were read in spite of their spelling. Confidence 0.88.",
  );
});
