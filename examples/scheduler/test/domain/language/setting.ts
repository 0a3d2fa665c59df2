import { memoryCalendar } from "../../../src/calendar/memory-calendar.ts";
import type { ParseContext } from "../../../src/domain/language/parse-request.ts";
import { event, household } from "../../household.ts";

/** Two series, two events of the same name, and two that are alone: enough for every way to name a target. */
const calendar = memoryCalendar(household, [
  event({
    id: "soccer",
    title: "Soccer practice",
    participants: ["emma"],
    resources: ["van"],
    recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
  }),
  event({
    id: "piano",
    title: "Piano lesson",
    start: "2026-11-22T17:00:00",
    end: "2026-11-22T17:45:00",
    participants: ["noah"],
    recurrenceRule: "FREQ=WEEKLY;BYDAY=SU",
  }),
  event({
    id: "dentist",
    title: "Dentist",
    start: "2026-11-26T10:00:00",
    end: "2026-11-26T11:00:00",
    participants: ["emma"],
  }),
  event({
    id: "dinner",
    title: "Family dinner",
    start: "2026-11-27T18:00:00",
    end: "2026-11-27T20:00:00",
    resources: ["kitchen"],
  }),
  event({
    id: "haircut-sam",
    title: "Haircut",
    start: "2026-11-25T09:00:00",
    end: "2026-11-25T09:30:00",
    participants: ["sam"],
  }),
  event({
    id: "haircut-noah",
    title: "Haircut",
    start: "2026-12-02T15:00:00",
    end: "2026-12-02T15:30:00",
    participants: ["noah"],
  }),
]);

/** Saturday, 21 November 2026, ten in the morning in Copenhagen; Alex is writing. */
export const context: ParseContext = {
  household,
  now: "2026-11-21T09:00:00Z",
  timeZone: household.timeZone,
  speaker: "alex",
  calendar,
};
