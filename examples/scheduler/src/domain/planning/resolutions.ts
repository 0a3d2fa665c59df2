import type { CalendarEvent, Occurrence } from "../calendar-event.ts";
import { describeDone, type HouseholdWording } from "../describe.ts";
import { countOf, formatDay, formatSpan, listNames } from "../format.ts";
import type { ConflictDetectionData, ProposedEvent, ProposedResolution } from "../outputs.ts";
import { instantToWall, localClock, readWallTime } from "../wall-clock.ts";
import { type CheckContext, type Clash, conflictId, detectConflicts, effectsOf, isInTheWay } from "./conflicts.ts";
import { eventsIn, firstOccurrence, isSeries, put, shiftSeries } from "./series.ts";
import { ALL_HOURS, freeTimes, occurrenceOf } from "./slots.ts";

/** Maximum numbers of resolutions to offer, and of other times among them. */
const MAX_RESOLUTIONS = 6;
const MAX_TIMES = 2;
/** Largest share of its dates that a series may skip. */
const MAX_SKIPPED = 0.25;

/** A resolution to try. Its score is that of resolving everything. */
type Idea = Omit<ProposedResolution, "done" | "resolutionId" | "sideEffects">;

interface Situation {
  readonly proposed: ProposedEvent;
  /** Clashes that block the proposal. */
  readonly clashes: readonly Clash[];
  readonly context: CheckContext;
  readonly wording: HouseholdWording;
}

/**
 * Proposes resolutions of the conflicts of a proposal, best first. Every idea is tried on a copy of the calendar; one that causes a new
 * blocking conflict is dropped. The last one accepts all conflicts.
 */
export function proposeResolutions(
  proposed: ProposedEvent,
  found: ConflictDetectionData,
  context: CheckContext,
): ProposedResolution[] {
  if (found.blockingConflicts.length === 0) return [];
  const wording = { ...context.calendar.household, now: context.now };
  const { clashes } = effectsOf(proposed.changes, context);
  const blocking = clashes.filter((clash) => found.blockingConflicts.includes(conflictId(clash)));
  const situation = { proposed, clashes: blocking, context, wording };
  const finders = proposed.dates.length > 1 ? [keepDates] : [moveElsewhere];
  const resolutions = finders
    .flatMap((find) => find(situation))
    .flatMap((idea) => tryIdea(idea, found, situation) ?? [])
    .toSorted((one, other) => other.score - one.score);
  const accepted: ProposedResolution = {
    resolutionId: "override_constraint",
    strategy: "override_constraint",
    score: 0.1,
    description: `Keep ${proposed.title} as proposed and accept ${countOf(found.conflicts.length, "conflict")}.`,
    done: `${describeDone(proposed, wording)}.`,
    sideEffects: [],
    calendarChanges: proposed.changes,
  };
  return [...resolutions.slice(0, MAX_RESOLUTIONS - 1), accepted];
}

/** Tries an idea on a copy of the calendar; null if it causes a new blocking conflict, or resolves none. */
function tryIdea(
  idea: Idea,
  found: ConflictDetectionData,
  { proposed, context, wording }: Situation,
): ProposedResolution | null {
  const changes = idea.calendarChanges;
  const stored = eventsIn(changes);
  const event = stored.find(({ id }) => id === proposed.eventId) ?? stored[0] ?? proposed.event;
  const kept = new Set(stored.map(({ replaces }) => replaces?.originalStart));
  const dates = proposed.dates.filter((date, _, all) => all.length === 1 || kept.has(date));
  const written = { ...proposed, event, ...firstOccurrence(event, wording, wording.now), changes, dates };
  const after = detectConflicts(written, context);
  const known = new Set(found.conflicts.map(({ id }) => id));
  const left = new Set(after.conflicts.map(({ id }) => id));
  const resolved = found.blockingConflicts.filter((id) => !left.has(id)).length;
  if (resolved === 0 || after.blockingConflicts.some((id) => !known.has(id))) return null;
  return {
    ...idea,
    resolutionId: `${idea.strategy}: ${idea.description}`,
    score: idea.score * (resolved / found.blockingConflicts.length),
    done: `${describeDone(written, wording)}.`,
    sideEffects: after.conflicts.map(({ id, details }) => `${known.has(id) ? "Remains" : "New"}: ${details}`),
  };
}

