import type { ApprovalRequest } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { z } from "zod";
import type { ConflictDetectionData } from "../domain/conflict.ts";
import { describeChange, describeProposal, type ProposalWording } from "../domain/describe.ts";
import { formatSpan } from "../domain/format.ts";
import type { Household } from "../domain/household.ts";
import { Instant } from "../domain/interval.ts";
import { type ProposedEvent, type ProposedResolution, SchedulingData, type TimeSlot } from "../domain/outputs.ts";
import { assumptionsOf, isUsual } from "../domain/reading/question.ts";
import type { SchedulerValue } from "../state.ts";

/** A person's decision about a proposal: a choice, or words that change it. */
export const Decision = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("approve") }),
  z.strictObject({ kind: z.literal("reject") }),
  z.strictObject({ kind: z.literal("resolve"), resolutionId: z.string() }),
  z.strictObject({ kind: z.literal("retime"), startTime: Instant, endTime: Instant }),
  z.strictObject({ kind: z.literal("change"), text: z.string().min(1).max(500) }),
]);
export type Decision = z.infer<typeof Decision>;

/** A numbered choice, with notes about its consequences. */
const Choice = z.strictObject({ label: z.string(), notes: z.array(z.string()), decision: Decision });
export type Choice = z.infer<typeof Choice>;

/** Question asked before anything is written. It is the payload of the approval, in plain JSON for any client. */
export const Offer = z.strictObject({
  /** The proposed change, with everything that was assumed. */
  question: z.string(),
  assumed: z.array(z.string()),
  /** Conflicts, one sentence each. */
  conflicts: z.array(z.string()),
  choices: z.array(Choice),
  /** Number of the recommended choice, starting at 1; null when a person must decide. */
  recommended: z.int().min(1).nullable(),
  /** Reason for asking again, or what was not understood; null the first time. */
  problem: z.string().nullable(),
  /** Choice that an approval selects; null when several choices approve and none was selected yet. */
  chosen: Decision.nullable(),
  /** Number of the change to undo, when the offer is an undo. */
  undoes: z.int().exactOptional(),
  /** Answer to a question that was asked in between. It is a message of the conversation too. */
  aside: z.string().exactOptional(),
});
export type Offer = z.infer<typeof Offer>;

/** What an offer is about. */
export interface Approvable {
  readonly proposed: ProposedEvent;
  readonly assumed: readonly string[];
  readonly conflicts: ConflictDetectionData;
  readonly resolutions: readonly ProposedResolution[];
  readonly otherSlots: readonly TimeSlot[];
  readonly problem: string | null;
}

const MAX_OTHER_TIMES = 2;

/** Verbs of the question, and labels of its choices. They name the act, so that a button says what it does. */
const WORDS = {
  create: { verb: "Add", yes: "Add it", no: "Do not add it" },
  modify: { verb: "Change", yes: "Change it", no: "Leave it as it is" },
  cancel: { verb: "Cancel", yes: "Cancel it", no: "Keep it" },
};

/**
 * Builds the question: the proposed change, its conflicts, and the numbered choices, ending with "no".
 *
 * With blocking conflicts the choices are resolutions, best first, and a person must decide. A proposal with a guess about its day or its
 * time is not recommended either, so that `--yes` never writes a guess.
 */
export function offerOf(about: Approvable, wording: ProposalWording): Offer {
  const { proposed, assumed, problem, resolutions } = about;
  const { action, before } = proposed;
  const { verb, yes, no } = WORDS[action];
  const isBlocked = about.conflicts.blockingConflicts.length > 0;
  const conflicts = [...new Set(about.conflicts.conflicts.map(({ details }) => details))];
  const solutions = resolutions.map(({ resolutionId, description, sideEffects }): Choice => ({
    label: description,
    notes: sideEffects,
    decision: { kind: "resolve", resolutionId },
  }));
  const plain: Choice[] = [{ label: yes, notes: [], decision: { kind: "approve" } }, ...otherTimes(about, wording)];
  const choices: Choice[] = [
    ...(isBlocked ? solutions : plain),
    { label: no, notes: [], decision: { kind: "reject" } },
  ];
  const what =
    before === null || action === "cancel"
      ? describeProposal(proposed, wording)
      : describeChange(proposed, before, wording);
  const hint = isBlocked ? " This conflicts with the calendar. What would you like to do?" : "";
  return {
    question: `${verb} ${what}?${hint}${assumedText(assumed)}`,
    assumed: [...assumed],
    conflicts,
    choices,
    recommended: isBlocked || problem !== null || !assumed.every(isUsual) ? null : 1,
    problem,
    chosen: onlyChoice(choices),
  };
}

/** Decision that an approval selects: that of the only approving choice; null if there are several. */
export function onlyChoice(choices: readonly Choice[]): Decision | null {
  const [approving, ...further] = choices.filter(isApproving);
  return further.length === 0 ? (approving?.decision ?? null) : null;
}

/** True for choices that a yes can select; a different time must be selected by its number. */
export const isApproving = ({ decision: { kind } }: Choice): boolean => kind === "approve" || kind === "resolve";

/** What the question says last. */
export const assumedText = (assumed: readonly string[]): string =>
  assumed.length === 0 ? "" : ` I assumed: ${assumed.join("; ")}.`;

const otherTimes = ({ proposed, otherSlots }: Approvable, wording: ProposalWording): Choice[] =>
  otherSlots
    .filter(({ startTime }) => startTime !== proposed.startTime)
    .slice(0, MAX_OTHER_TIMES)
    .map(({ startTime, endTime }) => ({
      label: `Use ${formatSpan({ start: startTime, end: endTime }, wording)} instead`,
      notes: [],
      decision: { kind: "retime", startTime, endTime },
    }));

/** Fields of the state with which an offer is built. */
type OfferValues = Pick<
  SchedulerValue,
  "capability_context_data" | "scheduler_note" | "scheduler_parsed_event" | "scheduler_proposed_event"
>;

/** Builds the offer of the proposal in the state. */
export function offerFor(
  values: OfferValues,
  found: Pick<Approvable, "conflicts" | "resolutions">,
  { household, now }: { readonly household: Household; readonly now: string },
): Offer {
  const { scheduler_proposed_event: proposed, scheduler_parsed_event: request, scheduler_note: problem } = values;
  if (proposed === null || request === null) throw new TypeError("An offer needs a request and its proposal.");
  const otherSlots = getAgentData(values, "scheduling", SchedulingData)?.candidateTimes ?? [];
  const wording = { timeZone: household.timeZone, now, household };
  return offerOf({ ...found, proposed, assumed: assumptionsOf(request), otherSlots, problem }, wording);
}

/** Offer that a request contains; null for other requests. */
export const offerIn = (request: ApprovalRequest | undefined): Offer | null =>
  Offer.safeParse(request?.payload).data ?? null;
