import type { CalendarChange } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict, ConflictDetectionData } from "../conflict.ts";
import { countOf, formatDay, formatDays, formatSpan, listNames, type Wording } from "../format.ts";
import { intervalOf } from "../free-busy.ts";
import type { ProposedEvent, ProposedResolution, ResolutionData } from "../outputs.ts";
import { formatWallTime, instantToWall, readWallTime } from "../wall-clock.ts";
import {
  type CheckContext,
  type Clash,
  conflictId,
  detectConflicts,
  isAwake,
  isBlocking,
  newClashes,
  resourceOf,
} from "./conflicts.ts";
import { isSeries, occurrenceAsEvent, put, shiftSeries } from "./series.ts";

const MINUTE = 60_000;
/** Shifts that are tried for another time, nearest first. */
const SHIFTS = [30, -30, 60, -60, 90, -90, 120, -120, 180, -180, 1440, 2880, 4320, -1440];
/** Maximum number of resolutions to offer. */
const MAX_RESOLUTIONS = 6;
/** Largest share of the dates of a series to skip. */
const MAX_SKIPPED = 0.3;

/** A change to try, before it is known what it resolves. */
interface Idea {
  readonly strategy: ProposedResolution["strategy"];
  readonly variant: string;
  readonly description: string;
  readonly changes: readonly CalendarChange[];
  /** Worth from 0 to 1, if it resolves everything. */
  readonly worth: number;
}

interface Situation {
  readonly proposed: ProposedEvent;
  readonly clashes: readonly Clash[];
  readonly dates: number;
  readonly context: CheckContext;
  readonly wording: Wording;
}

/**
 * Proposes resolutions of the conflicts of a proposal, best first. Every idea is tried on a copy of the calendar; one that causes a new
 * blocking conflict is dropped.
 */
export function proposeResolutions(
  proposed: ProposedEvent,
  { conflicts }: ConflictDetectionData,
  context: CheckContext,
): ResolutionData {
  if (conflicts.length === 0 || proposed.action === "cancel")
    return { proposedResolutions: [], recommendedResolution: null };
  const { clashes, own } = newClashes(proposed.changes, context);
  const blocking = new Set(conflicts.filter(isBlocking).map(({ id }) => id));
  const situation: Situation = {
    proposed,
    clashes: clashes.filter((clash) => blocking.has(conflictId(clash, proposed.event))),
    dates: own.length,
    context,
    wording: { timeZone: context.calendar.household.timeZone, now: context.now },
  };
  const several = proposed.dates.length > 1;
  const ideas = [
    ...(several ? [] : [...otherResources(situation), ...otherTimes(situation), ...shorter(situation)]),
    ...skipped(situation),
    ...(several ? [] : otherEvents(situation)),
  ];
  const found = ideas.map((idea) => tried(idea, conflicts, situation)).filter((resolution) => resolution !== null);
  const distinct = found.filter(
    ({ description }, index) => found.findIndex((each) => each.description === description) === index,
  );
  const sorted = [...distinct, accept(proposed, conflicts)]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_RESOLUTIONS);
  const clearing = sorted.find(
    ({ strategy, conflictsResolved }) =>
      strategy !== "override_constraint" && [...blocking].every((id) => conflictsResolved.includes(id)),
  );
  return { proposedResolutions: sorted, recommendedResolution: clearing?.resolutionId ?? null };
}

/** Accepts all conflicts; never recommended if one of them blocks. */
function accept({ title, changes }: ProposedEvent, conflicts: readonly Conflict[]): ProposedResolution {
  return {
    resolutionId: "override_constraint:all",
    strategy: "override_constraint",
    score: conflicts.some(isBlocking) ? 0.1 : 0.85,
    description: `Keep ${title} as proposed and accept ${countOf(conflicts.length, "conflict")}.`,
    conflictsResolved: conflicts.map(({ id }) => id),
    sideEffects: [],
    calendarChanges: [...changes],
  };
}

