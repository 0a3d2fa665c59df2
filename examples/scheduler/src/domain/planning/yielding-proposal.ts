import type { CalendarEvent, Interval, Occurrence } from "../calendar-event.ts";
import { countOf, formatDay, formatSpan, listNames } from "../format.ts";
import { resourceOf } from "../household.ts";
import type { ProposedEvent } from "../outputs.ts";
import { startsAt } from "../recurrence.ts";
import { emptyData } from "../parser-data.ts";
import { intervalOf, localClock } from "../wall-clock.ts";
import { type CheckContext, type Clash, effectsOf, isInTheWay } from "./conflicts.ts";
import { retimeEvent, withTime } from "./event-times.ts";
import type { Idea } from "./idea.ts";
import { isSeries, put, withoutDates } from "./series.ts";
import { ALL_HOURS, freeTimes, occurrenceOf } from "./slots.ts";

/** Maximum number of other times to offer. */
const MAX_TIMES = 2;
/** Largest share of its dates that a series skips at another time, or readily at its own. */
const MAX_SKIPPED = 0.25;
/** Shortest part of a split event, in milliseconds. */
const MIN_PART = 15 * 60_000;

/** Ideas that change the proposed event: another time, fewer dates, a shorter or a split time, or other resources. */
export function ownIdeas(proposed: ProposedEvent, context: CheckContext): Idea[] {
  const clashes = effectsOf(proposed.changes, context).clashes.filter(isInTheWay);
  const timed =
    proposed.event.flexibility === "fixed" ? [] : [...moved(proposed, context), ...cut(proposed, clashes, context)];
  return [...timed, ...withOtherResources(proposed, clashes, context)];
}

/** The changes of a proposal, with another version of its event. Changed occurrences on dates that this one lacks are left out. */
const withEvent = ({ changes, event }: ProposedEvent, other: CalendarEvent): ProposedEvent["changes"] =>
  changes.flatMap((change) => {
    if (change.kind !== "put_event") return change;
    const { id, replaces } = change.event;
    const isGone = replaces?.seriesId === event.id && !startsAt(other, replaces.originalStart);
    return isGone ? [] : id === event.id ? put(other) : change;
  });

/** An event at another time, on the clock of the household. `anchor` is its own time. */
export const eventAt = (event: CalendarEvent, slot: Interval, anchor: string, { calendar }: CheckContext) =>
  retimeEvent(event, withTime(emptyData, slot, calendar.household.timeZone), anchor, calendar.household);

/**
 * The event at the free times nearest to its own, on its day and the next. A series keeps its days, and can skip a few of its dates. At
 * its own time, it can skip any of its dates but not all.
 */
function moved(proposed: ProposedEvent, context: CheckContext): Idea[] {
  const { event, title, start } = proposed;
  const { household } = context.calendar;
  const wording = { ...household, now: context.now };
  const clock = localClock(household.timeZone);
  const day = clock.dayOf(Date.parse(start));
  const near = clock.minutesOf(Date.parse(start));
  const search = { days: [day, clock.addDays(day, 1)], hours: ALL_HOURS, near } as const;
  const slots = event.allDay
    ? []
    : freeTimes(occurrenceOf(proposed), search, context)
        .filter((slot) => slot.start !== start)
        .slice(0, MAX_TIMES);
  return [null, ...slots].flatMap((slot): Idea[] => {
    const isSameDay = slot === null || clock.dayOf(Date.parse(slot.start)) === day;
    if (isSeries(event) && !isSameDay) return [];
    const retimed = slot && eventAt(event, slot, start, context);
    const { clashes, own } = effectsOf(withEvent(proposed, retimed ?? event), context);
    const left = clashes.filter(isInTheWay).map((clash) => clash.own);
    const skipped = new Set(left.map(({ originalStart }) => originalStart));
    const isMany = skipped.size > own.length * MAX_SKIPPED;
    if (isMany && (slot !== null || skipped.size >= own.length)) return [];
    const other = withoutDates(retimed ?? event, skipped);
    const changes = withEvent(proposed, other);
    const days = [...new Set(left.map((each) => formatDay(each.start, wording)))];
    const dates = days.length > 4 ? countOf(days.length, "date") : listNames(days);
    if (slot === null) {
      const idea = { strategy: "cancel_event", action: "cancel", event: other, changes } as const;
      return [{ ...idea, score: isMany ? 0.2 : 0.7, description: `Skip ${title} on ${dates}.` }];
    }
    const time = formatSpan(slot, wording);
    const to = isSeries(event) ? `every ${title} to another time, starting ${time}` : `${title} to ${time}`;
    const description = `Move ${to}${days.length > 0 ? `, and skip ${dates}` : ""}.`;
    return [
      { strategy: "move_event", action: "move", score: isSameDay ? 0.85 : 0.65, description, event: other, changes },
    ];
  });
}

