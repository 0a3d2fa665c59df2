import { describe, expect, test } from "vitest";
import { givesUp } from "../../../src/domain/language/complete-pending.ts";
import { parseRequest } from "../../../src/domain/language/parse-request.ts";
import type { ParsedRequest, PendingRequest } from "../../../src/domain/language/parse-request.ts";
import { context } from "./setting.ts";
import { sketch } from "./sketch.ts";
import type { Sketch } from "./sketch.ts";

/** Sends texts in order; the reading of each is pending for the next. */
function talk(first: string, ...answers: readonly string[]): ParsedRequest {
  let reading = parseRequest(first, context);
  for (const answer of answers) {
    const pending: PendingRequest = { data: reading.data, question: "?" };
    reading = parseRequest(answer, { ...context, pending });
  }
  return reading;
}

type Dialogue = readonly [said: readonly [string, ...string[]], means: Sketch];

const dentist = { does: "create", sure: "clear", title: "Dentist", people: "noah" } as const;
const soccer = { does: "modify", sure: "clear", title: "Soccer practice", target: "soccer" } as const;

const completions: readonly Dialogue[] = [
  [["dentist for Noah", "Friday at 3"], { ...dentist, at: "2026-11-27 15:00" }],
  [["dentist for Noah", "on Friday", "at 4pm"], { ...dentist, at: "2026-11-27 16:00" }],
  [
    ["dentist for Noah", "sometime next week"],
    { ...dentist, within: "2026-11-23 00:00 - 2026-11-30 00:00", flexibility: "same_week" },
  ],
  [["Friday 4pm", "Dentist for Noah"], { ...dentist, at: "2026-11-27 16:00" }],
  [["Friday 4pm", "it's called Dentist", "Noah"], { ...dentist, at: "2026-11-27 16:00" }],
  [["Dentist Friday 4pm for Zoe", "Noah"], { ...dentist, at: "2026-11-27 16:00" }],
  [
    ["Dentist Friday 4pm for Zoe", "nobody"],
    { does: "create", sure: "clear", title: "Dentist", at: "2026-11-27 16:00" },
  ],
  [["dentist for Noah on February 30 at 10", "March 1"], { ...dentist, within: "2027-03-01 00:00 - 2027-03-02 00:00" }],
  [["dentist for Noah this weekend at 10", "Sunday"], { ...dentist, at: "2026-11-22 10:00" }],
  [["dentist for Noah next week at 4pm", "Tuesday"], { ...dentist, at: "2026-11-24 16:00" }],
  [["dentist for Noah weekly at 4pm", "Tuesday"], { ...dentist, at: "2026-11-24 16:00", rule: "FREQ=WEEKLY;BYDAY=TU" }],
  [
    ["dentist for Noah every other week at 4pm, 5 times", "on Thursdays"],
    { ...dentist, at: "2026-11-26 16:00", rule: "FREQ=WEEKLY;BYDAY=TH" },
  ],
  [["dentist for Noah Friday Dec 5 3pm", "Saturday December 5 at 3pm"], { ...dentist, at: "2026-12-05 15:00" }],
];

const corrections: readonly Dialogue[] = [
  [["dentist for Noah tomorrow at 3", "actually 4pm"], { ...dentist, at: "2026-11-22 16:00" }],
  [["dentist for Noah tomorrow at 3", "no, Monday"], { ...dentist, at: "2026-11-23 15:00" }],
  [["dentist for Noah tomorrow at 3", "make it Friday at 5pm"], { ...dentist, at: "2026-11-27 17:00" }],
  [
    ["dentist for Noah tomorrow at 3pm for 45 minutes", "Monday"],
    { ...dentist, at: "2026-11-23 15:00", to: "2026-11-23 15:45", minutes: 45 },
  ],
  [
    ["dentist for Noah tomorrow at 3pm", "with the van, it's important"],
    { ...dentist, at: "2026-11-22 15:00", people: "noah", things: "van", priority: "high" },
  ],
];

