import type { WebSession } from "@tidemark/web";
import { z } from "zod";
import { offerFrom } from "../approval/offer.ts";
import type { Occurrence, Interval } from "../domain/calendar-event.ts";
import { type Calendar, CalendarChange, type CalendarView } from "../domain/calendar.ts";
import { exceptions, repetition } from "../domain/describe.ts";
import { clashesAt, clashText, groupClashes, isInTheWay } from "../domain/planning/conflicts.ts";
import type { Household } from "../domain/household.ts";
import { isSeries } from "../domain/planning/series.ts";
import { nearby, yearFrom } from "./nearby.ts";
import { dayMilliseconds, formatWallTime, instantToWall, intervalOf, readWallTime } from "../domain/wall-clock.ts";

/** Data of the calendar page. */
export type CalendarData = ReturnType<typeof calendarData>;

/** An occurrence in the calendar page. */
export type ShownEvent = CalendarData["events"][number];

/** Stored, proposed by the open question, leaving if it is approved, or `moving`: leaving for a time where it is proposed. */
type State = "stored" | "proposed" | "leaving" | "moving";

type Shown = readonly [occurrence: Occurrence, state: State];

const maxDays = 92;

/** Range of a query, `from` and `to` as dates; defaults to the week from now. A longer or wrong range is cut to the limit. */
export function rangeOf({ from = "", to = "" }: Readonly<Record<string, string>>, now: string): Interval {
  // One day more on both sides covers every time zone.
  const first = (readWallTime(from) || Date.parse(now)) - dayMilliseconds;
  const last = (readWallTime(to) || first + 7 * dayMilliseconds) + dayMilliseconds;
  return intervalOf({ start: first, end: Math.max(first, Math.min(last, first + maxDays * dayMilliseconds)) });
}

const Values = z.object({ scheduler_proposed_event: z.object({ changes: z.array(CalendarChange) }).nullable() });

/** Changes that the open question of a thread asks about; empty without a question, or when they no longer fit the calendar. */
export async function proposedChanges(
  session: Pick<WebSession, "pending" | "state">,
  calendar: Calendar,
): Promise<readonly CalendarChange[]> {
  if (!(await session.pending()).some(({ value }) => offerFrom(value) !== null)) return [];
  const changes = Values.safeParse(await session.state()).data?.scheduler_proposed_event?.changes ?? [];
  try {
    calendar.withChanges(changes);
    return changes;
  } catch {
    // The calendar was changed since the question, which will be asked again.
    return [];
  }
}

/** Collects what the page shows of a range: the stored occurrences, and how the proposed changes would alter them. */
export function calendarData(calendar: Calendar, range: Interval, now: string, proposed: readonly CalendarChange[]) {
  const { timeZone, wakingHours, members, resources } = calendar.household;
  const after = calendar.withChanges(proposed);
  const present = after.occurrences(range);
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
      // For all-day events a date, and `end` is the day after the last.
      start: one.allDay ? day(one.start) : one.start,
      end: one.allDay ? day(one.end) : one.end,
      allDay: one.allDay,
      people: one.event.participants,
      resources: one.event.resources,
      location: one.event.location,
      description: one.event.description,
      priority: one.event.priority,
      flexibility: one.event.flexibility,
      /** "every Tuesday, except Tue 16 Feb 2027", or "yes" for a changed date of a series; empty for a single event. */
      repeats:
        [repetition(one.event), exceptions(one.event, { ...calendar.household, now })].filter(Boolean).join(", ") ||
        (one.seriesId !== one.eventId || isSeries(one.event) ? "yes" : ""),
      state,
      conflicts: state === "stored" || state === "proposed" ? conflictsOf(one, present, calendar.household) : [],
    })),
    /** Start of the first proposed occurrence with a conflict, or else of the first change, also outside of the range; null without a proposal. */
    proposedAt: proposed.length === 0 ? null : firstChange(calendar, after, now),
    /** Sentence about the change that an undo would take back; null if there is none. */
    undo: last === null || last.undo === null ? null : last.text,
  };
}

const timeOf = ({ seriesId, originalStart, start, end }: Occurrence): string =>
  `${seriesId} ${originalStart} ${start} ${end}`;

const keyOf = (one: Occurrence): string =>
  JSON.stringify([timeOf(one), one.event.title, one.event.participants, one.event.resources, one.event.location]);

/** Stored occurrences, with those that only one of the calendars has as leaving or proposed. */
function compare(before: CalendarView, after: CalendarView, range: Interval): readonly Shown[] {
  const [stored, wanted] = [before.occurrences(range), after.occurrences(range)];
  const known = new Set(stored.map(keyOf));
  const sameTimes = new Set(wanted.map(timeOf));
  const moved = new Set(wanted.filter((one) => !known.has(keyOf(one))).map(({ seriesId }) => seriesId));
  return [
    // An occurrence that only changes its title or people is shown once, as proposed.
    ...stored
      .filter((one) => !sameTimes.has(timeOf(one)))
      .map((one): Shown => [one, moved.has(one.seriesId) ? "moving" : "leaving"]),
    ...wanted.map((one): Shown => [one, known.has(keyOf(one)) ? "stored" : "proposed"]),
  ];
}

/** Start of the first change in a bit more than a year: of a proposed occurrence with a conflict, of a proposed one, or of any. */
export function firstChange(before: CalendarView, after: CalendarView, now: string): string | null {
  const range = yearFrom(now);
  const changed = compare(before, after, range).filter(([, state]) => state !== "stored");
  const proposed = changed.filter(([, state]) => state === "proposed");
  const others = nearby(after.occurrences(range));
  const isConflict = ([one]: Shown): boolean => clashesAt(one, others(one), before.household).some(isInTheWay);
  return (proposed.find(isConflict) ?? proposed[0] ?? changed[0])?.[0].start ?? null;
}

/** One sentence for each other event at the same time with the same people, or with a resource that is used up. */
function conflictsOf(one: Occurrence, all: readonly Occurrence[], household: Household): string[] {
  const clashes = clashesAt(one, all, household).filter(isInTheWay);
  return groupClashes(clashes).map((group) => clashText(group, { ...household, now: one.start }));
}
