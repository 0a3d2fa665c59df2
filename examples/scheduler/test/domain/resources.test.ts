import { expect, test } from "vitest";
import { memoryCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { checkResources } from "../../src/domain/planning/conflicts.ts";
import { event, household } from "../household.ts";
import { now, proposal } from "./proposal.ts";

test.each([
  ["van", 0, true],
  ["van", 1, false],
  ["tablet", 1, true],
  ["tablet", 2, false],
])("the %s is used by %i other events, and available: %s", (id, uses, available) => {
  const stored = Array.from({ length: uses }, (_, index) => event({ id: `use-${index}`, resources: [id] }));
  const found = checkResources(proposal({ resources: [id] }), { calendar: memoryCalendar(household, stored), now });
  expect(found.allResourcesAvailable).toBe(available);
  expect(found.resourceAvailability).toMatchObject([
    {
      resourceId: id,
      available,
      currentCapacity: uses,
      maxCapacity: id === "van" ? 1 : 2,
      conflicts: stored.map((each) => each.id),
    },
  ]);
});
