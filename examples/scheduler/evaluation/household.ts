import { memoryCalendar } from "../src/calendar/sqlite-calendar.ts";
import type { Calendar } from "../src/domain/calendar.ts";
import type { CalendarEvent } from "../src/domain/calendar-event.ts";
import { Household } from "../src/domain/household.ts";
import { readFileSync } from "node:fs";

/** The household of the example, which the sentences of the sets are about. */
export const household = Household.parse(
  JSON.parse(readFileSync(new URL("../data/household.json", import.meta.url), "utf8")),
);

/** Saturday, 21 November 2026, 10:00 in Copenhagen. */
export const now = "2026-11-21T09:00:00Z";

// oxlint-disable-next-line max-params -- a table of events reads best as one line each
const stored = (
  id: string,
  title: string,
  start: string,
  end: string,
  parts: Partial<CalendarEvent> = {},
): CalendarEvent => ({
  id,
  title,
  start,
  end,
  timeZone: household.timeZone,
  allDay: start.length === 10,
  participants: [],
  resources: [],
  recurrenceRule: null,
  excludedStarts: [],
  extraStarts: [],
  replaces: null,
  location: null,
  description: null,
  createdBy: "alex",
  createdAt: now,
  updatedAt: now,
  sequence: 0,
  ...parts,
});

const WEEKLY = "FREQ=WEEKLY";

/** The calendar that the sentences assume. */
export const calendar = (): Calendar =>
  memoryCalendar(household, [
    stored("piano", "Piano", "2026-11-02T15:30:00", "2026-11-02T16:15:00", {
      participants: ["noah"],
      recurrenceRule: WEEKLY,
    }),
    stored("swim", "Swimming lesson", "2026-11-03T16:30:00", "2026-11-03T17:15:00", {
      participants: ["noah"],
      resources: ["van"],
      recurrenceRule: WEEKLY,
    }),
    stored("yoga", "Yoga", "2026-11-04T19:00:00", "2026-11-04T20:00:00", {
      participants: ["alex"],
      recurrenceRule: WEEKLY,
    }),
    stored("gym", "Gymnastics", "2026-11-05T17:00:00", "2026-11-05T18:00:00", {
      participants: ["emma"],
      recurrenceRule: WEEKLY,
    }),
    stored("dentist", "Dentist", "2026-11-25T09:00:00", "2026-11-25T09:45:00", { participants: ["sam"] }),
    stored("club", "Book club", "2026-11-30T20:00:00", "2026-11-30T22:00:00", { participants: ["alex"] }),
    stored("choir", "Choir concert", "2026-12-04T18:00:00", "2026-12-04T20:00:00", { participants: ["emma"] }),
    stored("parents", "Parents evening", "2026-12-08T19:00:00", "2026-12-08T20:30:00", {
      participants: ["alex", "sam"],
    }),
    stored("ski", "Ski trip", "2027-02-13", "2027-02-21", {
      participants: ["noah", "emma", "alex", "sam"],
      resources: ["van"],
    }),
  ]);