/** Tries an idea on a copy of the calendar; null if it causes a new blocking conflict, or resolves none. */
function tried(
  idea: Idea,
  conflicts: readonly Conflict[],
  { proposed, context }: Situation,
): ProposedResolution | null {
  const { strategy, variant, description, changes, worth } = idea;
  const [event = proposed.event] = changes.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));
  const tries = { action: proposed.action, changes: [...changes], event: { ...event, id: proposed.event.id } };
  const after = detectConflicts(tries, context).conflicts;
  const known = new Set(conflicts.map(({ id }) => id));
  const left = new Set(after.map(({ id }) => id));
  const gone = conflicts.filter(({ id }) => !left.has(id));
  const resolved = gone.filter(isBlocking).length;
  if (resolved === 0 || after.some((conflict) => isBlocking(conflict) && !known.has(conflict.id))) return null;
  return {
    resolutionId: `${strategy}:${variant}`,
    strategy,
    score: Math.round(1000 * worth * (resolved / conflicts.filter(isBlocking).length)) / 1000,
    description,
    conflictsResolved: gone.map(({ id }) => id),
    sideEffects: after.map(({ id, details }) => `${known.has(id) ? "Remains" : "New"}: ${details}`),
    calendarChanges: [...changes],
  };
}

/** The changes of a proposal, with another version of its event. */
const instead = ({ changes, event }: ProposedEvent, other: CalendarEvent): CalendarChange[] =>
  changes.map((change) => (change.kind === "put_event" && change.event.id === event.id ? put(other) : change));

/** Another resource of the same kind. */
function otherResources({ proposed, clashes, context: { calendar } }: Situation): Idea[] {
  const { event, title } = proposed;
  const { household } = calendar;
  return [...new Set(clashes.flatMap(({ resourceId }) => resourceId ?? []))].flatMap((id) => {
    const taken = resourceOf(household, id);
    return household.resources
      .filter((each) => each.id !== id && each.kind !== undefined && each.kind === taken.kind)
      .filter((each) => !event.resources.includes(each.id))
      .map((other): Idea => {
        const resources = event.resources.map((each) => (each === id ? other.id : each));
        const description = `Use ${other.name} instead of ${taken.name} for ${title}.`;
        const changes = instead(proposed, { ...event, resources });
        return { strategy: "alternative_resource", variant: other.id, description, changes, worth: 0.9 };
      });
  });
}

/** Moves an entry on the wall clock of its zone; a series as a whole. */
function movedBy(event: CalendarEvent, minutes: number): CalendarEvent {
  const [start, end] = [readWallTime(event.start), readWallTime(event.end)];
  const wall = start + minutes * MINUTE;
  if (isSeries(event)) return shiftSeries(event, wall, end - start);
  return { ...event, start: formatWallTime(wall, event.allDay), end: formatWallTime(wall + end - start, event.allDay) };
}

/** The nearest other times of the proposal; a series keeps its days, and can skip a few of them. */
function otherTimes({ proposed, context, wording }: Situation): Idea[] {
  const { event, title } = proposed;
  if (event.allDay) return [];
  const { household } = context.calendar;
  const span = { start: Date.parse(proposed.startTime), end: Date.parse(proposed.endTime) };
  const ideas: Idea[] = [];
  for (const minutes of SHIFTS) {
    if (ideas.length >= 2 || (isSeries(event) && Math.abs(minutes) >= 1440)) break;
    const at = { start: span.start + minutes * MINUTE, end: span.end + minutes * MINUTE };
    if (!isAwake(at, household) || at.start <= Date.parse(context.now)) continue;
    const moved = movedBy(event, minutes);
    const { clashes, own } = newClashes(instead(proposed, moved), context);
    const inTheWay = clashes.filter(
      ({ own: { occurrence }, other, resourceId }) =>
        resourceId !== null || !(other.occurrence.allDay || occurrence.allDay),
    );
    const starts = [...new Set(inTheWay.map(({ own: { occurrence } }) => occurrence.originalStart))];
    if (starts.length > 0 && (!isSeries(event) || starts.length > own.length * 0.2)) continue;
    const skips = starts.length === 0 ? "" : `, and skip ${daysOf(inTheWay, wording)}`;
    const to = formatSpan(intervalOf(at), wording);
    ideas.push({
      strategy: "move_event",
      variant: String(minutes),
      description: isSeries(event)
        ? `Move every ${title} to another time, starting ${to}${skips}.`
        : `Move ${title} to ${to}.`,
      changes: instead(proposed, { ...moved, excludedStarts: [...moved.excludedStarts, ...starts].toSorted() }),
      worth: 0.85 - Math.min(0.2, Math.abs(minutes) / 1440 / 4),
    });
  }
  return ideas;
}