const choices: readonly Dialogue[] = [
  [["cancel haircut", "2"], { does: "cancel", sure: "clear", title: "Haircut", target: "haircut-noah" }],
  [["cancel haircut", "the second one"], { does: "cancel", sure: "clear", title: "Haircut", target: "haircut-noah" }],
  [["cancel haircut", "#1"], { does: "cancel", sure: "clear", title: "Haircut", target: "haircut-sam" }],
  [["cancel haircut", "the last one"], { does: "cancel", sure: "clear", title: "Haircut", target: "haircut-noah" }],
  [["cancel haircut", "Noah's"], { does: "cancel", sure: "clear", title: "Haircut", target: "haircut-noah" }],
  [
    ["cancel haircut", "the one on Wednesday"],
    { does: "cancel", sure: "clear", title: "Haircut", target: "haircut-sam" },
  ],
  [
    ["move haircut to 5pm", "1"],
    { does: "modify", sure: "clear", title: "Haircut", at: "2026-11-25 17:00", target: "haircut-sam" },
  ],
  [
    ["push haircut back an hour", "Noah"],
    { does: "modify", sure: "clear", title: "Haircut", at: "2026-12-02 16:00", shift: 60, target: "haircut-noah" },
  ],
  [
    ["move haircut to Friday", "the first"],
    {
      does: "modify",
      sure: "clear",
      title: "Haircut",
      within: "2026-11-27 00:00 - 2026-11-28 00:00",
      target: "haircut-sam",
    },
  ],
  [
    ["cancel haircut", "7"],
    { does: "cancel", sure: "lost", title: "Haircut", choices: "haircut-sam haircut-noah", missing: "target" },
  ],
  [["cancel it", "the dentist"], { does: "cancel", sure: "clear", title: "Dentist", target: "dentist" }],
  [["cancel piano", "all of them"], { does: "cancel", sure: "clear", title: "Piano lesson", target: "piano" }],
  [["reschedule soccer", "Thursday at 5pm"], { ...soccer, at: "2026-11-26 17:00", occurrence: "2026-11-24 16:00" }],
  [["push soccer", "an hour later"], { ...soccer, at: "2026-11-24 17:00", shift: 60, occurrence: "2026-11-24 16:00" }],
];

const replacements: readonly Dialogue[] = [
  [
    ["dentist for Noah", "what's on Friday?"],
    { does: "query", sure: "clear", within: "2026-11-27 00:00 - 2026-11-28 00:00", asks: "event_lookup" },
  ],
  [
    ["dentist for Noah", "Swimming Monday 5pm"],
    { does: "create", sure: "clear", title: "Swimming", at: "2026-11-23 17:00" },
  ],
  [
    ["cancel haircut", "add swimming for Emma on Monday at 5pm"],
    { does: "create", sure: "clear", title: "Swimming", at: "2026-11-23 17:00", people: "emma" },
  ],
  [
    ["dentist for Noah", "cancel the family dinner"],
    { does: "cancel", sure: "clear", title: "Family dinner", target: "dinner" },
  ],
  [["dentist for Noah", "never mind"], { does: "create", sure: "lost", missing: "title time" }],
];

describe("an answer", () => {
  test.each(completions)("completes the earlier request: %j", (said, means) => {
    expect(sketch(talk(...said))).toEqual(means);
  });

  test.each(corrections)("corrects the earlier request: %j", (said, means) => {
    expect(sketch(talk(...said))).toEqual(means);
  });

  test.each(choices)("chooses the event meant: %j", (said, means) => {
    expect(sketch(talk(...said))).toEqual(means);
  });

  test.each(replacements)("is a separate request: %j", (said, means) => {
    expect(sketch(talk(...said))).toEqual(means);
  });

  test("that says nothing keeps the request as it was", () => {
    const before = parseRequest("dentist for Noah", context);
    const after = talk("dentist for Noah", "hmm");
    expect(after.data).toEqual(before.data);
    expect(after.confidence).toBeLessThanOrEqual(0.3);
  });
});

test.each(["never mind", "forget it", "cancel that", "Stop."])("%s gives the earlier request up", (text) => {
  expect(givesUp(text)).toBe(true);
});

test.each(["cancel the dentist", "no, Monday", "stop by the shop Friday 4pm"])("%s does not", (text) => {
  expect(givesUp(text)).toBe(false);
});
