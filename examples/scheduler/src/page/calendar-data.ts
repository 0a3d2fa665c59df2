import type { Occurrence, Interval } from "../domain/calendar-event.ts";
import type { Calendar, CalendarChange, CalendarView } from "../domain/calendar.ts";
import { formatSpan } from "../domain/format.ts";
import type { Household } from "../domain/household.ts";
import { isSeries } from "../domain/planning/series.ts";
import { dayMilliseconds, formatInstant, formatWallTime, instantToWall, readWallTime } from "../domain/wall-clock.ts";

/** An occurrence in the calendar page: stored, proposed by the open question, or leaving if it is approved. */
export interface ShownEvent {
  readonly id: string;
  readonly title: string;
  /** Instant; for all-day events a date, and `end` is the day after the last. */
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly people: readonly string[];
  readonly resources: readonly string[];
  readonly location: string | null;
  readonly repeats: boolean;
  /** `moving` is leaving for another time, where it is proposed. */
  readonly state: "stored" | "proposed" | "leaving" | "moving";
  /** One sentence for each other event at the same time with the same person, or with a resource that is used up. */
  readonly conflicts: readonly string[];
}

/** Data of the calendar page. */
export interface CalendarData {
  readonly now: string;
  readonly timeZone: string;
  readonly wakingHours: { readonly start: string; readonly end: string };
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly resources: readonly { readonly id: string; readonly name: string }[];
  readonly events: readonly ShownEvent[];
  /** Start of the first proposed or leaving occurrence, also outside of the range; null without a proposal. */
  readonly proposedAt: string | null;
  /** Sentence about the change that an undo would take back; null if there is none. */
  readonly undo: string | null;
  /** Sentences about events that cannot be read. */
  readonly problems: readonly string[];
}

/** Input of the calendar page; `proposed` are the changes of the open question. */
export interface ShownCalendar {
  readonly calendar: Calendar;
  readonly range: Interval;
  readonly now: string;
  readonly proposed: readonly CalendarChange[];
}

const maxDays = 92;

/** Range of a query, `from` and `to` as dates; defaults to the week from now. A longer or wrong range is cut to the limit. */
export function rangeOf({ from = "", to = "" }: Readonly<Record<string, string>>, now: string): Interval {
  // One day more on both sides covers every time zone.
  const first = (readWallTime(from) || Date.parse(now)) - dayMilliseconds;
  const last = (readWallTime(to) || first + 7 * dayMilliseconds) + dayMilliseconds;
  return {
    start: formatInstant(first),
    end: formatInstant(Math.max(first, Math.min(last, first + maxDays * dayMilliseconds))),
  };
}

/** Collects what the page shows of a range: the stored occurrences, and how the proposed changes would alter them. */
export function calendarData({ calendar, range, now, proposed }: ShownCalendar): CalendarData {
  const { household } = calendar;
  const { timeZone, wakingHours, members, resources } = household;
  const after = calendar.withChanges(proposed);
  const wanted = after.occurrences(range);
  const last = calendar.lastChange();
  const day = (instant: string) => formatWallTime(instantToWall(Date.parse(instant), timeZone), true);
  return {
    now,
    timeZone,
    wakingHours,
    people: members.map(({ id, name }) => ({ id, name })),
    resources: resources.map(({ id, name }) => ({ id, name })),
    events: compare(calendar, after, range).map(([one, state]) => ({
      id: `${state} ${one.eventId} ${one.originalStart}`,
      title: one.event.title,
      start: one.allDay ? day(one.start) : one.start,
      end: one.allDay ? day(one.end) : one.end,
      allDay: one.allDay,
      people: one.event.participants,
      resources: one.event.resources,
      location: one.event.location,
      repeats: one.seriesId !== one.eventId || isSeries(one.event),
      state,
      conflicts: state === "stored" || state === "proposed" ? conflictsOf(one, wanted, household) : [],
    })),
    proposedAt: proposed.length === 0 ? null : firstChange(calendar, after, now),
    undo: last === null || last.undo === null ? null : last.text,
    problems: calendar.damaged(),
  };
}

const timeOf = ({ seriesId, originalStart, start, end }: Occurrence): string =>
  `${seriesId} ${originalStart} ${start} ${end}`;

const keyOf = (one: Occurrence): string =>
  JSON.stringify([timeOf(one), one.event.title, one.event.participants, one.event.resources, one.event.location]);

/** Stored occurrences, with those that only one of the calendars has as leaving or proposed. */
function compare(
  before: CalendarView,
  after: CalendarView,
  range: Interval,
): readonly (readonly [Occurrence, ShownEvent["state"]])[] {
  const [stored, wanted] = [before.occurrences(range), after.occurrences(range)];
  const [known, kept] = [new Set(stored.map(keyOf)), new Set(wanted.map(keyOf))];
  const sameTimes = new Set(wanted.map(timeOf));
  const moved = new Set(wanted.filter((one) => !known.has(keyOf(one))).map(({ seriesId }) => seriesId));
  return [
    // An occurrence that only changes its title or people is shown once, as proposed.
    ...stored
      .filter((one) => !kept.has(keyOf(one)) && !sameTimes.has(timeOf(one)))
      .map((one) => [one, moved.has(one.seriesId) ? "moving" : "leaving"] as const),
    ...wanted.map((one) => [one, known.has(keyOf(one)) ? "stored" : "proposed"] as const),
  ];
}

/** Start of the first change in a bit more than a year; that of a proposed occurrence, if there is one. */
function firstChange(before: CalendarView, after: CalendarView, now: string): string | null {
  const from = Date.parse(now) - dayMilliseconds;
  const range = { start: formatInstant(from), end: formatInstant(from + 400 * dayMilliseconds) };
  const changed = compare(before, after, range).filter(([, state]) => state !== "stored");
  return (changed.find(([, state]) => state === "proposed") ?? changed[0])?.[0].start ?? null;
}

/** Other occurrences at the same time. A whole day does not keep a person from an appointment. */
function conflictsOf(one: Occurrence, all: readonly Occurrence[], household: Household): readonly string[] {
  const others = all.filter((other) => other.start < one.end && one.start < other.end && keyOf(other) !== keyOf(one));
  const when = (other: Occurrence) => formatSpan(other, { timeZone: household.timeZone, now: one.start });
  const people = others
    .filter(({ allDay }) => !allDay && !one.allDay)
    .flatMap((other) =>
      household.members
        .filter(({ id }) => one.event.participants.includes(id) && other.event.participants.includes(id))
        .map(({ name }) => `${name} is also at "${other.event.title}", ${when(other)}.`),
    );
  const resources = household.resources.flatMap(({ id, name, capacity }) => {
    const users = others.filter(({ event }) => event.resources.includes(id));
    // The most are there when one of them begins.
    const most = [one, ...users].map(
      ({ start: at }) => users.filter(({ start, end }) => start <= at && at < end && one.start <= at).length,
    );
    if (!one.event.resources.includes(id) || Math.max(...most) < capacity) return [];
    return users.map((other) => `"${other.event.title}" also needs ${name}, ${when(other)}.`);
  });
  return [...people, ...resources];
}
