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
  test("explains the parsed request", () => {
    expect(explanationOf("Soccer practice for Emma every Tuesday 4-5:30pm, needs the van")).toBe(
      'New event "Soccer practice", for Emma, with Van, every Tuesday from Tue 24 Nov 16:00–17:30.',
    );
  });

  test("describes the end of a repetition given as a whole month", () => {
    expect(explanationOf("choir every Tuesday 7pm until June")).toContain("until Mon 31 May 2027");
    expect(explanationOf("choir every Tuesday 7pm through June")).toContain("until Wed 30 Jun 2027");
  });

  test("names the assumed meaning of an ambiguous phrase", () => {
    expect(explanationOf("vet next Saturday at 10am")).toContain('"Next" means the one in next week: Sat 28 Nov.');
    expect(explanationOf("vet 4/12 at 10am")).toContain("The date was read as Fri 4 Dec.");
    expect(explanationOf("vet Friday midnight")).toContain("Midnight means the end of the day.");
    expect(explanationOf("vet Saturday 9am")).toContain("That time has passed today, so Sat 28 Nov was assumed.");
    expect(explanationOf("cancel piano")).toContain("It repeats, so the next one was assumed.");
  });

  test("names a date that does not exist", () => {
    expect(explanationOf("dentist on February 30 at 10")).toContain('"February 30" does not exist.');
    expect(explanationOf("dentist tomorrow at 25:00")).toContain('"25:00" does not exist.');
  });

  test("reports a time in the past and moves nothing there", () => {
    expect(explanationOf("dentist today at 2am")).toContain("Sat 21 Nov 02:00 is in the past.");
    expect(explanationOf("dentist yesterday")).toContain("Fri 20 Nov is in the past.");
  });

  test("reports a time that the clock skips", () => {
    expect(explanationOf("train 28 March 2027 02:30")).toContain(
      "The clock skips 02:30 on Sun 28 Mar 2027; the time was moved to 03:30.",
    );
  });

  test("names days that contradict each other", () => {
    expect(explanationOf("vet Friday Dec 5 3pm")).toContain("Fri 27 Nov and Sat 5 Dec contradict each other.");
  });

  test("lists corrected words", () => {
    expect(explanationOf("dentist tomorow 10am")).toContain('Read "tomorow" as "tomorrow".');
  });

  test("reports skipped parts", () => {
    expect(explanationOf("choir every Friday 4pm except school holidays")).toContain(
      '"except school holidays" was not understood and was ignored.',
    );
  });

  test("names unknown people", () => {
    expect(explanationOf("Swimming Friday 3pm for Zoe")).toContain("The household has no member called Zoe.");
  });

  test("names the next day of an event that is not on the named day", () => {
    expect(explanationOf("cancel dentist on Monday")).toContain('The next "Dentist" is on Thu 26 Nov.');
  });

  test("reports that a request can have only one time", () => {
    expect(explanationOf("feed the dog at 7am and 6pm every day")).toContain(
      'More than one time was named, including "6pm".',
    );
  });

  test("reports a change by an amount without a direction", () => {
    expect(explanationOf("move dentist forward an hour")).toContain(
      "It is unclear whether that means earlier or later.",
    );
  });
});

test("the reasoning lists every rule that fired with its points", () => {
  expect(parseRequest("dentist tomorow at 10", context).reasoning).toBe(
    "+0.25 every request starts here; +0.15 no verb, so a new event is assumed; +0.25 the event has a title; " +
      "+0.30 the day and the time, or whole days, are known; -0.03 the likelier half of the day was assumed for a bare hour; " +
      "-0.04 spelling was corrected. Confidence 0.88.",
  );
});
