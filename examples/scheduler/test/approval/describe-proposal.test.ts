import { describe, expect, test } from "vitest";
import { describeChange, describeProposal } from "../../src/domain/describe.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { occurrenceAsEvent } from "../../src/domain/planning/series.ts";
import { now, proposal } from "../domain/proposal.ts";
import { event, household } from "../household.ts";

const wording = { ...household, now };
const weekly = event({ recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });

describe("describeProposal", () => {
  test("describes title, time, repetition, people and resources", () => {
    const all = { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU", participants: ["emma", "sam"], resources: ["van"] };
    expect(describeProposal(proposal(all), wording)).toBe(
      '"Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, for Emma and Sam, with the Van',
    );
  });

  test("punctuates a number of times once", () => {
    expect(describeProposal(proposal({ recurrenceRule: "FREQ=WEEKLY;BYDAY=TU;COUNT=6" }), wording)).toBe(
      '"Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, 6 times',
    );
  });

  test("names whole days as days", () => {
    expect(describeProposal(proposal({ allDay: true }), wording)).toBe('"Soccer practice" on Tue 24 Nov (all day)');
  });

  test("includes the number of canceled dates, and the last of them", () => {
    const first = occurrenceAsEvent(weekly, "2026-11-24T16:00:00");
    const dates = ["2026-11-24T16:00:00", "2026-12-01T16:00:00", "2026-12-08T16:00:00"];
    expect(describeProposal(proposal(first, "cancel", { dates }), wording)).toBe(
      '"Soccer practice" on 3 dates from Tue 24 Nov 16:00–17:00 to Tue 8 Dec',
    );
  });
});

const change = (before: CalendarEvent, parts: Partial<CalendarEvent>): string =>
  describeChange(proposal({ ...before, ...parts }, "modify"), before, wording);

describe("describeChange", () => {
  test.each<[string, Partial<CalendarEvent>, string]>([
    ["time", { start: "2026-11-25T10:00:00", end: "2026-11-25T11:00:00" }, "move to Wed 25 Nov 10:00–11:00"],
    ["length", { end: "2026-11-24T18:00:00" }, "move to Tue 24 Nov 16:00–18:00"],
    ["name", { title: "Football" }, 'rename to "Football"'],
    ["people", { participants: ["noah", "emma"] }, "now for Noah and Emma"],
    ["nobody", { participants: [] }, "no longer for Emma"],
    ["things", { resources: ["van"] }, "now with the Van"],
    ["place", { location: "Park" }, "now at Park"],
    ["repetition", { recurrenceRule: "FREQ=DAILY" }, "repeat every day"],
    ["nothing", {}, "nothing changes"],
  ])("names the %s that changes, and nothing else", (_, parts, text) => {
    const before = event({ participants: ["emma"] });
    expect(change(before, parts)).toBe(`"Soccer practice" on Tue 24 Nov 16:00–17:00: ${text}`);
  });

  test("says whether all dates of a series change, or only one", () => {
    expect(change(weekly, { title: "Football" })).toBe(
      '"Soccer practice" on Tue 24 Nov 16:00–17:00 and all its other dates, every Tuesday: rename to "Football"',
    );
    const one = occurrenceAsEvent(weekly, "2026-11-24T16:00:00");
    expect(change(one, { title: "Football" })).toBe(
      '"Soccer practice" only on Tue 24 Nov 16:00–17:00: rename to "Football"',
    );
  });
});
