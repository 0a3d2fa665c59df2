import type { CalendarEvent } from "../src/domain/calendar-event.ts";
import type { Household } from "../src/domain/household.ts";

/** A small fixed household in Copenhagen: two children, two parents, and things they share. */
export const household: Household = {
  name: "Test household",
  timeZone: "Europe/Copenhagen",
  wakingHours: { start: "07:00", end: "22:00" },
  members: [
    { id: "emma", name: "Emma", aliases: ["Em"] },
    { id: "noah", name: "Noah", aliases: [] },
    { id: "alex", name: "Alex", aliases: ["mom"] },
    { id: "sam", name: "Sam", aliases: ["dad"] },
  ],
  resources: [
    { id: "van", name: "Van", aliases: ["minivan"], capacity: 1, kind: "vehicle" },
    { id: "car", name: "Car", aliases: [], capacity: 1, kind: "vehicle" },
    { id: "kitchen", name: "Kitchen", aliases: [], capacity: 1 },
    { id: "tablet", name: "Tablet", aliases: [], capacity: 2 },
  ],
};

/** Creates a valid event of that household, on Tuesday 24 November 2026 from 16:00 to 17:00, with defaults for everything not given. */
export const event = (parts: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: "event-1",
  title: "Soccer practice",
  start: parts.allDay === true ? "2026-11-24" : "2026-11-24T16:00:00",
  end: parts.allDay === true ? "2026-11-25" : "2026-11-24T17:00:00",
  timeZone: household.timeZone,
  allDay: false,
  participants: [],
  resources: [],
  recurrenceRule: null,
  excludedStarts: [],
  extraStarts: [],
  replaces: null,
  priority: null,
  flexibility: null,
  location: null,
  description: null,
  createdBy: "alex",
  createdAt: "2026-11-01T09:00:00Z",
  updatedAt: "2026-11-01T09:00:00Z",
  sequence: 0,
  ...parts,
});
