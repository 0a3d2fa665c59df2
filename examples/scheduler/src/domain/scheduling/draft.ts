import type { CalendarChange, CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { horizonOf, isSeries } from "../conflicts/horizon.ts";
import { eventProblem } from "../event-problem.ts";
import { eventSpan, intervalOf } from "../free-busy.ts";
import type { Household } from "../household.ts";
import type { Interval } from "../interval.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import type { ProposedEvent } from "../proposed-event.ts";
import { occurrencesOf } from "../recurrence.ts";
import { formatWallTime, instantToWall, readWallTime, wallToInstant } from "../wall-clock.ts";
import { shiftSeries, shiftSeriesBy } from "./shift-series.ts";
import { carriedOccurrences, splitSeries } from "./split-series.ts";
import { storedVersion, targetOf } from "./target.ts";

/** Dependencies of a draft; drafting reads nothing else. */
interface DraftContext {
  readonly calendar: CalendarView;
  /** Time of the event; null keeps the times of the request or the target. */
  readonly slot: Interval | null;
  /** Id of the event, if it is new. */
  readonly eventId: string;
  readonly now: string;
  readonly createdBy: string;
}

/** Default length of an event: 60 minutes. */
export const DEFAULT_DURATION_MINUTES = 60;

/**
 * Builds the proposal for a request: the calendar entry to store, with the attributes that people see.
 *
 * Changing one occurrence of a series creates an event that `replaces` it; changing a series moves all of it. People and resources
 * named in a change are added, and those to remove are removed. In a change, `title` identifies the event and `newTitle` renames it.
 * Several occurrences change alike: to the same time of day, by the same number of days, or by the same amount. Returns null for a
 * query, a change without a target, and a new event without a time.
 */
export function draftEvent(request: NLParserData, context: DraftContext): ProposedEvent | null {
  const { eventType } = request;
  if (eventType === "query") return null;
  const target = targetOf(request, context.calendar);
  if (request.targetFollowing === true && target?.replaces) {
    const { seriesId, originalStart } = target.replaces;
    // From the first date on, this is the whole series.
    return (
      draftFollowing(request, { ...context, seriesId, originalStart }) ??
      draftEvent({ ...withoutFollowing(request), targetOccurrenceStart: null }, context)
    );
  }
  const several = request.targetOccurrenceStarts ?? [];
  if (eventType === "modify" && several.length > 1) {
    const [first = null, ...alsoChanged] = changedOccurrences(request, context);
    const proposed = proposalOf("modify", first, context);
    return proposed === null ? null : { ...proposed, alsoChanged };
  }
  if (eventType === "cancel" && several.length > 1) {
    const proposed = proposalOf("cancel", target, context);
    return proposed === null ? null : { ...proposed, cancelledStarts: several };
  }
  if (eventType === "create") return proposalOf("create", newEvent(request, context), context);
  return proposalOf(
    eventType,
    target === null || eventType === "cancel" ? target : changedEvent(target, request, context),
    context,
  );
}

function withoutFollowing(request: NLParserData): NLParserData {
  const whole = { ...request };
  delete whole.targetFollowing;
  return whole;
}

/** Drafts a change of one occurrence of a series and all that follow it: they become a new series, or are canceled. */
function draftFollowing(
  request: NLParserData,
  context: DraftContext & { readonly seriesId: string; readonly originalStart: string },
): ProposedEvent | null {
  const { calendar, eventId, seriesId, originalStart } = context;
  const series = calendar.event(seriesId);
  const split = series === null ? null : splitSeries(series, originalStart, eventId);
  if (series === null || split === null) return null;
  const cancels = request.eventType === "cancel";
  const event = cancels
    ? split.follows
    : { ...changedEvent(split.follows, request, context), sequence: 0, createdAt: context.now };
  const proposed = proposalOf(cancels ? "cancel" : "modify", event, context);
  const ends = { ...split.ends, updatedAt: context.now, sequence: series.sequence + 1 };
  const alsoPut = [ends, ...(cancels ? [] : carriedOccurrences(series, event, calendar))];
  return proposed === null ? null : { ...proposed, splits: { seriesId, originalStart, alsoPut } };
}

/** Calendar for checking a proposal: if it splits a series, without the half that the proposal replaces. */
export const calendarFor = ({ splits }: ProposedEvent, calendar: CalendarView): CalendarView =>
  splits === undefined
    ? calendar
    : calendar.withChanges(
        splits.alsoPut
          .filter(({ id }) => id === splits.seriesId)
          .map((event): CalendarChange => ({ kind: "put_event", event })),
      );

/** Stored version of what a proposal changes; null for a new event. */
export function versionBefore({ event, splits }: ProposedEvent, calendar: CalendarView): CalendarEvent | null {
  if (splits === undefined) return storedVersion(event, calendar);
  const series = calendar.event(splits.seriesId);
  return series === null ? null : (splitSeries(series, splits.originalStart, event.id)?.follows ?? null);
}

/** Turns a calendar entry into a proposal. */
function proposalOf(
  action: ProposedEvent["action"],
  event: CalendarEvent | null,
  context: DraftContext,
): ProposedEvent | null {
  if (event === null) return null;
  const first = firstOccurrence(event, context.calendar.household, context.now);
  return {
    eventId: event.id,
    title: event.title,
    startTime: first.start,
    endTime: first.end,
    participants: event.participants,
    resources: event.resources,
    status: "proposed",
    createdAt: context.now,
    action,
    event,
  };
}

/** Returns the first occurrence that is not over; for an event that is over or cannot be expanded, its first occurrence. */
export function firstOccurrence(event: CalendarEvent, household: Household, now: string): Interval {
  const own = eventSpan(event, household);
  if (!isSeries(event) || eventProblem(event) !== null) return intervalOf(own);
  const range = intervalOf(horizonOf(event, { household, now }));
  const [first] = occurrencesOf(event, { range, household });
  return first === undefined ? intervalOf(own) : { start: first.start, end: first.end };
}

/** Changes to the calendar when a proposal is confirmed without a resolution. */
export function changesOfProposal(proposed: ProposedEvent): CalendarChange[] {
  const { event, alsoChanged = [], splits } = proposed;
  const also = (splits?.alsoPut ?? []).map(putChange);
  if (proposed.action !== "cancel") return [...also, ...[event, ...alsoChanged].map(putChange)];
  if (splits !== undefined) return also;
  if (event.replaces === null) return [{ kind: "remove_event", eventId: event.id }];
  const { seriesId, originalStart } = event.replaces;
  const starts = proposed.cancelledStarts ?? [originalStart];
  return starts.map((start) => ({ kind: "exclude_occurrence", eventId: seriesId, originalStart: start }));
}

/** A change that stores an event. */
const putChange = (event: CalendarEvent): CalendarChange => ({ kind: "put_event", event });

const minutes = (count: number): number => count * 60_000;

/** Requested time, from the slot or the request; without an end, it has the default length. */
function statedSlot(request: NLParserData, slot: Interval | null): Interval | null {
  if (slot !== null) return slot;
  if (request.startTime === null) return null;
  const start = Date.parse(request.startTime);
  const length = request.durationMinutes ?? (request.allDay ? 1440 : DEFAULT_DURATION_MINUTES);
  return intervalOf({ start, end: request.endTime === null ? start + minutes(length) : Date.parse(request.endTime) });
}

/** Wall-clock times of a slot; an all-day event ends at the midnight nearest to its end. */
function wallTimes(slot: Interval, zone: string, allDay: boolean): { start: number; end: number } {
  const start = instantToWall(Date.parse(slot.start), zone);
  const end = instantToWall(Date.parse(slot.end), zone);
  if (!allDay) return { start, end };
  const day = minutes(1440);
  const first = Math.floor(start / day) * day;
  return { start: first, end: Math.max(first + day, Math.round(end / day) * day) };
}

function newEvent(
  request: NLParserData,
  { calendar, slot, eventId, now, createdBy }: DraftContext,
): CalendarEvent | null {
  const stated = statedSlot(request, slot);
  if (stated === null) return null;
  const timeZone = request.allDay ? calendar.household.timeZone : request.timeZone;
  const wall = wallTimes(stated, timeZone, request.allDay);
  return {
    id: eventId,
    title: request.title ?? "New event",
    start: formatWallTime(wall.start, request.allDay),
    end: formatWallTime(wall.end, request.allDay),
    timeZone,
    allDay: request.allDay,
    participants: request.participants,
    resources: request.resources,
    recurrenceRule: request.recurrenceRule,
    excludedStarts: excludedStarts(request, formatWallTime(wall.start, request.allDay)),
    extraStarts: [],
    replaces: null,
    priority: request.priority ?? "medium",
    // A stated time is intended; a time chosen by the program can move to any day.
    flexibility: request.flexibility ?? (request.timeIsExact ? "same_week" : "any"),
    location: null,
    description: null,
    createdBy,
    createdAt: now,
    updatedAt: now,
    sequence: 0,
  };
}

/** Excluded starts: "except on 24 December" excludes that day at the time of the other occurrences. */
const excludedStarts = ({ excludedDates = [], recurrenceRule }: NLParserData, start: string): string[] =>
  recurrenceRule === null ? [] : excludedDates.map((date) => date + start.slice(date.length)).toSorted();

const without = (ids: readonly string[], removed: readonly string[] = []): string[] =>
  ids.filter((id) => !removed.includes(id));

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

function changedEvent(target: CalendarEvent, request: NLParserData, context: DraftContext): CalendarEvent {
  const changed: CalendarEvent = {
    ...withTimes(target, request, context),
    title: request.newTitle ?? target.title,
    participants: without(union(target.participants, request.participants), request.removedParticipants),
    resources: without(union(target.resources, request.resources), request.removedResources),
    priority: request.priority ?? target.priority,
    flexibility: request.flexibility ?? target.flexibility,
    updatedAt: context.now,
    sequence: target.sequence + 1,
  };
  if (request.recurrenceRule === null || target.replaces !== null) return changed;
  return { ...changed, recurrenceRule: request.recurrenceRule, excludedStarts: [], extraStarts: [] };
}

const DAY = minutes(1440);

/** Changes several occurrences like the first one; occurrences that no longer exist are skipped. */
function changedOccurrences(request: NLParserData, context: DraftContext): readonly CalendarEvent[] {
  const targets = (request.targetOccurrenceStarts ?? [])
    .map((start) => targetOf({ ...request, targetOccurrenceStart: start }, context.calendar))
    .filter((target) => target !== null);
  const [first] = targets;
  const stated = context.slot ?? (request.timeIsExact ? statedSlot(request, null) : null);
  if (first === undefined || stated === null) return targets.map((target) => changedEvent(target, request, context));
  const to = instantToWall(Date.parse(stated.start), first.timeZone);
  const days = Math.floor(to / DAY) - Math.floor(readWallTime(first.start) / DAY);
  const hasLength = request.endTime !== null || request.durationMinutes !== null;
  return targets.map((target) => {
    const current = { start: readWallTime(target.start), end: readWallTime(target.end) };
    const wall =
      request.shiftMinutes === undefined
        ? (Math.floor(current.start / DAY) + days) * DAY + (to % DAY)
        : current.start + minutes(request.shiftMinutes);
    const start = wallToInstant(wall, target.timeZone);
    const length = hasLength ? Date.parse(stated.end) - Date.parse(stated.start) : current.end - current.start;
    return changedEvent(target, request, { ...context, slot: intervalOf({ start, end: start + length }) });
  });
}

/** Applies the requested times to the target: a slot first, then a stated time, then a stated length. */
function withTimes(target: CalendarEvent, request: NLParserData, { calendar, slot }: DraftContext): CalendarEvent {
  const current = { start: readWallTime(target.start), end: readWallTime(target.end) };
  const stated = slot ?? (request.timeIsExact ? statedSlot(request, null) : null);
  if (stated === null) {
    if (request.durationMinutes === null || target.allDay) return target;
    return { ...target, end: formatWallTime(current.start + minutes(request.durationMinutes), false) };
  }
  const allDay = request.allDay || (target.allDay && !request.timeIsExact);
  const zone = allDay ? calendar.household.timeZone : target.timeZone;
  const wall = wallTimes(stated, zone, allDay);
  const hasLength = request.endTime !== null || request.durationMinutes !== null;
  const kept = slot === null && !hasLength && allDay === target.allDay;
  const length = kept ? current.end - current.start : wall.end - wall.start;
  if (!isSeries(target) || allDay !== target.allDay || request.recurrenceRule !== null)
    return {
      ...target,
      allDay,
      start: formatWallTime(wall.start, allDay),
      end: formatWallTime(wall.start + length, allDay),
    };
  const moved = request.shiftMinutes ?? 0;
  // "A week later" moves a weekly series although its weekday stays the same.
  if (moved !== 0 && stated.start === request.startTime && moved % (7 * 1440) === 0)
    return shiftSeriesBy(target, minutes(moved), length);
  return shiftSeries(target, wall.start, length);
}
