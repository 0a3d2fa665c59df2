import type { Calendar, CalendarView } from "../calendar.ts";
import type { Occurrence } from "../calendar-event.ts";
import { whenOf } from "../describe.ts";
import { countOf } from "../format.ts";
import type { ProposedEvent } from "../outputs.ts";
import { dayMilliseconds as DAY, intervalOf } from "../wall-clock.ts";
import { proposal } from "./draft.ts";
import { eventsIn } from "./series.ts";

/** Drafts the undo of the last confirmed change; a sentence if there is none, or if it cannot be undone. */
export function draftUndo(calendar: Calendar, now: string): ProposedEvent | string {
  const revision = calendar.revision();
  const last = calendar.lastChange();
  if (last === null) return "Nothing to undo.";
  const { undo, text, number } = last;
  const changes = [...(undo ?? [])];
  const [first] = changes;
  const event = eventsIn(changes)[0] ?? (first?.kind === "remove_event" ? calendar.event(first.eventId) : null);
  if (event === null) return `The last change cannot be undone, because its events were changed again since: ${text}`;
  const question = `the last change? ${text}`;
  const undone = `Undone: ${restored(calendar, calendar.withChanges(changes), now) || text}`;
  const drafted = { action: "undo", event, changes, undoes: { number, question, undone } } as const;
  return proposal(drafted, { calendar, now, revision });
}

const keyOf = ({ event, start, end }: Occurrence): string => `${event.title} ${start} ${end}`;

/** Names the times that an undo restores, and what it takes away. Empty if it changes no time of the year ahead. */
function restored(before: CalendarView, after: CalendarView, now: string): string {
  const from = Date.parse(now) - 31 * DAY;
  const range = intervalOf({ start: from, end: from + 366 * DAY });
  const [old, present] = [before.occurrences(range), after.occurrences(range)];
  const [oldKeys, presentKeys] = [new Set(old.map(keyOf)), new Set(present.map(keyOf))];
  const back = present.filter((each) => !oldKeys.has(keyOf(each)));
  const titles = new Set(back.map(({ event }) => event.title));
  const gone = old.filter((each) => !presentKeys.has(keyOf(each)) && !titles.has(each.event.title));
  const text = ([first, ...more]: readonly Occurrence[], verb: string): string => {
    const others = more.length === 0 ? "" : `, and on ${countOf(more.length, "more date")}`;
    const when = first && whenOf(first, first, { timeZone: before.household.timeZone, now });
    return first === undefined ? "" : `"${first.event.title}" ${verb} on ${when}${others}.`;
  };
  return `${text(back, "is back")} ${text(gone, "is no longer")}`.trim();
}
