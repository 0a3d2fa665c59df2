import type { CalendarChange, CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { startsAt } from "../recurrence.ts";
import { calendarFor } from "../scheduling/draft.ts";
import type { Conflict, ConflictDetectionData } from "../conflict.ts";
import { constraintOf } from "../conflicts/constraints.ts";
import { clashesOfEvent, isBlocking } from "../conflicts/detect.ts";
import { horizonOf } from "../conflicts/horizon.ts";
import { compareText, type Span, timetableOf } from "../free-busy.ts";
import { localClock } from "../free-busy-clock.ts";
import type { ProposedEvent } from "../proposed-event.ts";
import type { ProposedResolution, ResolutionData } from "../resolution.ts";
import { alternativeResource } from "./alternative-resource.ts";
import { cancelEvent, leaveAsIs } from "./cancel.ts";
import { put } from "./edit-occurrence.ts";
import { MAX_MOVE_DAYS } from "./free-time.ts";
import { moveEvent } from "./move.ts";
import { overrideConstraint } from "./override.ts";
import { changeWhereFree } from "./several.ts";
import { shortenEvent } from "./shorten.ts";
import { type Idea, mayStay, type Situation, type Strategy } from "./situation.ts";
import { splitEvent } from "./split.ts";
import { tryIdea, type Trial } from "./try-idea.ts";

const DAY = 86_400_000;

/** Maximum number of resolutions to offer; the best one of each strategy is always included. */
export const MAX_RESOLUTIONS = 8;

const STRATEGIES: readonly Strategy[] = [
  moveEvent,
  shortenEvent,
  splitEvent,
  cancelEvent,
  overrideConstraint,
  alternativeResource,
];

/** Strategies for several occurrences that change alike: moving or shortening one of them would not help the others. */
const FOR_SEVERAL: readonly Strategy[] = [changeWhereFree, leaveAsIs, overrideConstraint];

/** Calendar to search for resolutions. */
interface ResolutionContext {
  readonly calendar: CalendarView;
  readonly now: string;
}

/**
 * Proposes resolutions of the conflicts of a proposal, best first.
 *
 * Every idea of every strategy is tried on a copy of the calendar: `conflictsResolved` lists the conflicts that are then gone (or
 * accepted, for `override_constraint`). An idea that causes a new blocking conflict is dropped; new conflicts that do not block are
 * listed in `sideEffects`. The recommended resolution removes all blocking conflicts; if none does, nothing is recommended.
 *
 * | Idea | Worth |
 * | --- | --- |
 * | another resource of its kind | 0.9 |
 * | accept the conflicts, if none of them blocks | 0.85 |
 * | move the proposal, or its conflicting dates | 0.8 or 0.75, minus 0.1 per step of its priority above medium, minus a penalty for days and hours |
 * | move conflicting events | 0.7, minus 0.1 per step of their priority, minus a penalty for days and hours |
 * | shorten the proposal, or conflicting events | 0.65, or 0.6 minus 0.1 per step of their priority |
 * | split the proposal, skip dates | 0.5 |
 * | do without the resource | 0.4 |
 * | cancel conflicting events | 0.35, minus 0.1 per step of their priority |
 * | give up the proposal | 0.2 |
 * | accept blocking conflicts | 0.1 |
 *
 * The score is the worth times the share of the conflicts that it removes (one that does not block counts half), minus 0.05 for each
 * new conflict.
 */
export function proposeResolutions(
  proposed: ProposedEvent,
  { conflicts }: ConflictDetectionData,
  context: ResolutionContext,
): ResolutionData {
  if (conflicts.length === 0 || proposed.action === "cancel")
    return { proposedResolutions: [], recommendedResolution: null };
  if (proposed.splits !== undefined) return forSplit(proposed, conflicts, context);
  const impossible = conflicts.some((conflict) => IMPOSSIBLE.has(constraintOf(conflict)));
  const situation = (impossible ? unexpanded : expanded)(proposed, conflicts, context);
  const strategies = proposed.alsoChanged === undefined ? STRATEGIES : FOR_SEVERAL;
  const trials = (impossible ? [cancelEvent] : strategies)
    .flatMap((strategy) => strategy(situation).map((idea) => toResolution(idea, tryIdea(idea, situation), situation)))
    .filter((resolution) => resolution !== null)
    .toSorted(bestFirst);
  const offered = choose(trials);
  const blocking = conflicts.filter(isBlocking).map(({ id }) => id);
  const clearing = offered.find(({ conflictsResolved }) => blocking.every((id) => conflictsResolved.includes(id)));
  return { proposedResolutions: offered, recommendedResolution: clearing?.resolutionId ?? null };
}

/** Resolutions of a proposal that splits a series: every resolution also splits it and keeps the changed occurrences that still fit. */
function forSplit(
  proposed: ProposedEvent,
  conflicts: ConflictDetectionData["conflicts"],
  context: ResolutionContext,
): ResolutionData {
  const { splits, ...rest } = proposed;
  const calendar = calendarFor(proposed, context.calendar);
  const blockingConflicts = conflicts.filter(isBlocking).map(({ id }) => id);
  const found = proposeResolutions(
    rest,
    { conflicts, hasConflicts: true, blockingConflicts },
    { ...context, calendar },
  );
  const withCut = (changes: readonly CalendarChange[]): CalendarChange[] => {
    const own = changes.flatMap((change) =>
      change.kind === "put_event" && change.event.id === proposed.eventId ? [change.event] : [],
    );
    const [series = null] = own;
    const fits = ({ id, replaces }: CalendarEvent): boolean =>
      id === splits?.seriesId || (series !== null && replaces !== null && startsAt(series, replaces.originalStart));
    const also = (splits?.alsoPut ?? []).filter(fits).map(put);
    return changes.length === 0 ? [] : [...also, ...changes];
  };
  const proposedResolutions = found.proposedResolutions.map((resolution) => ({
    ...resolution,
    calendarChanges: withCut(resolution.calendarChanges),
  }));
  return { ...found, proposedResolutions };
}

const bestFirst = (one: ProposedResolution, other: ProposedResolution): number =>
  other.score - one.score || compareText(one.resolutionId, other.resolutionId);

/** Selects the best resolution of each strategy, then the best of the rest. */
function choose(sorted: readonly ProposedResolution[]): ProposedResolution[] {
  const strategies = new Set<string>();
  const leaders = sorted.filter(({ strategy }) => !strategies.has(strategy) && strategies.add(strategy).size > 0);
  const rest = sorted.filter((resolution) => !leaders.includes(resolution));
  return [...leaders, ...rest.slice(0, MAX_RESOLUTIONS - leaders.length)].toSorted(bestFirst);
}

/** Constraints that prevent expanding the event. */
const IMPOSSIBLE: ReadonlySet<string | null> = new Set(["impossible_event", "impossible_length"]);

/** Reads the calendar once, in a range wide enough for every strategy, and compares the proposal with it. */
function expanded(proposed: ProposedEvent, conflicts: readonly Conflict[], context: ResolutionContext): Situation {
  const { event } = proposed;
  const { household } = context.calendar;
  const horizon = spanning(
    [event, ...(proposed.alsoChanged ?? [])].map((changed) => horizonOf(changed, { household, now: context.now })),
  );
  const base = situationIn(proposed, conflicts, { ...context, horizon });
  const { occurrences, clashes } = clashesOfEvent(event, { ...context, timetable: base.without });
  const named = new Set(conflicts.filter(({ asBefore }) => asBefore !== true).map(({ id }) => id));
  return {
    ...base,
    occurrences,
    clashes: clashes.filter((clash) => named.has(clash.id) && !mayStay(event, clash)),
    planned: base.without.withChanges([put(event)]),
  };
}

const spanning = (spans: readonly Span[]): Span => ({
  start: Math.min(...spans.map(({ start }) => start)),
  end: Math.max(...spans.map(({ end }) => end)),
});

function unexpanded(proposed: ProposedEvent, conflicts: readonly Conflict[], context: ResolutionContext): Situation {
  const now = Date.parse(context.now);
  return situationIn(proposed, conflicts, { ...context, horizon: { start: now, end: now } });
}

function situationIn(
  proposed: ProposedEvent,
  conflicts: readonly Conflict[],
  { calendar, now, horizon }: ResolutionContext & { readonly horizon: Span },
): Situation {
  const { event } = proposed;
  const { household } = calendar;
  const margin = (MAX_MOVE_DAYS + 2) * DAY;
  const without = timetableOf(calendar, {
    start: horizon.start - margin,
    end: Math.max(horizon.end, Date.parse(now)) + margin,
  });
  const clock = localClock(household.timeZone);
  const wording = { timeZone: household.timeZone, now };
  return {
    proposed,
    event,
    conflicts,
    occurrences: [],
    clashes: [],
    without,
    planned: without,
    household,
    clock,
    wording,
    now,
  };
}

const weightOf = (conflicts: readonly Conflict[]): number =>
  conflicts.reduce((sum, conflict) => sum + (isBlocking(conflict) ? 1 : 0.5), 0);

function toResolution(idea: Idea, trial: Trial, { conflicts }: Situation): ProposedResolution | null {
  if (trial.resolved.length === 0 || trial.newBlocking.length > 0) return null;
  const open = conflicts.filter((conflict) => !trial.resolved.includes(conflict));
  const score = (idea.worth * weightOf(trial.resolved)) / weightOf(conflicts) - 0.05 * trial.newOthers.length;
  return {
    resolutionId: `${idea.strategy}:${idea.variant}`,
    strategy: idea.strategy,
    score: Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000,
    description: idea.description,
    changes: [...idea.changes],
    conflictsResolved: trial.resolved.map(({ id }) => id),
    sideEffects: [
      ...idea.losses,
      ...trial.newOthers.map(({ details }) => `New: ${details}`),
      ...open.map(({ details }) => `Remains: ${details}`),
    ],
    calendarChanges: [...idea.calendarChanges],
  };
}
