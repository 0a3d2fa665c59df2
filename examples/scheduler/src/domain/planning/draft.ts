import type { CalendarChange, CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { changedOccurrenceId } from "../event-problem.ts";
import { eventSpan, intervalOf } from "../free-busy.ts";
import type { Interval } from "../interval.ts";
import type { ProposedEvent, TimeSlot } from "../outputs.ts";
import { startsAt } from "../recurrence.ts";
import type { Request } from "../request.ts";
import {
  dayMilliseconds as DAY,
  formatInstant,
  formatWallTime,
  instantToWall,
  readWallTime,
  wallToInstant,
} from "../wall-clock.ts";
import { entriesOf, firstOccurrence, isSeries, put, shiftSeries, splitSeries } from "./series.ts";

/** Length of an event without a stated one. */
export const DEFAULT_MINUTES = 60;
const MINUTE = 60_000;

/** What a proposal is drafted from, besides the request. */
export interface DraftContext {
  readonly calendar: CalendarView;
  readonly now: string;
  /** Chosen time of the first occurrence; null uses the stated one. */
  readonly slot: Interval | null;
  /** Id of a new entry. */
  readonly eventId: string;
  readonly createdBy: string;
}

/** Time that a request states for a new event; null if it leaves the time open. */
export function statedTime(request: Request, timeZone: string): Interval | null {
  const { day, lastDay, start, end, minutes, allDay, open } = request;
  if (day === null || open) return null;
  const first = readWallTime(day);
  const last = lastDay === null ? first : readWallTime(lastDay);
  const at = (wall: number): string => formatInstant(wallToInstant(wall, timeZone));
  if (allDay) return { start: at(first), end: at(last + DAY) };
  if (start === null) return null;
  const until = end === null ? first + (start + (minutes ?? DEFAULT_MINUTES)) * MINUTE : last + end * MINUTE;
  return { start: at(first + start * MINUTE), end: at(until) };
}

/** Drafts the proposal of a request at the selected time, on the current calendar; null without a time, or if its event is gone. */
export function draftProposal(
  request: Request,
  selected: TimeSlot | null,
  context: Omit<DraftContext, "slot">,
): ProposedEvent | null {
  if (selected === null) return null;
  const { eventType, target, repeat, allDay } = request;
  const isSingle = repeat === null && !allDay && (target?.starts?.length ?? 1) === 1;
  const isChosen = isSingle && (eventType === "create" || changesTime(request));
  const slot = isChosen ? { start: selected.startTime, end: selected.endTime } : null;
  const drafted = draft(request, { ...context, slot });
  // A series keeps its rule, and whole days stay whole; only a time of a single event can be chosen.
  const isFixed = drafted?.event.recurrenceRule !== null || (drafted.before?.allDay === true && request.start === null);
  return drafted?.action === "modify" && isFixed && slot !== null
    ? draft(request, { ...context, slot: null })
    : drafted;
}

/** Drafts the proposal of a request on the current calendar; null if its event is gone or its time is open. */
export function draft(request: Request, context: DraftContext): ProposedEvent | null {
  if (request.eventType === "query") return null;
  if (request.eventType === "create") {
    const event = newEvent(request, context);
    return event === null
      ? null
      : proposal("create", { event, before: null, changes: [put(event)], dates: [], following: false }, context);
  }
  const { target } = request;
  const entries = target === null ? [] : entriesOf(target, context.calendar);
  const [before] = entries;
  if (target === null || before === undefined) return null;
  const dates = target.starts ?? [];
  if (target.following) return draftFollowing(request, { ...target, starts: dates }, context);
  const whole = { before, dates, following: false };
  if (request.eventType === "cancel") {
    const excluded = entries.flatMap(({ replaces }): CalendarChange[] =>
      replaces === null
        ? []
        : [{ kind: "exclude_occurrence", eventId: replaces.seriesId, originalStart: replaces.originalStart }],
    );
    const removed: CalendarChange = { kind: "remove_event", eventId: before.id };
    return proposal(
      "cancel",
      { ...whole, event: before, changes: before.replaces === null ? [removed] : excluded },
      context,
    );
  }
  const anchor = anchorOf(before, context);
  const changed = entries.map((entry) => ({
    ...changedEvent(entry, request, { ...context, anchor }),
    updatedAt: context.now,
    sequence: entry.sequence + 1,
  }));
  const [event = before] = changed;
  return proposal("modify", { ...whole, event, changes: changed.map(put) }, context);
}

function draftFollowing(
  request: Request,
  { eventId, starts }: { readonly eventId: string; readonly starts: readonly string[] },
  context: DraftContext,
): ProposedEvent | null {
  const series = context.calendar.event(eventId);
  const [first] = starts;
  if (series === null || first === undefined) return null;
  const { ends, follows } = splitSeries(series, first, context.eventId);
  const closing: CalendarChange[] =
    ends === null ? [] : [put({ ...ends, updatedAt: context.now, sequence: series.sequence + 1 })];
  const parts = { before: follows, dates: [first], following: true };
  if (request.eventType === "cancel") {
    const changes: CalendarChange[] = ends === null ? [{ kind: "remove_event", eventId }] : closing;
    return proposal("cancel", { ...parts, event: follows, changes }, context);
  }
  const event = {
    ...changedEvent(follows, request, { ...context, anchor: anchorOf(follows, context) }),
    updatedAt: context.now,
    sequence: ends === null ? series.sequence + 1 : 0,
  };
  const changes = [...closing, put(event), ...(ends === null ? [] : carried(series, event, context.calendar))];
  return proposal("modify", { ...parts, event, changes }, context);
}

/** Changed occurrences of a series that belong to its following part and still fit it. */
const carried = (series: CalendarEvent, follows: CalendarEvent, calendar: CalendarView): CalendarChange[] =>
  calendar.events().flatMap((event) => {
    if (event.replaces?.seriesId !== series.id || !startsAt(follows, event.replaces.originalStart)) return [];
    const { originalStart } = event.replaces;
    return [
      put({
        ...event,
        id: changedOccurrenceId(follows.id, originalStart),
        replaces: { seriesId: follows.id, originalStart },
        sequence: 0,
      }),
    ];
  });

type Drafted = Pick<ProposedEvent, "event" | "before" | "changes" | "dates" | "following">;

function proposal(action: ProposedEvent["action"], drafted: Drafted, { calendar, now }: DraftContext): ProposedEvent {
  const { event } = drafted;
  const first = firstOccurrence(event, calendar.household, now);
  return {
    eventId: event.id,
    title: event.title,
    startTime: first.start,
    endTime: first.end,
    participants: event.participants,
    resources: event.resources,
    status: "proposed",
    createdAt: now,
    action,
    ...drafted,
  };
}

function newEvent(request: Request, { calendar, slot, eventId, now, createdBy }: DraftContext): CalendarEvent | null {
  const { timeZone } = calendar.household;
  const time = slot ?? statedTime(request, timeZone);
  if (time === null) return null;
  const wall = (instant: string): string =>
    formatWallTime(instantToWall(Date.parse(instant), timeZone), request.allDay);
  const start = wall(time.start);
  const excluded = request.repeat?.except.map((date) => date + start.slice(10)) ?? [];
  return {
    id: eventId,
    title: request.title ?? "New event",
    start,
    end: wall(time.end),
    timeZone,
    allDay: request.allDay,
    participants: request.participants,
    resources: request.resources,
    recurrenceRule: request.repeat?.rule ?? null,
    excludedStarts: excluded.toSorted(),
    extraStarts: [],
    replaces: null,
    priority: request.priority ?? "medium",
    flexibility: request.open ? "any" : "same_week",
    location: request.location,
    description: request.note,
    createdBy,
    createdAt: now,
    updatedAt: now,
    sequence: 0,
  };
}

/** A time as wall-time numbers on the clock of the household. */
interface Anchor {
  readonly start: number;
  readonly end: number;
}

const wallOf = ({ start, end }: Interval, timeZone: string): Anchor => ({
  start: instantToWall(Date.parse(start), timeZone),
  end: instantToWall(Date.parse(end), timeZone),
});

/** Next occurrence of an entry. */
const anchorOf = (event: CalendarEvent, { calendar: { household }, now }: DraftContext): Anchor =>
  wallOf(firstOccurrence(event, household, now), household.timeZone);

const midnight = (wall: number): number => Math.floor(wall / DAY) * DAY;
const without = (ids: readonly string[], removed: readonly string[]): string[] =>
  ids.filter((id) => !removed.includes(id));
const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** The entry with all requested changes. Several occurrences move by the same number of days to the same time of day. */
function changedEvent(
  entry: CalendarEvent,
  request: Request,
  context: DraftContext & { readonly anchor: Anchor },
): CalendarEvent {
  const timed = changesTime(request) || context.slot !== null ? withTime(entry, request, context) : entry;
  return {
    ...timed,
    title: request.newTitle ?? entry.title,
    participants: without(union(entry.participants, request.participants), request.removedParticipants),
    resources: without(union(entry.resources, request.resources), request.removedResources),
    priority: request.priority ?? entry.priority,
    location: request.location ?? entry.location,
  };
}

/** True for a request about the time of an event. */
export const changesTime = ({
  day,
  start,
  end,
  minutes,
  allDay,
  shift,
  longer,
  repeat,
  open,
  part,
}: Request): boolean =>
  [day, start, end, minutes, shift, longer, repeat, part].some((each) => each !== null) || allDay || open;

function withTime(
  entry: CalendarEvent,
  request: Request,
  { calendar, slot, anchor }: DraftContext & { readonly anchor: Anchor },
): CalendarEvent {
  const { household } = calendar;
  const { day, start, end, minutes, shift, longer, repeat } = request;
  const allDay = request.allDay || (entry.allDay && start === null && slot === null);
  const own = isSeries(entry) ? anchor : wallOf(intervalOf(eventSpan(entry, household)), household.timeZone);
  const chosen = slot === null ? null : instantToWall(Date.parse(slot.start), household.timeZone);
  const toDay = chosen === null ? (day === null ? midnight(anchor.start) : readWallTime(day)) : midnight(chosen);
  const days = toDay - midnight(anchor.start);
  const time =
    chosen === null ? (start === null ? own.start - midnight(own.start) : start * MINUTE) : chosen - midnight(chosen);
  const from = midnight(own.start) + days + (allDay ? 0 : time) + (chosen === null ? (shift ?? 0) : 0) * MINUTE;
  const ownLength =
    entry.allDay && !allDay ? DEFAULT_MINUTES * MINUTE : allDay && !entry.allDay ? DAY : own.end - own.start;
  const stated =
    minutes === null ? (end === null ? null : midnight(own.start) + days + end * MINUTE - from) : minutes * MINUTE;
  const length =
    allDay && request.lastDay !== null
      ? readWallTime(request.lastDay) + DAY - from
      : (stated ?? ownLength + (longer ?? 0) * MINUTE);
  const zone = allDay ? household.timeZone : entry.timeZone;
  const wall = allDay ? from : instantToWall(wallToInstant(from, household.timeZone), zone);
  const single = { ...entry, allDay, start: formatWallTime(wall, allDay), end: formatWallTime(wall + length, allDay) };
  if (!isSeries(entry) || allDay !== entry.allDay)
    return repeat === null || entry.replaces !== null
      ? single
      : { ...single, recurrenceRule: repeat.rule, excludedStarts: [] };
  const moved =
    shift !== null && shift % 10_080 === 0 && day === null
      ? shiftedBy(entry, shift * MINUTE)
      : shiftSeries(entry, wall, length);
  if (repeat === null || sameStep(repeat.rule, moved.recurrenceRule ?? "")) return moved;
  return { ...single, recurrenceRule: repeat.rule, excludedStarts: [], extraStarts: [] };
}

/** "A week later" moves all dates of a weekly series, although its weekday stays the same. */
function shiftedBy(series: CalendarEvent, delta: number): CalendarEvent {
  const moved = (text: string): string => formatWallTime(readWallTime(text) + delta, series.allDay);
  return {
    ...series,
    start: moved(series.start),
    end: moved(series.end),
    excludedStarts: series.excludedStarts.map(moved),
    extraStarts: series.extraStarts.map(moved),
  };
}

const stepOf = (rule: string): string =>
  rule
    .split(";")
    .filter((part) => !/^(?:UNTIL|COUNT|WKST)=/u.test(part))
    .toSorted()
    .join(";");

/** True if two rules differ only in their end: "move all piano to Wednesdays" keeps the end of the series. */
const sameStep = (one: string, other: string): boolean => stepOf(one) === stepOf(other) && !/UNTIL|COUNT/u.test(one);
