import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryCalendar } from "../../../src/calendar/sqlite-calendar.ts";
import { detectConflicts } from "../../../src/domain/planning/conflicts.ts";
import { proposeResolutions } from "../../../src/domain/planning/resolutions.ts";
import { put } from "../../../src/domain/planning/series.ts";
import { household } from "../../household.ts";
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