const daysOf = (clashes: readonly Clash[], wording: Wording): string => {
  const days = [...new Set(clashes.map(({ own }) => formatDay(intervalOf(own).start, wording)))];
  return days.length > 4 ? `${days.length} dates` : listNames(days);
};

/** Leaves out the dates of a series, or of a change of several dates, that clash. */
function skipped({ proposed, clashes, dates, wording }: Situation): Idea[] {
  const { event, title, changes } = proposed;
  const starts = new Set(clashes.map(({ own }) => own.occurrence.originalStart));
  if (starts.size === 0 || starts.size > dates * MAX_SKIPPED) return [];
  const days = daysOf(clashes, wording);
  const idea = { strategy: "skip_dates", variant: "all", worth: 0.7 } as const;
  if (changes.length > 1) {
    const isKept = (change: CalendarChange): boolean =>
      change.kind !== "put_event" || !starts.has(change.event.replaces?.originalStart ?? "");
    const kept = changes.filter(isKept);
    const description = `Change ${title} on the other dates, and keep it unchanged on ${days}.`;
    return kept.length === 0 || kept.length === changes.length ? [] : [{ ...idea, description, changes: kept }];
  }
  if (!isSeries(event)) return [];
  const without = { ...event, excludedStarts: [...event.excludedStarts, ...starts].toSorted() };
  return [{ ...idea, description: `Skip ${title} on ${days}.`, changes: instead(proposed, without) }];
}

/** Ends the proposal when the other event begins, or begins it when the other ends; at least half of it remains. */
function shorter({ proposed, clashes, wording }: Situation): Idea[] {
  const { event, title } = proposed;
  const [clash] = clashes;
  if (event.allDay || isSeries(event) || clash === undefined) return [];
  const { own, other } = clash;
  const least = Math.max((own.end - own.start) / 2, 15 * MINUTE);
  const wall = (instant: number): string => formatWallTime(instantToWall(instant, event.timeZone), false);
  const spans = [
    { start: own.start, end: other.start },
    { start: other.end, end: own.end },
  ];
  return spans
    .filter(({ start, end }) => end - start >= least)
    .map((span) => ({
      strategy: "shorten_event",
      variant: String(span.start),
      description: `Shorten ${title} to ${formatSpan(intervalOf(span), wording)}.`,
      changes: instead(proposed, { ...event, start: wall(span.start), end: wall(span.end) }),
      worth: 0.65,
    }));
}

/** Moves or cancels the one event that is in the way, on its one date. Nobody wants a whole series moved for another. */
function otherEvents({ proposed, clashes, context, wording }: Situation): Idea[] {
  const others = new Map(clashes.map(({ other }) => [`${other.occurrence.eventId} ${other.start}`, other]));
  const [other] = others.values();
  if (others.size !== 1 || other === undefined) return [];
  const { event, originalStart, allDay, seriesId } = other.occurrence;
  const isDate = isSeries(event) || event.replaces !== null;
  const kept = `and keep ${proposed.title} as proposed.`;
  const when = (allDay ? formatDays : formatSpan)(intervalOf(other), wording);
  const cancel: CalendarChange = isDate
    ? { kind: "exclude_occurrence", eventId: seriesId, originalStart }
    : { kind: "remove_event", eventId: event.id };
  const canceled: Idea = {
    strategy: "cancel_event",
    variant: event.id,
    description: `Cancel ${event.title} on ${when}, ${kept}`,
    changes: [...proposed.changes, cancel],
    worth: 0.3,
  };
  if (allDay || event.flexibility === "fixed") return [canceled];
  const entry = isSeries(event) ? occurrenceAsEvent(event, originalStart) : event;
  for (const minutes of SHIFTS.filter((shift) => Math.abs(shift) < 1440)) {
    const span = { start: other.start + minutes * MINUTE, end: other.end + minutes * MINUTE };
    const moved = { ...movedBy(entry, minutes), updatedAt: context.now, sequence: entry.sequence + 1 };
    const changes = [...proposed.changes, put(moved)];
    if (!isAwake(span, context.calendar.household) || span.start <= Date.parse(context.now)) continue;
    if (newClashes(changes, context).clashes.length > 0) continue;
    const description = `Move ${event.title} to ${formatSpan(intervalOf(span), wording)}, ${kept}`;
    return [{ strategy: "move_event", variant: `${event.id}:${minutes}`, description, changes, worth: 0.5 }, canceled];
  }
  return [canceled];
}
