import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict } from "../conflict.ts";
import { type Busy, groupBy, type Span } from "../free-busy.ts";

/** A clash of one occurrence of the event with another occurrence; clashes with the same `id` form one conflict. */
export interface Clash {
  readonly id: string;
  readonly own: Span;
  readonly other: Busy;
  readonly participants: readonly string[];
  readonly resourceId: string | null;
}

/** Conflicts of an event, and the clashes that cause them. */
export interface EventFindings {
  readonly event: CalendarEvent;
  readonly conflicts: readonly Conflict[];
  readonly clashes: readonly Clash[];
}

/**
 * Marks conflicts that the previous version of a changed event already had: the same people and resources, at the same times,
 * with the same occurrences. For example, a rename causes no new conflicts.
 */
export function markAsBefore(found: EventFindings, before: EventFindings): readonly Conflict[] {
  const known = new Set(before.clashes.map(clashKey));
  const ids = new Set(before.conflicts.map(({ id }) => id));
  const sameTimes = timesOf(found.event) === timesOf(before.event);
  return found.conflicts.map((conflict) => {
    const own = found.clashes.filter(({ id }) => id === conflict.id);
    const isOld = own.length > 0 ? own.every((clash) => known.has(clashKey(clash))) : sameTimes && ids.has(conflict.id);
    return isOld ? { ...conflict, asBefore: true, details: conflict.details.replace(/\.$/, ", as before.") } : conflict;
  });
}

const clashKey = ({ own, other, participants, resourceId }: Clash): string =>
  JSON.stringify([own.start, own.end, other.occurrence.eventId, other.start, other.end, resourceId, participants]);

const timesOf = ({ start, end, timeZone, recurrenceRule, excludedStarts, extraStarts }: CalendarEvent): string =>
  JSON.stringify([start, end, timeZone, recurrenceRule, excludedStarts, extraStarts]);

/** Merges conflicts with the same id, which arise when several occurrences change alike. */
export function mergeConflicts(conflicts: readonly Conflict[]): readonly Conflict[] {
  return [...groupBy(conflicts, ({ id }) => id).values()].flatMap((group) => {
    const [first] = group.toSorted((one, other) => Date.parse(one.firstAt) - Date.parse(other.firstAt));
    if (first === undefined || group.length === 1) return group;
    const { asBefore: _, ...rest } = first;
    const occurrences = group.reduce((sum, conflict) => sum + conflict.occurrences, 0);
    const more = `, and on ${occurrences - first.occurrences} more ${occurrences - first.occurrences > 1 ? "dates" : "date"}.`;
    return [
      {
        ...rest,
        participantsAffected: [...new Set(group.flatMap((conflict) => conflict.participantsAffected))],
        occurrences,
        details: first.details.replace(/\.$/, more),
        ...(group.every(({ asBefore }) => asBefore === true) && { asBefore: true }),
      },
    ];
  });
}
