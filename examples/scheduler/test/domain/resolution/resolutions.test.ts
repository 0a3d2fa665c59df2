import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/sqlite-calendar.ts";
import { detectConflicts } from "../../../src/domain/planning/conflicts.ts";
import { proposeResolutions } from "../../../src/domain/planning/resolutions.ts";
import { put } from "../../../src/domain/planning/series.ts";
import { event, household } from "../../household.ts";
import { now, proposal } from "../proposal.ts";
import { arbitraryEvent } from "./arbitrary-calendar.ts";

test("a resolution causes no new blocking conflict, and those that it leaves are named", () => {
  fc.assert(
    fc.property(arbitraryEvent("new"), fc.tuple(arbitraryEvent("one"), arbitraryEvent("two")), (own, stored) => {
      const context = { calendar: memoryCalendar(household, stored), now };
      const proposed = proposal(own, "create", { changes: [put(own)] });
      const asked = detectConflicts(proposed, context);
      const isNew = (id: string): boolean => !asked.blockingConflicts.includes(id);
      const solutions = proposeResolutions(proposed, asked, context).filter(
        ({ strategy }) => strategy !== "override_constraint",
      );
      for (const { calendarChanges, sideEffects } of solutions) {
        const after = detectConflicts({ ...proposed, changes: calendarChanges }, context);
        expect(after.blockingConflicts.filter(isNew)).toEqual([]);
        expect(after.blockingConflicts.length).toBeLessThan(asked.blockingConflicts.length);
        expect(sideEffects).toHaveLength(after.conflicts.length);
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  [1, true],
  [3, true],
  [4, false],
])("a weekly series of four dates of which %i conflict can skip them: %s", (count, isOffered) => {
  const stored = ["24", "01", "08", "15"].slice(0, count).map((day, index) => {
    const date = `2026-${index === 0 ? "11" : "12"}-${day}`;
    // The whole day, so that no other time is free.
    return event({ id: day, participants: ["emma"], start: `${date}T00:00:00`, end: `${date}T23:59:00` });
  });
  const context = { calendar: memoryCalendar(household, stored), now };
  const proposed = proposal({ participants: ["emma"], recurrenceRule: "FREQ=WEEKLY;COUNT=4" });
  const found = proposeResolutions(proposed, detectConflicts(proposed, context), context);
  expect(found.some(({ strategy }) => strategy === "cancel_event")).toBe(isOffered);
});
