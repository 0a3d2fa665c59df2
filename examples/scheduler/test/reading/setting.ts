import { calendar, now } from "../../evaluation/household.ts";
import type { CalendarView } from "../../src/domain/calendar.ts";
import type { CalendarEvent } from "../../src/domain/calendar-event.ts";
import { event } from "../household.ts";
import type { ReadContext } from "../../src/domain/reading/pieces.ts";
import { readRequest } from "../../src/domain/reading/read-request.ts";
import { type Reply, readReply } from "../../src/domain/reading/reply.ts";
import { emptyRequest, type Request } from "../../src/domain/request.ts";

/** Saturday, 21 November 2026, 10:00: the household of the evaluation, and nobody known speaks. */
export const context: ReadContext = { calendar: calendar(), now, speaker: null };

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The calendar of the evaluation with these dentists instead of the dentist that it has. */
export const withDentists = (events: readonly Partial<CalendarEvent>[]): CalendarView =>
  calendar().withChanges([
    { kind: "remove_event", eventId: "dentist" },
    ...events.map((parts) => ({ kind: "put_event" as const, event: event({ title: "Dentist", ...parts }) })),
  ]);

/** The named parts of a request, with times of day as "16:00". */
export const named = (request: Request): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).flatMap(([key, value]) => {
      const isEmpty = JSON.stringify(value) === JSON.stringify(emptyRequest[key as keyof Request]); // oxlint-disable-line typescript/no-unsafe-type-assertion -- a key of the request
      if (isEmpty) return [];
      return [[key, (key === "start" || key === "end") && typeof value === "number" ? timeOf(value) : value]];
    }),
  );

export const DENTIST = "Dentist for Emma on Thursday at 4pm with the van";
/** Reads `then` while the question about the request `first` is open. */
export const after = (first: string, then: string): Reply => readReply(then, readRequest(first, context), context);
