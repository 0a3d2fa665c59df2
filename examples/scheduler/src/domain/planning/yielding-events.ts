import type { CalendarChange } from "../calendar.ts";
import { type CalendarEvent, type Interval, type Occurrence, rankOf } from "../calendar-event.ts";
import { formatSpan } from "../format.ts";
import type { ConflictDetectionData, ProposedEvent } from "../outputs.ts";
import { localClock } from "../wall-clock.ts";
import { type CheckContext, effectsOf, isInTheWay } from "./conflicts.ts";
import type { Idea } from "./idea.ts";
import { isSeries, occurrenceAsEvent, put, remove, withoutDates } from "./series.ts";
import { ALL_HOURS, freeTimes } from "./slots.ts";
import { eventAt, freeParts, nameOf } from "./yielding-proposal.ts";

/** Shortest time that is left of a shortened event, in milliseconds. */
const MIN_LEFT = 15 * 60_000;

/** True if another event may be moved or shortened for a proposed one. */
const yields = (other: CalendarEvent, own: CalendarEvent): boolean =>
  other.flexibility !== "fixed" && (other.flexibility === "flexible" || rankOf(other) < rankOf(own));

/** Ideas that move, shorten or cancel the one event that is in the way of a single event; the proposed one stays as it is. */
export function otherIdeas(proposed: ProposedEvent, found: ConflictDetectionData, context: CheckContext): Idea[] {
  const { event, title } = proposed;
  const clashes = effectsOf(proposed.changes, context).clashes.filter(isInTheWay);
  const [other, ...more] = [...new Set(clashes.map((clash) => clash.other))];
  const isOther = found.conflicts.every(({ type }) => type !== "constraint_violation");
  if (other === undefined || more.length > 0 || !isOther || isSeries(event) || event.allDay || other.allDay) return [];
  if (!yields(other.event, event)) return [];
  const { calendar, now } = context;
  const wording = { ...calendar.household, now };
  const rank = rankOf(event) - rankOf(other.event);
  // The event of lower priority yields before the proposed one does.
  const score = (base: number): number => Math.min(0.95, base + rank * 0.15);
  const withOther = (changes: readonly CalendarChange[]) => [...proposed.changes, ...changes];
  const stored = (slot: Interval): CalendarChange =>
    put(stamped(eventAt(entryOf(other), slot, other.start, context), now));

  const near = localClock(wording.timeZone);
  const day = near.dayOf(Date.parse(other.start));
  const search = {
    days: [day, near.addDays(day, 1)],
    near: near.minutesOf(Date.parse(other.start)),
    hours: ALL_HOURS,
  } as const;
  const after = { ...context, calendar: calendar.withChanges(proposed.changes) };
  const moves = freeTimes(other, search, after)
    .slice(0, 1)
    .map((slot): Idea => {
      const description = `Move ${nameOf(other, wording)} to ${formatSpan(slot, wording)}.`;
      const changes = withOther([stored(slot)]);
      return { event, strategy: "move_event", action: "move", score: score(0.75), description, changes };
    });
  const least = Math.max(MIN_LEFT, (Date.parse(other.end) - Date.parse(other.start)) / 2);
  const shorter = freeParts(other, [proposed], least).map((slot): Idea => {
    const description = `Shorten ${nameOf(other, wording)} to ${formatSpan(slot, wording)}.`;
    const changes = withOther([stored(slot)]);
    return { event, strategy: "shorten_event", action: "shorten", score: score(0.55), description, changes };
  });
  const description = `Cancel ${nameOf(other, wording)} for ${title}.`;
  const cancels: Idea = {
    event,
    strategy: "cancel_event",
    action: "cancel",
    score: score(0.2),
    description,
    changes: withOther([canceled(other, context)]),
  };
  return [...moves, ...shorter, ...(rank > 0 ? [cancels] : [])];
}

/** The entry that changes when one occurrence does. */
const entryOf = ({ event, originalStart }: Occurrence): CalendarEvent =>
  isSeries(event) ? occurrenceAsEvent(event, originalStart) : event;

const stamped = (event: CalendarEvent, now: string): CalendarEvent => ({
  ...event,
  updatedAt: now,
  sequence: event.sequence + 1,
});

/** The change that cancels an occurrence. */
function canceled({ event, seriesId, originalStart }: Occurrence, { calendar, now }: CheckContext): CalendarChange {
  const series = calendar.event(seriesId);
  return series === null || !isSeries(series)
    ? remove(event)
    : put(stamped(withoutDates(series, [originalStart]), now));
}
