import { describeDone } from "../describe.ts";
import { countOf } from "../format.ts";
import type { ConflictDetectionData, ProposedEvent, ProposedResolution } from "../outputs.ts";
import { type CheckContext, detectConflicts } from "./conflicts.ts";
import type { Idea } from "./idea.ts";
import { resolutionChanges } from "./resolution-changes.ts";
import { firstOccurrence } from "./series.ts";
import { otherIdeas } from "./yielding-events.ts";
import { ownIdeas } from "./yielding-proposal.ts";

/** Maximum number of resolutions of one strategy and one event. */
const MAX_ALIKE = 2;

const kindOf = ({ strategy, changes: [first] }: ProposedResolution): string => `${strategy} ${first?.eventId ?? ""}`;

/**
 * Proposes resolutions of the conflicts of a proposal, best first. Every idea is tried on a copy of the calendar; one that causes a new
 * blocking conflict is dropped. The last one accepts all conflicts, and is the only one for a change of several dates.
 *
 * Priority and flexibility decide who yields: the proposed event unless it is fixed, and another event only if it is flexible or of a lower
 * priority. The one with the lower priority yields first.
 */
export function proposeResolutions(
  proposed: ProposedEvent,
  found: ConflictDetectionData,
  context: CheckContext,
): ProposedResolution[] {
  if (found.blockingConflicts.length === 0) return [];
  const ideas =
    proposed.dates.length > 1 ? [] : [...ownIdeas(proposed, context), ...otherIdeas(proposed, found, context)];
  const accepted: ProposedResolution = {
    resolutionId: "override_constraint",
    strategy: "override_constraint",
    score: 0.1,
    description: `Keep ${proposed.title} as proposed and accept ${countOf(found.conflicts.length, "conflict")}.`,
    done: `${describeDone(proposed, { ...context.calendar.household, now: context.now })}.`,
    changes: [],
    conflictsResolved: [],
    sideEffects: [],
    calendarChanges: proposed.changes,
  };
  const tried = ideas.flatMap((idea) => tryIdea(idea, proposed, found, context) ?? []);
  const sorted = tried.toSorted((one, other) => other.score - one.score);
  const isKept = (one: ProposedResolution, index: number): boolean =>
    sorted.slice(0, index).filter((each) => kindOf(each) === kindOf(one)).length < MAX_ALIKE;
  return [...sorted.filter(isKept), accepted];
}

/** Tries an idea on a copy of the calendar; null if it causes a new blocking conflict, or resolves none. */
function tryIdea(
  { event, changes, action, ...idea }: Idea,
  proposed: ProposedEvent,
  found: ConflictDetectionData,
  context: CheckContext,
): ProposedResolution | null {
  const { household } = context.calendar;
  const written = { ...proposed, event, ...firstOccurrence(event, household, context.now), changes: [...changes] };
  const after = detectConflicts(written, context);
  const known = new Set(found.conflicts.map(({ id }) => id));
  const left = new Set(after.conflicts.map(({ id }) => id));
  const resolved = found.blockingConflicts.filter((id) => !left.has(id));
  if (resolved.length === 0 || after.blockingConflicts.some((id) => !known.has(id))) return null;
  const isOwn = event !== proposed.event;
  return {
    ...idea,
    resolutionId: `${idea.strategy}: ${idea.description}`,
    score: idea.score * (resolved.length / found.blockingConflicts.length),
    done: `${describeDone(written, { ...household, now: context.now })}.${isOwn ? "" : ` ${idea.description}`}`,
    changes: resolutionChanges(proposed, changes, { calendar: context.calendar, action }),
    conflictsResolved: resolved,
    sideEffects: after.conflicts.map(({ id, details }) => `${known.has(id) ? "Remains" : "New"}: ${details}`),
    calendarChanges: written.changes,
  };
}
