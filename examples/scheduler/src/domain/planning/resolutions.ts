import type { CalendarChange } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict, ConflictDetectionData, ProposedEvent, ProposedResolution } from "../outputs.ts";
import { whenOf } from "../describe.ts";
import { countOf, formatDay, formatSpan, listNames, type Wording } from "../format.ts";
import { intervalOf } from "../free-busy.ts";
import { resourceOf } from "../household.ts";
import { readWallTime } from "../wall-clock.ts";
import {
  type CheckContext,
  type Clash,
  conflictId,
  detectConflicts,
  effectsOf,
  isBlocking,
  isInTheWay,
} from "./conflicts.ts";
import { eventsIn, isSeries, put, shiftEvent, shiftSeries } from "./series.ts";
import { isAwake } from "./violations.ts";

const MINUTE = 60_000;
/** Shifts in minutes that are tried for another time, nearest first; a series is not moved by days. */
const HOURS = [30, -30, 60, -60, 90, -90, 120, -120, 180, -180];
const DAYS = [1440, 2880, 4320, -1440];
/** Maximum numbers of resolutions to offer, and of other times among them. */
const MAX_RESOLUTIONS = 6;
const MAX_TIMES = 2;
/** Largest share of the dates of a series to skip: by themselves, or in addition to another time. */
const MAX_SKIPPED = { alone: 0.3, moved: 0.2 };

/** A change to try, before it is known what it resolves. Its worth is from 0 to 1, if it resolves everything. */
type Idea = Pick<ProposedResolution, "strategy" | "description"> & {
  readonly changes: readonly CalendarChange[];
  readonly worth: number;
};

interface Situation {
  readonly proposed: ProposedEvent;
  /** Clashes that block the proposal, and the number of its dates. */
  readonly clashes: readonly Clash[];
  readonly dates: number;
  readonly context: CheckContext;
  readonly wording: Wording;
}

/**
 * Proposes resolutions of the conflicts of a proposal, best first. Every idea is tried on a copy of the calendar; one that causes a new
 * blocking conflict is dropped. The last one accepts all conflicts.
 */
export function proposeResolutions(
  proposed: ProposedEvent,
  { conflicts, blockingConflicts }: ConflictDetectionData,
  context: CheckContext,
): ProposedResolution[] {
  const { clashes, own } = effectsOf(proposed.changes, context);
  const situation: Situation = {
    proposed,
    clashes: clashes.filter((clash) => blockingConflicts.includes(conflictId(clash, proposed.event))),
    dates: own.length,
    context,
    wording: { timeZone: context.calendar.household.timeZone, now: context.now },
  };
  const single = [useOtherResources, moveElsewhere, cancelOther];
  const ideas = [...(proposed.dates.length > 1 ? [] : single), skipDates].flatMap((find) => find(situation));
  const resolutions = ideas.flatMap((idea) => tryIdea(idea, conflicts, situation) ?? []);
  const strategy = "override_constraint";
  const accepted: ProposedResolution = {
    resolutionId: strategy,
    strategy,
    score: 0.1,
    description: `Keep ${proposed.title} as proposed and accept ${countOf(conflicts.length, "conflict")}.`,
    sideEffects: [],
    calendarChanges: proposed.changes,
  };
  const sorted = resolutions.toSorted((one, other) => other.score - one.score);
  return [...sorted.slice(0, MAX_RESOLUTIONS - 1), accepted];
}

/** Tries an idea on a copy of the calendar; null if it causes a new blocking conflict, or resolves none. */
function tryIdea(
  { strategy, description, changes, worth }: Idea,
  conflicts: readonly Conflict[],
  { proposed, context }: Situation,
): ProposedResolution | null {
  const event = eventsIn(changes).find(({ id }) => id === proposed.event.id) ?? proposed.event;
  const after = detectConflicts({ action: proposed.action, changes: [...changes], event }, context).conflicts;
  const known = new Set(conflicts.map(({ id }) => id));
  const left = new Set(after.map(({ id }) => id));
  const blocking = conflicts.filter(isBlocking);
  const resolved = blocking.filter(({ id }) => !left.has(id)).length;
  if (resolved === 0 || after.some((conflict) => isBlocking(conflict) && !known.has(conflict.id))) return null;
  return {
    resolutionId: `${strategy}: ${description}`,
    strategy,
    score: worth * (resolved / blocking.length),
    description,
    sideEffects: after.map(({ id, details }) => `${known.has(id) ? "Remains" : "New"}: ${details}`),
    calendarChanges: [...changes],
  };
}

/** The changes of a proposal, with another version of its event. */
const replaceEvent = ({ changes, event }: ProposedEvent, other: CalendarEvent): CalendarChange[] =>
  changes.map((change) => (change.kind === "put_event" && change.event.id === event.id ? put(other) : change));

