import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { detectConflicts } from "../../src/domain/planning/conflicts.ts";
import { localClock } from "../../src/domain/free-busy-clock.ts";
import { Household, type Preference } from "../../src/domain/household.ts";
import { unmetWishes, wishesText } from "../../src/domain/preferences.ts";
import { findCandidateSlots } from "../../src/domain/planning/slots.ts";
import { household } from "../household.ts";
import { now, proposal, request } from "./proposal.ts";

/** The test household, with wishes. */
const wishing = (wishes: Readonly<Record<string, readonly Preference[]>>): Household => ({
  ...household,
  members: household.members.map((member) => ({ ...member, preferences: [...(wishes[member.id] ?? [])] })),
});

/** Formats the preferences that an hour violates. The zone defaults to Copenhagen. */
function unmetText(
  start: string,
  wishes: readonly Preference[],
  { minutes = 60, timeZone = "Europe/Copenhagen" } = {},
) {
  const span = { start: Date.parse(start), end: Date.parse(start) + minutes * 60_000 };
  const home = wishing({ emma: wishes });
  return wishesText(unmetWishes(span, ["emma"], { household: home, clock: localClock(timeZone) }), home);
}

describe("avoided times", () => {
  const early: Preference[] = [{ rather: "avoid", to: "09:00" }];

  test("is reported for a time that touches it, and not for one that begins at its end", () => {
    expect(unmetText("2026-11-24T07:30:00Z", early)).toBe("Emma prefers to avoid times before 09:00");
    expect(unmetText("2026-11-24T08:00:00Z", early)).toBe("");
  });

  test("follows the clock on the wall when it changes, in both hemispheres", () => {
    // 9 o'clock on the days before and after the change.
    for (const [timeZone, nine] of [
      ["Europe/Copenhagen", ["2026-10-24T07:00:00Z", "2026-10-26T08:00:00Z"]],
      ["Australia/Sydney", ["2026-10-02T23:00:00Z", "2026-10-04T22:00:00Z"]],
    ] as const)
      for (const start of nine) {
        expect(unmetText(start, early, { timeZone })).toBe("");
        expect(unmetText(new Date(Date.parse(start) - 60_000).toISOString(), early, { timeZone })).not.toBe("");
      }
  });

  test("may reach over midnight, and may be of some weekdays only", () => {
    const night: Preference[] = [{ rather: "avoid", from: "22:00", to: "06:00", weekdays: ["FR"] }];
    expect(unmetText("2026-11-28T00:30:00Z", night)).toBe("Emma prefers to avoid times between 22:00 and 06:00 on Fri");
    expect(unmetText("2026-11-27T00:30:00Z", night)).toBe("");
  });
});

describe("preferred times", () => {
  test("is reported for a time outside all of it", () => {
    const wishes: Preference[] = [
      { rather: "prefer", from: "16:00" },
      { rather: "prefer", weekdays: ["SA", "SU"] },
    ];
    expect(unmetText("2026-11-24T12:00:00Z", wishes)).toBe("Emma prefers times after 16:00 or on Sat and Sun");
    expect(unmetText("2026-11-24T15:00:00Z", wishes)).toBe("");
    expect(unmetText("2026-11-28T08:00:00Z", wishes)).toBe("");
  });
});

describe("several people's wishes", () => {
  const home = wishing({ emma: [{ rather: "avoid", to: "15:00" }], sam: [{ rather: "prefer", to: "18:00" }] });
  const calendar = memoryCalendar(home);

  test("decide which open time is best for all", () => {
    const asked = request({
      day: "2026-11-24",
      open: true,
      participants: ["emma", "sam"],
      minutes: 60,
    });
    const [best] = findCandidateSlots(asked, { calendar, now }).candidateTimes;
    expect(best?.constraintViolations).toEqual([]);
    const hour = new Date(best?.startTime ?? "").getUTCHours() + 1;
    expect(hour >= 15 && hour <= 17).toBe(true);
  });

  test("are reported in one sentence for a requested time that violates them, and block nothing", () => {
    const wanted = proposal({
      participants: ["emma", "sam"],
      start: "2026-11-24T19:00:00",
      end: "2026-11-24T20:00:00",
    });
    const found = detectConflicts(wanted, { calendar, now });
    expect(found.conflicts.map(({ details }) => details)).toEqual([
      "Soccer practice, Tue 24 Nov 19:00–20:00, conflicts with preferences: Sam prefers times before 18:00.",
    ]);
    expect(found.blockingConflicts).toEqual([]);
  });
});

test("a preference without days and times is rejected", () => {
  const [member] = household.members;
  const members = [{ ...member, preferences: [{ rather: "avoid" }] }];
  expect(Household.safeParse({ ...household, members }).success).toBe(false);
});
