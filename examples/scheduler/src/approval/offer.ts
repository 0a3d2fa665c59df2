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

/** What a person is asked before anything is written: the payload of the approval, plain JSON, for any client. */
export const Offer = z.strictObject({
  question: z.string(),
  /** What speaks against it, one sentence each. */
  conflicts: z.array(z.string()),
  choices: z.array(Choice),
  /** The number of the choice to take without further thought, from 1; null when somebody has to think. */
  recommended: z.int().min(1).nullable(),
  /** Why the question is put again; null the first time. */
  problem: z.string().nullable(),
  /** The choice that is approved; null where there is more than one to approve, and none was chosen yet. */
  chosen: Decision.nullable(),
  /** The number of the change that is taken back, when it is that. */
  undoes: z.int().exactOptional(),
});
export type Offer = z.infer<typeof Offer>;

/** What an offer is about. */
export interface Approvable {
  readonly proposed: ProposedEvent;
  /** For a change: what is in the calendar now. */
  readonly before: CalendarEvent | null;
  readonly conflicts: ConflictDetectionData | null;
  readonly resolutions: ResolutionData | null;
  readonly otherSlots: readonly TimeSlot[];
  /** Why it is asked again; null the first time. */
  readonly problem: string | null;
}

const MOST_OTHER_TIMES = 2;

/**
 * Puts the question: what would happen, what speaks against it, and the numbered choices, the last of them always "no".
 *
 * With conflicts that block, only a resolution can be chosen; without, the proposal itself or another time.
 */
export function offerOf(about: Approvable, wording: ProposalWording): Offer {
  const { conflicts, problem } = about;
  const blocked = (conflicts?.blockingConflicts.length ?? 0) > 0;
  const resolutions = blocked ? offeredResolutions(about) : [];
  const [first] = resolutions;
  const safe = first !== undefined && first.resolutionId === about.resolutions?.recommendedResolution;
  const leave: Choice = { label: "No, leave the calendar as it is", notes: [], decision: { kind: "reject" } };
  const choices = [
    ...(blocked ? resolutions.map((each) => resolutionChoice(each, about)) : timeChoices(about, wording)),
    leave,
  ];
  const [approving, ...further] = choices.filter(isApproving);
  return {
    question: blocked
      ? `${describeProposal(about.proposed, wording)} conflicts with the calendar. What shall I do?`
      : `${askFor(about, wording)}?`,
    conflicts: conflicts?.conflicts.map((conflict) => conflict.details) ?? [],
    choices,
    // To accept what blocks is nothing that may happen by itself.
    recommended: !blocked || (safe && first.strategy !== "override_constraint") ? 1 : null,
    problem,
    chosen: further.length === 0 ? (approving?.decision ?? null) : null,
  };
}

/** Everything that changes the calendar, the recommended way first; to change nothing is the "no" at the end. */
function offeredResolutions({ resolutions }: Approvable): readonly ProposedResolution[] {
  const effective = (resolutions?.proposedResolutions ?? []).filter((each) => each.calendarChanges.length > 0);
  const isRecommended = (each: ProposedResolution): boolean => each.resolutionId === resolutions?.recommendedResolution;
  return [...effective.filter(isRecommended), ...effective.filter((each) => !isRecommended(each))];
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
  // Where the time was no part of the request, other times are no answer to it.
  const isOpen = proposed.action === "create" || (proposed.action === "modify" && proposed.startTime !== present);
  const others = otherSlots.filter(
    (slot) => isOpen && slot.startTime !== proposed.startTime && slot.startTime !== present,
  );
  const asked = askFor(about, wording);
  return [
    { label: `Yes, ${asked.slice(0, 1).toLowerCase()}${asked.slice(1)}`, notes: [], decision: { kind: "approve" } },
    ...others.slice(0, MOST_OTHER_TIMES).map((slot): Choice => ({
      label: `Rather ${formatSpan({ start: slot.startTime, end: slot.endTime }, wording)}`,
      notes: [],
      decision: { kind: "retime", startTime: slot.startTime, endTime: slot.endTime },
    })),
  ];
}

const VERBS = { create: "Add", modify: "Change", cancel: "Cancel" } as const;

const askFor = ({ proposed, before }: Approvable, wording: ProposalWording): string =>
  before === null || proposed.action !== "modify"
    ? `${VERBS[proposed.action]} ${describeProposal(proposed, wording)}`
    : `${VERBS.modify} ${describeChange(proposed, before, wording)}`;
