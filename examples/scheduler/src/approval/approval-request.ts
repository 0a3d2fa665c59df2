import { z } from "zod";
import type { ConflictDetectionData } from "../domain/conflict.ts";
import { formatDays, formatSpan, listNames, type Wording } from "../domain/format.ts";
import type { Household } from "../domain/household.ts";
import type { Interval } from "../domain/interval.ts";
import { repetitionText } from "../domain/language/repetition-text.ts";
import type { ProposedEvent } from "../domain/proposed-event.ts";
import type { ResolutionData } from "../domain/resolution.ts";
import type { TimeSlot } from "../domain/scheduling-data.ts";
import { Choice } from "./decision.ts";

/** What the graph asks before anything is written: the payload of its interrupt, plain JSON, for any client. */
export const ApprovalRequest = z.strictObject({
  kind: z.literal("approval"),
  question: z.string(),
  /** What speaks against it, one sentence each. */
  conflicts: z.array(z.string()),
  choices: z.array(Choice),
  /** Why the last answer was not taken; null the first time. */
  problem: z.string().nullable(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** What an approval is about. */
export interface Approvable {
  readonly proposed: ProposedEvent;
  readonly conflicts: ConflictDetectionData | null;
  readonly resolutions: ResolutionData | null;
  readonly otherSlots: readonly TimeSlot[];
}

/** How many ways out are shown at most; more would be a list, not a choice. */
const MOST_RESOLUTIONS = 6;
const MOST_OTHER_TIMES = 2;

/**
 * Puts the question: what would happen, what speaks against it, and the numbered choices, the last of them always "no".
 *
 * With conflicts that block, only a resolution can be chosen; without, the proposal itself or another time.
 */
export function approvalRequest(about: Approvable, wording: ProposalWording): ApprovalRequest {
  const { proposed, conflicts } = about;
  const blocked = (conflicts?.blockingConflicts.length ?? 0) > 0;
  const leave: Choice = { label: "No, leave the calendar as it is", notes: [], decision: { kind: "reject" } };
  return {
    kind: "approval",
    question: blocked
      ? `${describeProposal(proposed, wording)} conflicts with the calendar. What shall I do?`
      : `${askFor(proposed, wording)}?`,
    conflicts: conflicts?.conflicts.map((conflict) => conflict.details) ?? [],
    choices: [...(blocked ? resolutionChoices(about) : timeChoices(about, wording)), leave],
    problem: null,
  };
}

function resolutionChoices({ conflicts, resolutions }: Approvable): Choice[] {
  // A way out that changes nothing is the "no" at the end of the list.
  const effective = (resolutions?.proposedResolutions ?? []).filter((each) => each.calendarChanges.length > 0);
  const known = new Set(conflicts?.conflicts.map((conflict) => conflict.details));
  return effective.slice(0, MOST_RESOLUTIONS).map((resolution) => ({
    label: resolution.description,
    notes: resolution.sideEffects.filter((effect) => !known.has(effect)),
    decision: { kind: "resolve", resolutionId: resolution.resolutionId },
  }));
}

function timeChoices({ proposed, otherSlots }: Approvable, wording: ProposalWording): Choice[] {
  const others = proposed.action === "cancel" ? [] : otherSlots.filter((slot) => slot.startTime !== proposed.startTime);
  return [
    {
      label: `Yes, ${askFor(proposed, wording).toLowerCase().slice(0, 1)}${askFor(proposed, wording).slice(1)}`,
      notes: [],
      decision: { kind: "approve" },
    },
    ...others.slice(0, MOST_OTHER_TIMES).map((slot): Choice => ({
      notes: [],
      label: `Rather ${formatSpan({ start: slot.startTime, end: slot.endTime }, wording)}`,
      decision: { kind: "retime", startTime: slot.startTime, endTime: slot.endTime },
    })),
  ];
}

const VERBS = { create: "Add", modify: "Change", cancel: "Cancel" } as const;

const askFor = (proposed: ProposedEvent, wording: ProposalWording): string =>
  `${VERBS[proposed.action]} ${describeProposal(proposed, wording)}`;

/** How sentences speak of a proposal: in which zone, and by what names people and things are known. */
export interface ProposalWording extends Wording {
  readonly household: Household;
}

/** `"Soccer practice" on Tue 24 Nov 16:00–17:00, every Tuesday, for Emma, with Van`: one line of what, when and who. */
export function describeProposal(proposed: ProposedEvent, wording: ProposalWording): string {
  const span: Interval = { start: proposed.startTime, end: proposed.endTime };
  const { household, timeZone } = wording;
  const { recurrenceRule, allDay } = proposed.event;
  const people = proposed.participants.map((id) => household.members.find((each) => each.id === id)?.name ?? id);
  const things = proposed.resources.map((id) => household.resources.find((each) => each.id === id)?.name ?? id);
  return [
    `"${proposed.title}" on ${allDay ? formatDays(span, wording) : formatSpan(span, wording)}`,
    ...(recurrenceRule === null ? [] : [repetitionText(recurrenceRule, timeZone)]),
    ...(people.length === 0 ? [] : [`for ${listNames(people)}`]),
    ...(things.length === 0 ? [] : [`with ${listNames(things)}`]),
  ].join(", ");
}
