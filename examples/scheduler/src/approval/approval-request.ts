import { z } from "zod";
import type { ConflictDetectionData } from "../domain/conflict.ts";
import { formatDays, formatSpan, type Wording } from "../domain/format.ts";
import type { Interval } from "../domain/interval.ts";
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
export function approvalRequest(about: Approvable, wording: Wording): ApprovalRequest {
  const { proposed, conflicts } = about;
  const blocked = (conflicts?.blockingConflicts.length ?? 0) > 0;
  const leave: Choice = { label: "No, leave the calendar as it is", decision: { kind: "reject" } };
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

function resolutionChoices({ resolutions }: Approvable): Choice[] {
  return (resolutions?.proposedResolutions ?? []).slice(0, MOST_RESOLUTIONS).map((resolution) => ({
    label: [resolution.description, ...resolution.sideEffects].join(" "),
    decision: { kind: "resolve", resolutionId: resolution.resolutionId },
  }));
}

function timeChoices({ proposed, otherSlots }: Approvable, wording: Wording): Choice[] {
  const others = proposed.action === "cancel" ? [] : otherSlots.filter((slot) => slot.startTime !== proposed.startTime);
  return [
    {
      label: `Yes, ${askFor(proposed, wording).toLowerCase().slice(0, 1)}${askFor(proposed, wording).slice(1)}`,
      decision: { kind: "approve" },
    },
    ...others.slice(0, MOST_OTHER_TIMES).map((slot): Choice => ({
      label: `Rather ${formatSpan({ start: slot.startTime, end: slot.endTime }, wording)}`,
      decision: { kind: "retime", startTime: slot.startTime, endTime: slot.endTime },
    })),
  ];
}

const VERBS = { create: "Add", modify: "Change", cancel: "Cancel" } as const;

const askFor = (proposed: ProposedEvent, wording: Wording): string =>
  `${VERBS[proposed.action]} ${describeProposal(proposed, wording)}`;

/** "Soccer practice", Tue 24 Nov 16:00–17:00, repeating: one line that says what and when. */
export function describeProposal(proposed: ProposedEvent, wording: Wording): string {
  const span: Interval = { start: proposed.startTime, end: proposed.endTime };
  const when = proposed.event.allDay ? formatDays(span, wording) : formatSpan(span, wording);
  const repeating = proposed.event.recurrenceRule === null ? "" : ", repeating";
  return `"${proposed.title}" on ${when}${repeating}`;
}