/** Another resource of the same kind. */
function useOtherResources({ proposed, clashes, context }: Situation): Idea[] {
  const { event, title } = proposed;
  const { household } = context.calendar;
  const used = new Set(clashes.flatMap(({ resourceId }) => resourceId ?? []));
  return [...used].flatMap((id) => {
    const { name, kind } = resourceOf(household, id);
    const others = household.resources.filter((each) => each.kind === kind && !event.resources.includes(each.id));
    return (kind === undefined ? [] : others).map((other): Idea => {
      const resources = event.resources.map((each) => (each === id ? other.id : each));
      const changes = replaceEvent(proposed, { ...event, resources });
      const description = `Use ${other.name} instead of ${name} for ${title}.`;
      return { strategy: "alternative_resource", description, changes, worth: 0.9 };
    });
  });
}

/** The nearest other times of the proposal; a series keeps its days, and can skip a few of them. */
function moveElsewhere({ proposed, context, wording }: Situation): Idea[] {
  const { event, title, startTime, endTime } = proposed;
  const ideas: Idea[] = [];
  for (const minutes of event.allDay ? [] : isSeries(event) ? HOURS : [...HOURS, ...DAYS]) {
    const shift = minutes * MINUTE;
    const at = { start: Date.parse(startTime) + shift, end: Date.parse(endTime) + shift };
    if (!isAwake(at, context.calendar.household) || at.start <= Date.parse(context.now)) continue;
    const [start, end] = [readWallTime(event.start), readWallTime(event.end)];
    const moved = isSeries(event) ? shiftSeries(event, start + shift, end - start) : shiftEvent(event, shift);
    const { clashes, own } = effectsOf(replaceEvent(proposed, moved), context);
    const left = clashes.filter(isInTheWay);
    const skips = new Set(left.map((clash) => clash.own.occurrence.originalStart));
    if (skips.size > (isSeries(event) ? own.length * MAX_SKIPPED.moved : 0)) continue;
    const to = formatSpan(intervalOf(at), wording);
    const skip = skips.size === 0 ? "" : `, and skip ${daysOf(left, wording)}`;
    ideas.push({
      strategy: "move_event",
      description: isSeries(event)
        ? `Move every ${title} to another time, starting ${to}${skip}.`
        : `Move ${title} to ${to}.`,
      changes: replaceEvent(proposed, { ...moved, excludedStarts: [...moved.excludedStarts, ...skips].toSorted() }),
      worth: Math.abs(minutes) < 1440 ? 0.85 : 0.65,
    });
    if (ideas.length === MAX_TIMES) break;
  }
  return ideas;
}

const daysOf = (clashes: readonly Clash[], wording: Wording): string => {
  const days = [...new Set(clashes.map(({ own }) => formatDay(intervalOf(own).start, wording)))];
  return days.length > 4 ? `${days.length} dates` : listNames(days);
};

/** Leaves out the dates of a series, or of a change of several dates, that clash. */
function skipDates({ proposed, clashes, dates, wording }: Situation): Idea[] {
  const { event, title, changes } = proposed;
  const starts = new Set(clashes.map(({ own }) => own.occurrence.originalStart));
  if (starts.size === 0 || starts.size > dates * MAX_SKIPPED.alone) return [];
  const days = daysOf(clashes, wording);
  const idea = { strategy: "skip_dates", worth: 0.7 } as const;
  if (isSeries(event)) {
    const without = { ...event, excludedStarts: [...event.excludedStarts, ...starts].toSorted() };
    return [{ ...idea, description: `Skip ${title} on ${days}.`, changes: replaceEvent(proposed, without) }];
  }
  const kept = changes.filter(
    (change) => change.kind !== "put_event" || !starts.has(change.event.replaces?.originalStart ?? ""),
  );
  const description = `Change ${title} on the other dates, and keep it unchanged on ${days}.`;
  return kept.length === 0 || kept.length === changes.length ? [] : [{ ...idea, description, changes: kept }];
}

/** Cancels the one event that is in the way, on its one date. Nobody wants a whole series canceled for another. */
function cancelOther({ proposed, clashes, wording }: Situation): Idea[] {
  const [other, ...more] = new Map(
    clashes.map((clash) => [`${clash.other.occurrence.eventId} ${clash.other.start}`, clash.other]),
  ).values();
  if (more.length > 0 || other === undefined) return [];
  const { event, originalStart, seriesId } = other.occurrence;
  const cancel: CalendarChange =
    isSeries(event) || event.replaces !== null
      ? { kind: "exclude_occurrence", eventId: seriesId, originalStart }
      : { kind: "remove_event", eventId: event.id };
  const when = whenOf(event, intervalOf(other), wording);
  const description = `Cancel ${event.title} on ${when}, and keep ${proposed.title} as proposed.`;
  return [{ strategy: "cancel_event", description, changes: [...proposed.changes, cancel], worth: 0.3 }];
}