/** Parts of an interval that some occurrences leave free, each at least `least` milliseconds long. */
export function freeParts({ start, end }: Interval, taken: readonly Interval[], least: number): Interval[] {
  const parts: Interval[] = [];
  let from = Date.parse(start);
  for (const other of taken.toSorted((one, two) => (one.start < two.start ? -1 : 1))) {
    if (Date.parse(other.start) - from >= least) parts.push(intervalOf({ start: from, end: Date.parse(other.start) }));
    from = Math.max(from, Date.parse(other.end));
  }
  if (Date.parse(end) - from >= least) parts.push(intervalOf({ start: from, end: Date.parse(end) }));
  return parts;
}

/** A single event shortened to the longest part that is free, or split around the one event that is in its way. */
function cut(proposed: ProposedEvent, clashes: readonly Clash[], context: CheckContext): Idea[] {
  const { event, title, start, end } = proposed;
  const [one, ...more] = [...new Set(clashes.map(({ other }) => other))];
  if (one === undefined || event.allDay || isSeries(event)) return [];
  const wording = { ...context.calendar.household, now: context.now };
  const half = (Date.parse(end) - Date.parse(start)) / 2;
  const parts = freeParts({ start, end }, [one, ...more], Math.max(MIN_PART, half));
  const shorter = parts.map((slot): Idea => {
    const other = eventAt(event, slot, start, context);
    const description = `Shorten ${title} to ${formatSpan(slot, wording)}.`;
    const changes = withEvent(proposed, other);
    return { strategy: "shorten_event", action: "shorten", score: 0.6, description, event: other, changes };
  });
  const first = { start, end: one.start };
  const second = intervalOf({
    start: Date.parse(one.end),
    end: Date.parse(one.end) + Date.parse(end) - Date.parse(one.start),
  });
  const isLong = ({ start: from, end: to }: Interval): boolean => Date.parse(to) - Date.parse(from) >= MIN_PART;
  if (more.length > 0 || !isLong(first) || !isLong(second)) return shorter;
  const other = eventAt(event, first, start, context);
  const rest: CalendarEvent = { ...eventAt({ ...event, replaces: null }, second, start, context), id: `${event.id}/2` };
  const description = `Split ${title} into ${formatSpan(first, wording)} and ${formatSpan(second, wording)}.`;
  const changes = [...withEvent(proposed, other), put(rest)];
  return [...shorter, { strategy: "split_event", action: "split", score: 0.5, description, event: other, changes }];
}

/** The event with another resource of the same kind in place of each that is taken. */
function withOtherResources(proposed: ProposedEvent, clashes: readonly Clash[], context: CheckContext): Idea[] {
  const { event, title } = proposed;
  const { household } = context.calendar;
  const taken = [...new Set(clashes.flatMap(({ resourceId }) => resourceId ?? []))].map((id) =>
    resourceOf(household, id),
  );
  const alternatives = taken.map(({ kind }) =>
    household.resources.filter(
      (each) => kind !== undefined && each.kind === kind && !event.resources.includes(each.id),
    ),
  );
  const longest = Math.max(0, ...alternatives.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index): Idea => {
    const swaps = taken.flatMap((resource, at) => {
      const other = alternatives[at]?.[index];
      return other === undefined ? [] : [{ from: resource, to: other }];
    });
    const resources = event.resources.map((id) => swaps.find(({ from }) => from.id === id)?.to.id ?? id);
    const other = { ...event, resources: [...new Set(resources)] };
    const named = swaps.map(({ from, to }) => `the ${to.name} instead of the ${from.name}`);
    const description = `Use ${listNames(named)} for ${title}.`;
    const changes = withEvent(proposed, other);
    return { strategy: "alternative_resource", action: null, score: 0.9, description, event: other, changes };
  });
}

/** An occurrence in words: "Piano on Tue 24 Nov 16:30–17:00". */
export const nameOf = ({ event, ...interval }: Occurrence, wording: Parameters<typeof formatSpan>[1]): string =>
  `${event.title} on ${formatSpan(interval, wording)}`;
