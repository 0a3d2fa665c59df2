import { isDeepStrictEqual } from "node:util";
import { type ApprovalRequest, type PayloadSchema, type ReadOwnAnswer } from "tidemark";
import { approvalText } from "tidemark/conversation";
import { z } from "zod";
import { describeChange, describeProposal, type ProposalWording } from "../domain/describe.ts";
import { formatSpan } from "../domain/format.ts";
import { isUsual } from "../domain/reading/question.ts";
import type { ConflictDetectionData } from "../domain/conflict.ts";
import { Instant } from "../domain/interval.ts";
import type { ProposedEvent, ProposedResolution, ResolutionData, TimeSlot } from "../domain/outputs.ts";

/** Approval type of calendar changes. */
export const CALENDAR = "calendar";

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
export const Choice = z.strictObject({ label: z.string(), notes: z.array(z.string()), decision: Decision });
export type Choice = z.infer<typeof Choice>;

/** An entry as it would be after the change, for a calendar page. */
export const ProposedEntry = z.strictObject({
  title: z.string(),
  start: Instant,
  end: Instant,
  allDay: z.boolean(),
  rule: z.string().exactOptional(),
  people: z.array(z.string()),
  resources: z.array(z.string()),
  /** Id of the stored event that the entry replaces; null for a new one. */
  replaces: z.string().nullable(),
});
export type ProposedEntry = z.infer<typeof ProposedEntry>;

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
  /** Entries that the approval would store; empty for a cancellation. */
  proposed: z.array(ProposedEntry),
  /** Number of the change to undo, when the offer is an undo. */
  undoes: z.int().exactOptional(),
});
export type Offer = z.infer<typeof Offer>;

/** Input of an offer. */
export interface Approvable {
  readonly proposed: ProposedEvent;
  readonly assumed: readonly string[];
  readonly conflicts: ConflictDetectionData | null;
  readonly resolutions: ResolutionData | null;
  readonly otherSlots: readonly TimeSlot[];
  readonly problem: string | null;
  readonly entries: readonly ProposedEntry[];
}

const MAX_OTHER_TIMES = 2;
const LEAVE: Choice = { label: "No, leave the calendar as it is", notes: [], decision: { kind: "reject" } };

/**
 * Builds the question: the proposed change, its conflicts, and the numbered choices, ending with "no".
 *
 * With blocking conflicts the choices are resolutions, and a person must decide. A proposal with a guess about its day or its time is
 * not recommended either, so that `--yes` never writes a guess.
 */
export function offerOf(about: Approvable, wording: ProposalWording): Offer {
  const { proposed, assumed, conflicts, resolutions, problem, entries } = about;
  const blocked = (conflicts?.blockingConflicts.length ?? 0) > 0;
  const choices = [
    ...(blocked
      ? (resolutions?.proposedResolutions ?? []).map((each) => resolutionChoice(each, conflicts))
      : timeChoices(about, wording)),
    LEAVE,
  ];
  const [approving, ...further] = choices.filter(isApproving);
  const notes = assumed.length === 0 ? "" : ` I assumed: ${assumed.join("; ")}.`;
  return {
    question: `${blocked ? `${describeProposal(proposed, wording)}, conflicts with the calendar. What would you like to do?` : `${askFor(proposed, wording)}?`}${notes}`,
    assumed: [...assumed],
    conflicts: conflicts?.conflicts.map(({ details }) => details) ?? [],
    choices,
    recommended: blocked || problem !== null || assumed.some((note) => !isUsual(note)) ? null : 1,
    problem,
    chosen: further.length === 0 ? (approving?.decision ?? null) : null,
    proposed: [...entries],
  };
}

function resolutionChoice(
  { resolutionId, description, sideEffects }: ProposedResolution,
  conflicts: ConflictDetectionData | null,
): Choice {
  const known = new Set(conflicts?.conflicts.map(({ details }) => details));
  return {
    label: description,
    notes: sideEffects.filter((effect) => !known.has(effect)),
    decision: { kind: "resolve", resolutionId },
  };
}

