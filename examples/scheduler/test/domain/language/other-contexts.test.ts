import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { Household } from "../../../src/domain/household.ts";
import { parseRequest } from "../../../src/domain/language/parse-request.ts";
import type { ParseContext } from "../../../src/domain/language/parse-request.ts";
import { household } from "../../household.ts";
import { context } from "./setting.ts";
import { sketch } from "./sketch.ts";

const at = (text: string, changes: Partial<ParseContext>): unknown =>
  sketch(parseRequest(text, { ...context, ...changes }))["at"];

const livingWith = (changes: Partial<Household>): Partial<ParseContext> => {
  const changed = { ...household, ...changes };
  return { household: changed, calendar: memoryCalendar(changed) };
};

const on = (day: string): Partial<ParseContext> => ({ now: `2026-11-${day}T09:00:00Z` });

const hours = (start: string, end: string): Partial<ParseContext> => livingWith({ wakingHours: { start, end } });

describe("in another time zone", () => {
  const newYork = { timeZone: "America/New_York", now: "2026-11-21T09:00:00Z" };

  test("a time is the wall clock of that zone", () => {
    expect(parseRequest("vet tomorrow 4pm", { ...context, ...newYork }).data.startTime).toBe("2026-11-22T21:00:00Z");
  });

  test("today is the day of that zone", () => {
    const auckland = { timeZone: "Pacific/Auckland", now: "2026-11-21T12:00:00Z" };
    expect(at("vet tomorrow 4pm", auckland)).toBe("2026-11-23 16:00");
    expect(at("vet tomorrow 4pm", { ...auckland, timeZone: "America/Los_Angeles" })).toBe("2026-11-22 16:00");
  });

  test("the month is written first in the United States", () => {
    expect(at("vet 4/12 at 10am", newYork)).toBe("2027-04-12 10:00");
    expect(at("vet 4/12 at 10am", {})).toBe("2026-12-04 10:00");
  });

  test("a number above twelve decides by itself", () => {
    expect(at("vet 24/12 at 10am", newYork)).toBe("2026-12-24 10:00");
    expect(at("vet 12/24 at 10am", {})).toBe("2026-12-24 10:00");
  });

  test("UNTIL is the end of the last day there, in UTC", () => {
    const { data } = parseRequest("choir every Tuesday 4pm until June", { ...context, ...newYork });
    expect(data.recurrenceRule).toBe("FREQ=WEEKLY;BYDAY=TU;UNTIL=20270601T035959Z");
  });
});

describe("next and this", () => {
  test("on a Monday, next Thursday is the one of next week", () => {
    expect(at("vet next Thursday 4pm", on("23"))).toBe("2026-12-03 16:00");
    expect(at("vet this Thursday 4pm", on("23"))).toBe("2026-11-26 16:00");
    expect(at("vet Thursday 4pm", on("23"))).toBe("2026-11-26 16:00");
  });

  test("on a Sunday, next Thursday is four days away: weeks begin on Monday", () => {
    expect(at("vet next Thursday 4pm", on("22"))).toBe("2026-11-26 16:00");
  });

  test("on its own day, next Thursday is a week away", () => {
    expect(at("vet next Thursday 4pm", on("26"))).toBe("2026-12-03 16:00");
    expect(at("vet Thursday 4pm", on("26"))).toBe("2026-11-26 16:00");
  });
});

describe("waking hours", () => {
  test("a bare hour lies in the half of the day in which the household is awake", () => {
    expect(at("feed the cat tomorrow at 6", hours("07:00", "22:00"))).toBe("2026-11-22 18:00");
    expect(at("feed the cat tomorrow at 6", hours("05:00", "17:00"))).toBe("2026-11-22 06:00");
    expect(at("feed the cat tomorrow at 8", hours("10:00", "23:00"))).toBe("2026-11-22 20:00");
  });
});

describe("who is writing", () => {
  test("is who 'me' and 'I' are", () => {
    const { data } = parseRequest("I have a checkup Friday at 10", { ...context, speaker: "sam" });
    expect(data.participants).toEqual(["sam"]);
  });

  test("must be asked for if it is unknown", () => {
    const { data, confidence } = parseRequest("checkup for me Friday at 10", { ...context, speaker: null });
    expect(data.missing).toEqual(["participants"]);
    expect(confidence).toBeLessThan(0.7);
  });
});

describe("names of the household", () => {
  const members: Household["members"] = [
    { id: "may", name: "May", aliases: ["the kids"] },
    { id: "will", name: "Will", aliases: ["the kids"] },
    { id: "jo", name: "Jo-Ann", aliases: ["Mrs. (Jo) Berg+"] },
  ];
  const family = { ...livingWith({ members }), speaker: null };
  const people = (text: string): readonly string[] => parseRequest(text, { ...context, ...family }).data.participants;

  test("an alias that several share means all of them", () => {
    expect(people("swimming for the kids Friday 4pm")).toEqual(["may", "will"]);
  });

  test("a name that is also a month or a verb is a name where a name is due", () => {
    expect(people("swimming for May in June")).toEqual(["may"]);
    expect(people("Will's swimming on May 4 at 10")).toEqual(["will"]);
    expect(people("swimming on May 4 at 10, it will rain")).toEqual([]);
  });

  test("a name may hold any character", () => {
    expect(people("swimming with Jo-Ann Friday 4pm")).toEqual(["jo"]);
    expect(people("swimming for Mrs. (Jo) Berg+ Friday 4pm")).toEqual(["jo"]);
  });

  test("'the kids' means no one without such an alias", () => {
    expect(parseRequest("swimming for the kids Friday 4pm", context).data.participants).toEqual([]);
  });
});

test("the zone of the machine changes nothing", () => {
  const script = fileURLToPath(new URL("./print-readings.ts", import.meta.url));
  const readIn = (TZ: string): string =>
    execFileSync(process.execPath, [script], { env: { ...process.env, TZ }, encoding: "utf8" });
  const inUtc = readIn("UTC");
  expect(inUtc.split("\n").length).toBeGreaterThan(200);
  expect(readIn("Pacific/Kiritimati")).toBe(inUtc);
  expect(readIn("America/Los_Angeles")).toBe(inUtc);
});
