import { z } from "zod";
import type { CalendarEvent } from "../domain/calendar-event.ts";
import type { ConflictDetectionData } from "../domain/conflict.ts";
import { formatSpan } from "../domain/format.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import type { ProposedResolution, ResolutionData } from "../domain/resolution.ts";
import { firstOccurrence } from "../domain/scheduling/draft.ts";
import type { TimeSlot } from "../domain/scheduling-data.ts";
import { Choice, Decision, isApproving } from "./decision.ts";
import { describeChange, describeProposal, type ProposalWording } from "./describe-proposal.ts";

/** Question asked before anything is written. It is the payload of the approval, in plain JSON for any client. */
export const Offer = z.strictObject({
  question: z.string(),
  /** Conflicts, one sentence each. */
  conflicts: z.array(z.string()),
  choices: z.array(Choice),
  /** Number of the recommended choice, starting at 1; null when a person must decide. */
  recommended: z.int().min(1).nullable(),
  /** Reason for asking again; null the first time. */
  problem: z.string().nullable(),
  /** Choice that an approval selects; null when several choices approve and none was selected yet. */
  chosen: Decision.nullable(),
  /** Number of the change to undo, when the offer is an undo. */
  undoes: z.int().exactOptional(),
});
export type Offer = z.infer<typeof Offer>;

/** Input of an offer. */
export interface Approvable {
  readonly proposed: ProposedEvent;
  /** Stored event, for a change. */
  readonly before: CalendarEvent | null;
  readonly conflicts: ConflictDetectionData | null;
  readonly resolutions: ResolutionData | null;
  readonly otherSlots: readonly TimeSlot[];
  /** Reason for asking again; null the first time. */
  readonly problem: string | null;
}

const MAX_OTHER_TIMES = 2;

/**
 * Builds the question: the proposed change, its conflicts, and the numbered choices, ending with "no".
 *
 * With blocking conflicts the choices are resolutions; otherwise they are the proposal itself and other times.
 */
export function offerOf(about: Approvable, wording: ProposalWording): Offer {
  const { conflicts, problem } = about;
  const blocked = (conflicts?.blockingConflicts.length ?? 0) > 0;
  const resolutions = blocked ? offeredResolutions(about) : [];
  const [first] = resolutions;
  const safe = first !== undefined && first.resolutionId === about.resolutions?.recommendedResolution;
  const leave: Choice = { label: "No, leave the calendar as it is", notes: [], decision: { kind: "reject" } };
  const choices = [
    ...(blocked ? resolutions.map((resolution) => resolutionChoice(resolution, about)) : timeChoices(about, wording)),
    leave,
  ];
  const [approving, ...further] = choices.filter(isApproving);
  return {
    question: blocked
      ? `${describeProposal(about.proposed, wording)} conflicts with the calendar. What would you like to do?`
      : `${askFor(about, wording)}?`,
    conflicts: conflicts?.conflicts.map((conflict) => conflict.details) ?? [],
    choices,
    // Accepting a blocking conflict is never recommended.
    recommended: !blocked || (safe && first.strategy !== "override_constraint") ? 1 : null,
    problem,
    chosen: further.length === 0 ? (approving?.decision ?? null) : null,
  };
}

/** Resolutions that change the calendar, the recommended one first; changing nothing is the "no" at the end. */
function offeredResolutions({ resolutions }: Approvable): readonly ProposedResolution[] {
  const effective = (resolutions?.proposedResolutions ?? []).filter(
    ({ calendarChanges }) => calendarChanges.length > 0,
  );
  const isRecommended = (resolution: ProposedResolution): boolean =>
    resolution.resolutionId === resolutions?.recommendedResolution;
  return [...effective.filter(isRecommended), ...effective.filter((resolution) => !isRecommended(resolution))];
}

function resolutionChoice(resolution: ProposedResolution, { conflicts }: Approvable): Choice {
  const known = new Set(conflicts?.conflicts.map((conflict) => conflict.details));
  return {
    label: resolution.description,
    notes: resolution.sideEffects.filter((effect) => !known.has(effect)),
    decision: { kind: "resolve", resolutionId: resolution.resolutionId },
  };
}

function timeChoices(about: Approvable, wording: ProposalWording): Choice[] {
  const { proposed, before, otherSlots } = about;
  const present = before === null ? null : firstOccurrence(before, wording.household, wording.now).start;
  // Other times are offered only if the request was about the time.
  const isOpen = proposed.action === "create" || (proposed.action === "modify" && proposed.startTime !== present);
  const others = otherSlots.filter(
    (slot) => isOpen && slot.startTime !== proposed.startTime && slot.startTime !== present,
  );
  const asked = askFor(about, wording);
  return [
    { label: `Yes, ${asked.slice(0, 1).toLowerCase()}${asked.slice(1)}`, notes: [], decision: { kind: "approve" } },
    ...others.slice(0, MAX_OTHER_TIMES).map((slot): Choice => ({
      label: `Use ${formatSpan({ start: slot.startTime, end: slot.endTime }, wording)} instead`,
      notes: [],
      decision: { kind: "retime", startTime: slot.startTime, endTime: slot.endTime },
    })),
  ];
}

const VERBS = { create: "Add", modify: "Change", cancel: "Cancel" };

const askFor = ({ proposed, before }: Approvable, wording: ProposalWording): string =>
  before === null || proposed.action !== "modify"
    ? `${VERBS[proposed.action]} ${describeProposal(proposed, wording)}`
    : `${VERBS.modify} ${describeChange(proposed, before, wording)}`;
