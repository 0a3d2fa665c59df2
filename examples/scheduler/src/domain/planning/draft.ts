import type { CalendarChange, CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { ProposedEvent, TimeSlot } from "../outputs.ts";
import { startsAt } from "../recurrence.ts";
import type { Request, Target } from "../request.ts";
import { readWallTime } from "../wall-clock.ts";
import { retimeEvent, changesTime, DEFAULT_MINUTES, isOpen, nextStart, withTime } from "./event-times.ts";
import { asOccurrence, entriesOf, firstOccurrence, isSeries, put, splitSeries } from "./series.ts";

/** What a proposal is drafted from, besides the request. */
export interface DraftContext {
  readonly calendar: CalendarView;
  readonly now: string;
  /** Id of a new entry. */
  readonly eventId: string;
  readonly createdBy: string;
  /** Revision of the calendar, read before anything else. */
  readonly revision: number;
}

/** Drafts the proposal of a request at a selected time, if its time can be selected; null if its event is gone. */
export function draftAt(request: Request, slot: TimeSlot, context: DraftContext): ProposedEvent | null {
  const drafted = draft(request, context);
  if (drafted !== null && !canMove(request, drafted)) return drafted;
  return draft(withTime(request, slot, context.calendar.household.timeZone), context);
}

/** True if another time of the same length can be chosen. A series keeps its rule, and whole days stay whole. */
export const canMove = (request: Request, { action, event, changes }: ProposedEvent): boolean =>
  action !== "cancel" && changesTime(request) && !event.allDay && !isSeries(event) && changes.length === 1;

/** Drafts the proposal of a request on the current calendar; null if its event is gone or its time is open. */
export function draft(request: Request, context: DraftContext): ProposedEvent | null {
  const { eventType, target } = request;
  if (eventType === "create") {
    const event = newEvent(request, context);
    return event === null
      ? null
      : proposal("create", { event, before: null, changes: [put(event)], dates: [], following: false }, context);
  }
  const entries = target === null ? [] : entriesOf(target, context.calendar);
  const [before] = entries;
  if (eventType === "query" || target === null || before === undefined) return null;
  if (target.following) return draftFollowing(request, target, context);
  const whole = { before, dates: target.starts ?? [], following: false };
  if (eventType === "cancel") {
    const changes = entries.map(({ id, replaces }): CalendarChange =>
      replaces === null
        ? { kind: "remove_event", eventId: id }
        : { kind: "exclude_occurrence", eventId: replaces.seriesId, originalStart: replaces.originalStart },
    );
    return proposal("cancel", { ...whole, event: before, changes }, context);
  }
  const anchor = nextStart(before, context.calendar.household, context.now);
  const changed = entries.map((entry) => changedEvent(entry, request, anchor, context));
  return proposal("modify", { ...whole, event: changed[0] ?? before, changes: changed.map(put) }, context);
}

/** Drafts a change of one occurrence of a series and all that follow it: the series is split there. */
function draftFollowing(request: Request, { eventId, starts }: Target, context: DraftContext): ProposedEvent | null {
  const { calendar, now } = context;
  const series = calendar.event(eventId);
  const [first] = starts ?? [];
  if (series === null || first === undefined) return null;
  const { ends, follows } = splitSeries(series, first, context.eventId);
  const closing = ends === null ? [] : [put({ ...ends, updatedAt: now, sequence: series.sequence + 1 })];
  const parts = { before: follows, dates: [first], following: true };
  if (request.eventType === "cancel") {
    const changes: CalendarChange[] = ends === null ? [{ kind: "remove_event", eventId }] : closing;
    return proposal("cancel", { ...parts, event: follows, changes }, context);
  }
  const changed = changedEvent(follows, request, nextStart(follows, calendar.household, now), context);
  const event = ends === null ? changed : { ...changed, sequence: 0 };
  const carried = ends === null ? [] : changedOccurrences(series, event, calendar);
  return proposal("modify", { ...parts, event, changes: [...closing, put(event), ...carried] }, context);
}

/** Changed occurrences of a series that belong to its following part and still fit it. */
const changedOccurrences = (series: CalendarEvent, follows: CalendarEvent, calendar: CalendarView): CalendarChange[] =>
  calendar.events().flatMap((event) => {
    const { originalStart = "", seriesId } = event.replaces ?? {};
    if (seriesId !== series.id || !startsAt(follows, originalStart)) return [];
    return [put({ ...asOccurrence(event, follows.id, originalStart), sequence: 0 })];
  });

type Drafted = Pick<ProposedEvent, "event" | "before" | "changes" | "dates" | "following">;

function proposal(action: ProposedEvent["action"], drafted: Drafted, context: DraftContext): ProposedEvent {
  const { id, title } = drafted.event;
  const { calendar, now, revision } = context;
  const { start, end } = firstOccurrence(drafted.event, calendar.household, now);
  return { eventId: id, title, startTime: start, endTime: end, status: "proposed", action, revision, ...drafted };
}

/** The event of a request; null if it leaves the time open. */
function newEvent(request: Request, { calendar, eventId, now, createdBy }: DraftContext): CalendarEvent | null {
  const { day, start, allDay } = request;
  if (day === null || isOpen(request) || (start === null && !allDay)) return null;
  const { household } = calendar;
  const blank: CalendarEvent = {
    id: eventId,
    title: request.title ?? "New event",
    start: `${day}T00:00:00`,
    end: `${day}T${String(DEFAULT_MINUTES / 60).padStart(2, "0")}:00:00`,
    timeZone: household.timeZone,
    allDay: false,
    participants: request.participants,
    resources: request.resources,
    recurrenceRule: null,
    excludedStarts: [],
    extraStarts: [],
    replaces: null,
    priority: request.priority ?? "medium",
    location: request.location,
    description: request.note,
    createdBy,
    createdAt: now,
    updatedAt: now,
    sequence: 0,
  };
  return retimeEvent(blank, request, readWallTime(day), household);
}

const combineIds = (ids: readonly string[], added: readonly string[], removed: readonly string[]): string[] =>
  [...new Set([...ids, ...added])].filter((id) => !removed.includes(id));

/** The entry with all requested changes. */
function changedEvent(
  entry: CalendarEvent,
  request: Request,
  anchor: number,
  { calendar, now }: DraftContext,
): CalendarEvent {
  return {
    ...(changesTime(request) ? retimeEvent(entry, request, anchor, calendar.household) : entry),
    title: request.newTitle ?? entry.title,
    participants: combineIds(entry.participants, request.participants, request.removedParticipants),
    resources: combineIds(entry.resources, request.resources, request.removedResources),
    priority: request.priority ?? entry.priority,
    location: request.location ?? entry.location,
    updatedAt: now,
    sequence: entry.sequence + 1,
  };
}
