import type { Calendar } from "../calendar.ts";
import { type CalendarEvent, EventDetails, type Interval } from "../calendar-event.ts";
import type { ProposedEvent } from "../outputs.ts";
import { eventSpan, startsAt } from "../recurrence.ts";
import { type NLParserData, timesOf } from "../parser-data.ts";
import type { CheckContext } from "./conflicts.ts";
import { changesTime, isOpen, retimeEvent, withTime } from "./event-times.ts";
import {
  asOccurrence,
  entriesOf,
  eventsIn,
  firstOccurrence,
  isSeries,
  put,
  remove,
  splitSeries,
  withoutDates,
} from "./series.ts";

/** What a proposal is drafted from, besides the request. */
export interface DraftContext extends CheckContext {
  /** Id of a new entry. */
  readonly eventId: string;
  readonly createdBy: string;
  /** Revision of the calendar, read before anything else. */
  readonly revision: number;
}

/** True if another time of the same length can be chosen. A series keeps its rule, and whole days stay whole. */
export const canMove = (request: NLParserData, { action, event, changes }: ProposedEvent): boolean =>
  action !== "cancel" && changesTime(request) && !event.allDay && !isSeries(event) && changes.length === 1;

/**
 * Drafts the proposal of a request on the current calendar; null if its event is gone or its time is open. A slot is the time that was found
 * or chosen, for a request whose time can be chosen.
 */
export function draft(
  request: NLParserData,
  context: DraftContext,
  slot: Interval | null = null,
): ProposedEvent | null {
  const drafted = request.eventType === "create" ? draftNew(request, context) : draftChange(request, context);
  if (slot !== null && (drafted === null || canMove(request, drafted)))
    return draft(withTime(request, slot, context.calendar.household.timeZone), context);
  return drafted;
}

/** Completes a proposal with its first time. */
function proposal(
  drafted: Pick<ProposedEvent, "action" | "event" | "changes"> & Partial<ProposedEvent>,
  { calendar, now, revision }: Pick<DraftContext, "calendar" | "now" | "revision">,
): ProposedEvent {
  const { id, title, participants, resources } = drafted.event;
  const common = {
    eventId: id,
    title,
    participants,
    resources,
    createdAt: now,
    ...firstOccurrence(drafted.event, calendar.household, now),
    revision,
  };
  return { ...common, status: "proposed", before: null, dates: [], following: false, undoes: null, ...drafted };
}

/** Drafts a new event; null if the request leaves its time open. */
function draftNew(request: NLParserData, context: DraftContext): ProposedEvent | null {
  const { allDay, title, participants, resources } = request;
  const { day, start } = timesOf(request);
  if (day === null || isOpen(request) || (start === null && !allDay)) return null;
  const { household } = context.calendar;
  const blank: CalendarEvent = {
    id: context.eventId,
    title: title ?? "New event",
    start: `${day}T00:00:00`,
    end: `${day}T01:00:00`,
    timeZone: household.timeZone,
    allDay: false,
    participants,
    resources,
    recurrenceRule: null,
    excludedStarts: [],
    extraStarts: [],
    replaces: null,
    ...detailsOf(request, {}),
    createdBy: context.createdBy,
    createdAt: context.now,
    updatedAt: context.now,
    sequence: 0,
  };
  const event = retimeEvent(blank, request, eventSpan(blank, household).start, household);
  return proposal({ action: "create", event, changes: [put(event)] }, context);
}

/** Drafts a change or a cancellation. One of a date and all that follow it splits the series there. */
function draftChange(request: NLParserData, context: DraftContext): ProposedEvent | null {
  const { eventType, target } = request;
  const { calendar, now, eventId } = context;
  if (target === null || eventType === "query") return null;
  const { following, starts } = target;
  const [first] = starts ?? [];
  const series = following ? calendar.event(target.eventId) : null;
  const split = series === null || first === undefined ? null : splitSeries(series, first, eventId);
  const entries = split === null ? entriesOf(target, calendar) : [split.follows];
  const [before] = entries;
  if (before === undefined || (following && split === null)) return null;
  const ends = split?.ends ?? null;
  const ending = ends === null ? [] : [put({ ...ends, updatedAt: now, sequence: ends.sequence + 1 })];
  const dates = following ? (starts ?? []).slice(0, 1) : [...(starts ?? [])];
  if (eventType === "cancel") {
    const whole = calendar.event(before.replaces?.seriesId ?? "");
    const canceled = entries.flatMap(({ replaces }) => replaces?.originalStart ?? []);
    const removed = whole === null ? entries.map(remove) : [put(withoutDates(whole, canceled))];
    const changes = ends === null ? removed : ending;
    return proposal({ action: "cancel", event: before, before, changes, following, dates }, context);
  }
  const anchor = firstOccurrence(before, calendar.household, now).start;
  const changed = entries.map((entry) => changedEvent(entry, request, anchor, context));
  const event = changed[0] ?? before;
  // Changed occurrences of the series that belong to its following part and still fit it.
  const carried = calendar.events().flatMap((each) => {
    const { originalStart = "", seriesId } = each.replaces ?? {};
    if (ends === null || seriesId !== series?.id || !startsAt(event, originalStart)) return [];
    return [put({ ...asOccurrence(each, event.id, originalStart), sequence: 0 })];
  });
  const changes = [...ending, ...changed.map(put), ...carried];
  return proposal({ action: "modify", event, before, changes, following, dates }, context);
}

/** Details of a request, and of an event for those that it does not say. */
const detailsOf = (request: NLParserData, entry: Partial<CalendarEvent>): EventDetails =>
  EventDetails.parse(
    Object.fromEntries(
      Object.keys(EventDetails.shape).map((key) => [key, Reflect.get(request, key) ?? Reflect.get(entry, key)]),
    ),
  );

const combined = (ids: readonly string[], added: readonly string[], removed: readonly string[]): string[] =>
  [...new Set([...ids, ...added])].filter((id) => !removed.includes(id));

/** The entry with all requested changes. `anchor` is the next start of the first entry that changes. */
function changedEvent(
  entry: CalendarEvent,
  request: NLParserData,
  anchor: string,
  context: DraftContext,
): CalendarEvent {
  return {
    ...(changesTime(request) ? retimeEvent(entry, request, anchor, context.calendar.household) : entry),
    title: request.title ?? entry.title,
    participants: combined(entry.participants, request.participants, request.removedParticipants),
    resources: combined(entry.resources, request.resources, request.removedResources),
    ...detailsOf(request, entry),
    updatedAt: context.now,
    sequence: entry.sequence + 1,
  };
}

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
  return proposal({ action: "undo", event, changes, undoes: { number, text } }, { calendar, now, revision });
}