function timeChoices({ proposed, otherSlots }: Approvable, wording: ProposalWording): Choice[] {
  const asked = askFor(proposed, wording);
  const others =
    proposed.action === "cancel" ? [] : otherSlots.filter(({ startTime }) => startTime !== proposed.startTime);
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

const askFor = (proposed: ProposedEvent, wording: ProposalWording): string =>
  `${VERBS[proposed.action]} ${proposed.action === "modify" && proposed.before !== null ? describeChange(proposed, proposed.before, wording) : describeProposal(proposed, wording)}`;

const YES = /^(?:y|yes|yep|yeah|ok|okay|approve|approved|sure|proceed|confirm|go ahead|do it|sounds good)$/u;
const NO =
  /^(?:n|no|nope|nah|reject|stop|deny|cancel|don't|do not|never ?mind|leave it|forget it|forget that|leave it as it is|no,? thanks?)$/u;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!)]+$/u, "")
    .replace(/^(yes|no),? (?:please|thanks|thank you)$/u, "$1");

/** Number in an answer, starting at 1; null if it has no number. */
function numberOf(answer: string): number | null {
  const digits = /^(?:#|(?:number|option|choice|no\.?) )?(\d{1,2})$/u.exec(answer)?.[1];
  if (digits !== undefined) return Number(digits);
  const index = ORDINALS.indexOf(/^(?:the )?(\w+)(?: one| option| choice)?$/u.exec(answer)?.[1] ?? "");
  return index < 0 ? null : index + 1;
}

/** True for text that can only be an answer to numbered choices: a number, yes or no. */
export const isBareAnswer = (text: string): boolean =>
  numberOf(plain(text)) !== null || YES.test(plain(text)) || NO.test(plain(text));

/** True for choices that a yes can select; a different time must be selected by its number. */
const isApproving = ({ decision: { kind } }: Choice): boolean => kind === "approve" || kind === "resolve";

/**
 * Reads an answer to the numbered choices. A number ("2", "the second one") selects a choice; a yes counts only when exactly one choice
 * approves; a no always leaves the calendar unchanged. Any other text changes the proposal. Null asks again.
 */
export function readDecision(text: string, choices: readonly Choice[]): Decision | null {
  const answer = plain(text);
  const number = numberOf(answer);
  if (number !== null) return choices[number - 1]?.decision ?? null;
  if (NO.test(answer)) return { kind: "reject" };
  if (!YES.test(answer)) return Decision.safeParse({ kind: "change", text: text.trim() }).data ?? null;
  const approving = choices.filter(isApproving);
  return approving.length === 1 ? (approving[0]?.decision ?? null) : null;
}

/** Explains why an answer was not accepted, and which answers are. */
export function answerProblem(text: string, choices: readonly Choice[]): string {
  const several = choices.filter(isApproving).length;
  if (several > 1 && YES.test(plain(text)))
    return `"${text.trim()}" could mean any choice from 1 to ${several}. Answer with one number.`;
  return `That is not one of the choices. Answer with a number from 1 to ${choices.length}, or say what should be different.`;
}

/** Offer that a request contains; null for other requests. */
export const offerIn = (request: ApprovalRequest | undefined): Offer | null =>
  Offer.safeParse(request?.payload).data ?? null;

/** Reads text or a decision as an answer to the offer. Answers in the standard approval format are left to `approvalNode`. */
export const readAnswer: ReadOwnAnswer = (answer, [request]) => {
  const offer = offerIn(request);
  if (request === undefined || offer === null) return null;
  const decision =
    typeof answer === "string" ? readDecision(answer, offer.choices) : (Decision.safeParse(answer).data ?? null);
  if (decision === null) return typeof answer === "string" ? "unclear" : null;
  if (decision.kind === "reject") return { id: request.id, decision: "reject" };
  return isOffered(decision, offer)
    ? { id: request.id, decision: "edit", payload: { ...offer, chosen: decision } }
    : null;
};

/** Schema for edits of an offer: only the choice can change, to an offered one or to words that change the proposal. */
export const choiceOf = (request: ApprovalRequest): PayloadSchema =>
  Offer.refine((edited) => {
    const offer = offerIn(request);
    return (
      offer !== null && isOffered(edited.chosen, offer) && isDeepStrictEqual({ ...edited, chosen: offer.chosen }, offer)
    );
  }, "the choice is not one of those offered");

const isOffered = (decision: Decision | null, { choices }: Offer): boolean =>
  decision?.kind === "change" || choices.some((choice) => isDeepStrictEqual(choice.decision, decision));

/** Message for the person who decides. */
export function approvalMessage(context: Parameters<typeof approvalText>[0]): string {
  if (context.kind === "question") return context.pending.map(({ stepObjective }) => stepObjective).join(" ");
  if (context.kind !== "unclear") return approvalText(context);
  return answerProblem(context.text, offerIn(context.pending[0])?.choices ?? []);
}
