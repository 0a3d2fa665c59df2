import type { ApprovalRequest } from "tidemark";
import { getAgentData } from "tidemark/conversation";
import { z } from "zod";
import type { Calendar } from "../domain/calendar.ts";
import type { ConflictDetectionData } from "../domain/conflict.ts";
import { describeChange, describeProposal, type ProposalWording } from "../domain/describe.ts";
import { formatSpan } from "../domain/format.ts";
import type { Household } from "../domain/household.ts";
import { Instant } from "../domain/interval.ts";
import { type ProposedEvent, type ProposedResolution, SchedulingData, type TimeSlot } from "../domain/outputs.ts";
import { detectConflicts, isBlocking } from "../domain/planning/conflicts.ts";
import { firstOccurrence } from "../domain/planning/series.ts";
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
  /** Starts of proposals that were corrected before. */
  readonly declined?: readonly string[];
  readonly problem: string | null;
}

const MAX_OTHER_TIMES = 2;

/** Labels of the choices "yes" and "no". They name the act, so that a button says what it does. */
const LABELS = {
  create: { yes: "Add it", no: "Do not add it" },
  modify: { yes: "Change it", no: "Leave it as it is" },
  cancel: { yes: "Cancel it", no: "Keep it" },
};

/**
 * Builds the question: the proposed change, its conflicts, and the numbered choices, ending with "no".
 *
 * With blocking conflicts the choices are resolutions, and a person must decide. A proposal with a guess about its day or its time is
 * not recommended either, so that `--yes` never writes a guess.
 */
export function offerOf(about: Approvable, wording: ProposalWording): Offer {
  const { proposed, assumed, conflicts, problem, declined = [] } = about;
  const isOpen = (start: string | undefined): boolean =>
    start === proposed.startTime || !declined.includes(start ?? "");
  const resolutions = about.resolutions.filter((each) => isOpen(startAfter(each, proposed, wording)));
  const blocked = conflicts.blockingConflicts.length > 0;
  const { yes, no } = LABELS[proposed.action];
  const known = new Set(conflicts.conflicts.map(({ details }) => details));
  const choices: Choice[] = [
    ...(blocked
      ? resolutions.map(({ resolutionId, description, sideEffects }): Choice => ({
          label: description,
          notes: sideEffects.filter((effect) => !known.has(effect)),
          decision: { kind: "resolve", resolutionId },
        }))
      : [{ label: yes, notes: [], decision: { kind: "approve" as const } }, ...otherTimes(about, isOpen, wording)]),
    { label: no, notes: [], decision: { kind: "reject" } },
  ];
  const question = blocked
    ? proposed.action === "create"
      ? `${describeProposal(proposed, wording)}, conflicts with the calendar. What would you like to do?`
      : `${askFor(proposed, wording)}? This conflicts with the calendar. What would you like to do?`
    : `${askFor(proposed, wording)}?`;
  return {
    question: question + assumedText(assumed),
    assumed: [...assumed],
    conflicts: [...known],
    choices,
    recommended: blocked || problem !== null || assumed.some((note) => !isUsual(note)) ? null : 1,
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

/** Start of the proposed event after a resolution. */
const startAfter = (
  { calendarChanges }: ProposedResolution,
  { event: { id } }: ProposedEvent,
  { household, now }: ProposalWording,
): string | undefined =>
  calendarChanges.flatMap((change) =>
    change.kind === "put_event" && change.event.id === id ? [firstOccurrence(change.event, household, now).start] : [],
  )[0];

const otherTimes = (
  { proposed, otherSlots }: Approvable,
  isOpen: (start: string) => boolean,
  wording: ProposalWording,
): Choice[] =>
  otherSlots
    .filter(({ startTime }) => proposed.action !== "cancel" && startTime !== proposed.startTime && isOpen(startTime))
    .slice(0, MAX_OTHER_TIMES)
    .map(({ startTime, endTime }) => ({
      label: `Use ${formatSpan({ start: startTime, end: endTime }, wording)} instead`,
      notes: [],
      decision: { kind: "retime", startTime, endTime },
    }));

const VERBS = { create: "Add", modify: "Change", cancel: "Cancel" };

const askFor = (proposed: ProposedEvent, wording: ProposalWording): string =>
  `${VERBS[proposed.action]} ${proposed.action === "modify" && proposed.before !== null ? describeChange(proposed, proposed.before, wording) : describeProposal(proposed, wording)}`;

/** Fields of the state with which an offer is built. */
type OfferValues = Pick<
  SchedulerValue,
  | "capability_context_data"
  | "scheduler_declined_times"
  | "scheduler_note"
  | "scheduler_parsed_event"
  | "scheduler_proposed_event"
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
  return offerOf(
    {
      ...found,
      proposed,
      assumed: assumptionsOf(request),
      otherSlots,
      problem,
      declined: values.scheduler_declined_times,
    },
    { timeZone: household.timeZone, now, household },
  );
}

/** Builds the offer to undo the last confirmed change; a sentence if there is nothing to undo. */
export function undoOffer(calendar: Calendar, now: string): Offer | string {
  const last = calendar.lastChange();
  if (last === null) return "Nothing to undo.";
  const { undo, text, number, blocked } = last;
  const since = "cannot be undone, because its events were changed again since";
  if (undo === null) return `The last change ${since}: ${text}`;
  const [event] = undo.flatMap((change) => (change.kind === "put_event" ? [change.event] : []));
  const found =
    event === undefined
      ? []
      : detectConflicts({ action: "modify", changes: [...undo], event }, { calendar, now }).conflicts.filter(
          isBlocking,
        );
  return {
    question: `Undo ${blocked === null ? "the last change" : "the change before"} (${text.replace(/\.$/u, "")})?`,
    assumed: [],
    conflicts: found.map(({ details }) => details),
    choices: [
      { label: "Undo it", notes: [], decision: { kind: "approve" } },
      { label: "Leave it as it is", notes: [], decision: { kind: "reject" } },
    ],
    recommended: found.length === 0 && blocked === null ? 1 : null,
    problem: blocked === null ? null : `A later change ${since}: ${blocked}`,
    chosen: { kind: "approve" },
    undoes: number,
  };
}

/** Offer that a request contains; null for other requests. */
export const offerIn = (request: ApprovalRequest | undefined): Offer | null =>
  Offer.safeParse(request?.payload).data ?? null;

/** Question asked by `approvalNode`. */
const ApprovalQuestion = z.looseObject({
  note: z.string().nullable(),
  requests: z.array(z.looseObject({ payload: Offer })).min(1),
});

/** Extracts the offer from a question of the graph; null for other questions. */
export function offerFrom(value: unknown): Offer | null {
  const { data } = ApprovalQuestion.safeParse(value);
  const [request] = data?.requests ?? [];
  return request === undefined ? null : { ...request.payload, problem: data?.note ?? request.payload.problem };
}
