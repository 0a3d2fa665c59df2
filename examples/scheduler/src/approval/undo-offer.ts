import type { Calendar, CalendarView } from "../domain/calendar.ts";
import type { Occurrence } from "../domain/calendar-event.ts";
import { whenOf } from "../domain/describe.ts";
import { countOf } from "../domain/format.ts";
import { intervalOf } from "../domain/free-busy.ts";
import { detectConflicts, isBlocking } from "../domain/planning/conflicts.ts";
import { eventsIn } from "../domain/planning/series.ts";
import { dayMilliseconds as DAY } from "../domain/wall-clock.ts";
import { choice, type Offer } from "./offer.ts";

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
    choices: [choice("Undo it", { kind: "approve" }), choice("Leave it as it is", { kind: "reject" })],
    recommended: conflicts.length === 0 && blocked === null ? 1 : null,
    problem: blocked === null ? null : `A later change ${since}: ${blocked}`,
    chosen: { kind: "approve" },
    undoes: number,
    undone: restored(calendar, calendar.withChanges(undo), now) || text,
  };
}

const keyOf = ({ event, start, end }: Occurrence): string => `${event.title} ${start} ${end}`;

/** Names the times that an undo restores, and what it takes away. Empty if it changes no time of the year ahead. */
function restored(before: CalendarView, after: CalendarView, now: string): string {
  const [wording, from] = [{ timeZone: before.household.timeZone, now }, Date.parse(now) - 31 * DAY];
  const range = intervalOf({ start: from, end: from + 366 * DAY });
  const [old, present] = [before.occurrences(range), after.occurrences(range)];
  const [oldKeys, presentKeys] = [new Set(old.map(keyOf)), new Set(present.map(keyOf))];
  const back = present.filter((each) => !oldKeys.has(keyOf(each)));
  const titles = new Set(back.map(({ event }) => event.title));
  const gone = old.filter((each) => !presentKeys.has(keyOf(each)) && !titles.has(each.event.title));
  const text = ([first, ...more]: readonly Occurrence[], verb: string): string => {
    const others = more.length === 0 ? "" : `, and on ${countOf(more.length, "more date")}`;
    return first === undefined ? "" : `"${first.event.title}" ${verb} on ${whenOf(first, first, wording)}${others}.`;
  };
  return `${text(back, "is back")} ${text(gone, "is no longer")}`.trim();
}
