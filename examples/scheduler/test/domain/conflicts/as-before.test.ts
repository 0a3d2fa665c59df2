import { describe, expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { CalendarEvent } from "../../../src/domain/calendar-event.ts";
import { detectConflicts } from "../../../src/domain/conflicts/detect.ts";
import { proposeResolutions } from "../../../src/domain/resolution/propose-resolutions.ts";
import { occurrenceAsEvent } from "../../../src/domain/scheduling/target.ts";
import { event, household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";

const soccer = event({ id: "soccer", participants: ["emma"], resources: ["van"] });
const piano = event({ id: "piano", title: "Piano", participants: ["emma"], start: "2026-11-24T16:30:00" });
const shopping = event({ id: "shop", title: "Shopping", resources: ["van"], start: "2026-11-24T16:30:00" });

const changed = (before: CalendarEvent, parts: Partial<CalendarEvent>, others: readonly CalendarEvent[]) => {
  const calendar = memoryCalendar(household, [
    before.replaces === null ? before : { ...soccer, recurrenceRule: "FREQ=WEEKLY" },
    ...others,
  ]);
  const proposed = proposal({ ...before, ...parts }, "modify");
  const found = detectConflicts(proposed, { calendar, now });
  return { ...found, resolutions: proposeResolutions(proposed, found, { calendar, now }).proposedResolutions };
};

describe("conflicts that a change leaves as they were", () => {
  test.each<[string, Partial<CalendarEvent>]>([
    ["a new name", { title: "Football" }],
    ["a higher priority", { priority: "critical" }],
    ["a thing less", { resources: ["van"], participants: ["emma"], location: "Park" }],
    ["somebody who is free", { participants: ["emma", "noah"] }],
  ])("%s does not make them block", (_, parts) => {
    const { conflicts, blockingConflicts } = changed(soccer, parts, [piano, shopping]);
    expect(conflicts.map(({ details, asBefore }) => [details, asBefore])).toEqual([
      ["Emma has Piano Tue 24 Nov 16:30–17:00, as before.", true],
      ["Van is taken by Shopping Tue 24 Nov 16:30–17:00, as before.", true],
    ]);
    expect(blockingConflicts).toEqual([]);
  });

  test.each<[string, Partial<CalendarEvent>]>([
    ["another time", { start: "2026-11-24T16:15:00", end: "2026-11-24T17:15:00" }],
    ["a longer one", { end: "2026-11-24T18:00:00" }],
    ["a series", { recurrenceRule: "FREQ=WEEKLY" }],
  ])("%s makes them block, since the change is what they speak against", (_, parts) => {
    const { conflicts, blockingConflicts } = changed(soccer, parts, [
      event({ ...piano, recurrenceRule: "FREQ=WEEKLY" }),
    ]);
    expect(conflicts.some(({ asBefore }) => asBefore === true)).toBe(false);
    expect(blockingConflicts).toHaveLength(1);
  });

  test("a busy person is a new conflict, and a resource that was in use before is not", () => {
    const noahs = event({ ...piano, id: "chess", title: "Chess", participants: ["noah"] });
    const { blockingConflicts } = changed(soccer, { participants: ["emma", "noah"] }, [noahs, shopping]);
    expect(blockingConflicts).toEqual(["time:soccer:chess"]);
  });

  test("no event has to move for them", () => {
    const chess = event({ ...piano, id: "chess", title: "Chess", participants: ["noah"] });
    const { resolutions } = changed(soccer, { participants: ["emma", "noah"] }, [piano, chess]);
    const touched = resolutions.flatMap(({ changes }) => changes.map(({ eventId }) => eventId));
    expect(touched).toContain("chess");
    expect(touched).not.toContain("piano");
  });

  test("one occurrence is compared with itself, not with its series", () => {
    const occurrence = occurrenceAsEvent({ ...soccer, recurrenceRule: "FREQ=WEEKLY" }, "2026-11-24T16:00:00");
    expect(changed(occurrence, { title: "Football" }, [piano]).blockingConflicts).toEqual([]);
  });

  test("a new event has no before", () => {
    const calendar = memoryCalendar(household, [piano]);
    expect(detectConflicts(proposal({ participants: ["emma"] }), { calendar, now }).blockingConflicts).toHaveLength(1);
  });
});

test("occurrences that change alike are compared where they will be, and one conflict counts them all", () => {
  const series = { ...soccer, recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,WE" };
  const lunch = event({
    id: "lunch",
    title: "Lunch",
    participants: ["emma"],
    start: "2026-11-24T12:00:00",
    end: "2026-11-24T13:00:00",
    recurrenceRule: "FREQ=DAILY",
  });
  const calendar = memoryCalendar(household, [series, lunch]);
  const moved = ["2026-11-24T16:00:00", "2026-11-25T16:00:00"].map((start) => ({
    ...occurrenceAsEvent(series, start),
    start: `${start.slice(0, 10)}T12:00:00`,
    end: `${start.slice(0, 10)}T13:00:00`,
    sequence: 1,
  }));
  const [first = soccer, ...alsoChanged] = moved;
  const { conflicts } = detectConflicts({ ...proposal(first, "modify"), alsoChanged }, { calendar, now });
  expect(conflicts).toMatchObject([
    {
      conflictingEventId: "lunch",
      occurrences: 2,
      details: "Emma has Lunch Tue 24 Nov 12:00–13:00, and on 1 more date.",
    },
  ]);
});
