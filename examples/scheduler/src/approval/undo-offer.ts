import type { Calendar, CalendarView } from "../domain/calendar.ts";
import type { Occurrence } from "../domain/calendar-event.ts";
import { whenOf } from "../domain/describe.ts";
import { countOf } from "../domain/format.ts";
import { intervalOf } from "../domain/free-busy.ts";
import { detectConflicts, isBlocking } from "../domain/planning/conflicts.ts";
import { eventsIn } from "../domain/planning/series.ts";
import { dayMilliseconds as DAY } from "../domain/wall-clock.ts";
import type { Offer } from "./offer.ts";

/** Builds the offer to undo the last confirmed change; a sentence if there is nothing to undo. */
export function undoOffer(calendar: Calendar, now: string): Offer | string {
  const last = calendar.lastChange();
  if (last === null) return "Nothing to undo.";
  const { undo, text, number, blocked } = last;
  const since = "cannot be undone, because its events were changed again since";
  if (undo === null) return `The last change ${since}: ${text}`;
  const [event] = eventsIn(undo);
  const found =
    event === undefined ? null : detectConflicts({ action: "modify", changes: [...undo], event }, { calendar, now });
  const conflicts = found?.conflicts.filter(isBlocking).map(({ details }) => details) ?? [];
  return {
    question: `Undo ${blocked === null ? "the last change" : "the change before"}? It was: ${text}`,
    assumed: [],
    conflicts,
    choices: [
      { label: "Undo it", notes: [], decision: { kind: "approve" } },
      { label: "Leave it as it is", notes: [], decision: { kind: "reject" } },
    ],
    recommended: conflicts.length === 0 && blocked === null ? 1 : null,
    problem: blocked === null ? null : `A later change ${since}: ${blocked}`,
    chosen: { kind: "approve" },
    undoes: number,
    undone: restored(calendar, calendar.withChanges(undo), now) || text,
  };
}

const keyOf = ({ event, start, end }: Occurrence): string => `${event.title} ${start} ${end}`;

/** Names the times that an undo restores and takes away: `"Dentist" is back on …`. Empty if it changes no time of the year ahead. */
function restored(before: CalendarView, after: CalendarView, now: string): string {
  const [wording, from] = [{ timeZone: before.household.timeZone, now }, Date.parse(now) - 31 * DAY];
  const range = intervalOf({ start: from, end: from + 366 * DAY });
  const text = (one: CalendarView, other: CalendarView, verb: string): string => {
    const known = new Set(other.occurrences(range).map(keyOf));
    const [first, ...more] = one.occurrences(range).filter((each) => !known.has(keyOf(each)));
    if (first === undefined) return "";
    const others = more.length === 0 ? "" : `, and on ${countOf(more.length, "more date")}`;
    return `"${first.event.title}" ${verb} on ${whenOf(first, first, wording)}${others}.`;
  };
  return [text(after, before, "is back"), text(before, after, "is no longer")].filter((each) => each !== "").join(" ");
}