/** The changes of a proposal, with another version of its event. */
const replaceEvent = ({ changes, event }: ProposedEvent, other: CalendarEvent): ProposedEvent["changes"] =>
  changes.map((change) => (change.kind === "put_event" && change.event.id === event.id ? put(other) : change));

/** An event at the free times nearest to one of its occurrences, on its day and the next, each with the time in words. */
function moved(event: CalendarEvent, occurrence: Occurrence, context: CheckContext, wording: HouseholdWording) {
  if (occurrence.allDay) return [];
  const clock = localClock(wording.timeZone);
  const at = Date.parse(occurrence.start);
  const day = clock.dayOf(at);
  const search = { days: [day, clock.addDays(day, 1)], hours: ALL_HOURS, near: clock.minutesOf(at) } as const;
  const [start, end] = [readWallTime(event.start), readWallTime(event.end)];
  const times = freeTimes(occurrence, search, context).slice(0, MAX_TIMES);
  return times.map((time) => {
    const to = Date.parse(time.start);
    const shift = instantToWall(to, event.timeZone) - instantToWall(at, event.timeZone);
    const other = shiftSeries(event, start + shift, end - start);
    return { other, time: formatSpan(time, wording), isSameDay: clock.dayOf(to) === day };
  });
}

/** The nearest other times of the proposal. A series keeps its days, and can skip a few of its dates, also at its own time. */
function moveElsewhere({ proposed, context, wording }: Situation): Idea[] {
  const { event, title } = proposed;
  const own = { other: event, time: "", isSameDay: true };
  const times = [own, ...moved(event, occurrenceOf(proposed), context, wording)];
  return times.flatMap(({ other, time, isSameDay }): Idea[] => {
    const after = effectsOf(replaceEvent(proposed, other), context);
    const left = after.clashes.filter(isInTheWay);
    const skipped = new Set(left.map((clash) => clash.own.originalStart));
    if (skipped.size > after.own.length * MAX_SKIPPED || (isSeries(event) && !isSameDay)) return [];
    const excludedStarts = [...other.excludedStarts, ...skipped].toSorted();
    const calendarChanges = replaceEvent(proposed, { ...other, excludedStarts });
    const days = daysOf(left, wording);
    if (time === "")
      return [{ strategy: "skip_dates", description: `Skip ${title} on ${days}.`, calendarChanges, score: 0.7 }];
    const skip = days === "" ? "" : `, and skip ${days}`;
    const to = isSeries(event) ? `every ${title} to another time, starting ${time}${skip}` : `${title} to ${time}`;
    const description = `Move ${to}.`;
    return [{ strategy: "move_event", description, calendarChanges, score: isSameDay ? 0.85 : 0.65 }];
  });
}

const daysOf = (clashes: readonly Clash[], wording: HouseholdWording): string => {
  const days = [...new Set(clashes.map(({ own }) => formatDay(own.start, wording)))];
  return days.length > 4 ? `${days.length} dates` : listNames(days);
};

/** Leaves the dates that clash unchanged, if only a few of several do. */
function keepDates({ proposed: { title, changes, dates }, clashes, wording }: Situation): Idea[] {
  const starts = new Set(clashes.map(({ own }) => own.originalStart));
  if (starts.size === 0 || starts.size > dates.length * MAX_SKIPPED) return [];
  const isKept = ({ replaces }: CalendarEvent): boolean => starts.has(replaces?.originalStart ?? "");
  const calendarChanges = changes.filter((change) => change.kind !== "put_event" || !isKept(change.event));
  const description = `Change ${title} on the other dates, and keep it unchanged on ${daysOf(clashes, wording)}.`;
  return [{ strategy: "skip_dates", description, calendarChanges, score: 0.7 }];
}
