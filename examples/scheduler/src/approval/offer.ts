import { type ApprovalRequest, getAgentData } from "tidemark/agents";
import { z } from "zod";
import { Interval } from "../domain/calendar-event.ts";
import { type ConflictDetectionData, type ProposedResolution, SchedulingData } from "../domain/outputs.ts";
import { describeChange, describeProposal } from "../domain/describe.ts";
import { formatSpan } from "../domain/format.ts";
import type { Household } from "../domain/household.ts";
import { assumptionsOf, isUsual } from "../domain/questions.ts";
import type { SchedulerValue } from "../state.ts";

/** A person's decision about a proposal: a choice, or words that change it. */
export const Decision = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("approve") }),
  z.strictObject({ kind: z.literal("reject") }),
  z.strictObject({ kind: z.literal("resolve"), resolutionId: z.string() }),
  z.strictObject({ kind: z.literal("retime"), ...Interval.shape }),
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
  /** Answer to a question that was asked in between. It is a message of the conversation too. */
  aside: z.string().exactOptional(),
});
export type Offer = z.infer<typeof Offer>;

const choiceOf = (label: string, decision: Decision, notes: string[] = []): Choice => ({ label, notes, decision });

const MAX_OTHER_TIMES = 2;

/** Verbs of the question, and labels of its choices. They name the act, so that a button says what it does. */
const WORDS = {
  create: { verb: "Add", yes: "Add it", no: "Do not add it" },
  modify: { verb: "Change", yes: "Change it", no: "Leave it as it is" },
  cancel: { verb: "Cancel", yes: "Cancel it", no: "Keep it" },
  undo: { verb: "Undo", yes: "Undo it", no: "Leave it as it is" },
};

/**
 * Builds the question about the proposal in the state: the change, its conflicts, and the numbered choices, ending with "no".
 *
 * With blocking conflicts a person must decide, among resolutions, best first, unless the proposal is an undo. A request
 * that is not plain, or with a guess about its day or its time, is not recommended either, so that `--yes` never writes a guess.
 */
export function offerOf(
  values: Pick<
    SchedulerValue,
    "capability_context_data" | "scheduler_note" | "scheduler_parsed_event" | "scheduler_proposed_event"
  >,
  { conflicts, resolutions }: { conflicts: ConflictDetectionData; resolutions: readonly ProposedResolution[] },
  { household, now }: { readonly household: Household; readonly now: string },
): Offer {
  const { scheduler_proposed_event: proposed, scheduler_parsed_event: request, scheduler_note: problem } = values;
  if (proposed === null) throw new TypeError("An offer needs a proposal.");
  const wording = { ...household, now };
  const { before, undoes } = proposed;
  const { verb, yes, no } = WORDS[proposed.action];
  const assumed = request === null ? [] : assumptionsOf(request);
  const isBlocked = conflicts.blockingConflicts.length > 0;
  const found = getAgentData(values, "scheduling", SchedulingData)?.candidateTimes ?? [];
  const others = found.filter(({ start }) => start !== proposed.start).slice(0, MAX_OTHER_TIMES);
  const resolving = resolutions.map(({ resolutionId, description, sideEffects }) =>
    choiceOf(description, { kind: "resolve", resolutionId }, sideEffects),
  );
  const approving = [
    choiceOf(yes, { kind: "approve" }),
    ...others.map(({ start, end }) =>
      choiceOf(`Use ${formatSpan({ start, end }, wording)} instead`, { kind: "retime", start, end }),
    ),
  ];
  const choices = [...(resolving.length > 0 ? resolving : approving), choiceOf(no, { kind: "reject" })];
  const described =
    before === null || proposed.action === "cancel"
      ? describeProposal(proposed, wording)
      : describeChange(proposed, before, wording);
  const isSure = request === null || (request.plain && assumed.every(isUsual));
  const hint = isBlocked ? CONFLICT_HINT : "";
  return {
    question: `${verb} ${undoes === null ? `${described}?` : `the last change? ${undoes.text}`}${hint}${assumedText(assumed)}`,
    assumed,
    conflicts: [...new Set(conflicts.conflicts.map(({ details }) => details))],
    choices,
    recommended: isBlocked || problem !== null || !isSure ? null : 1,
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

/** What the question says about conflicts, which the page lists below it. */
export const CONFLICT_HINT = " This conflicts with the calendar.";

/** What the question says last. */
export const assumedText = (assumed: readonly string[]): string =>
  assumed.length === 0 ? "" : ` I assumed: ${assumed.join("; ")}.`;

/** Offer that a request contains; null for other requests. */
export const offerIn = (request: ApprovalRequest | undefined): Offer | null =>
  Offer.safeParse(request?.payload).data ?? null;

/** A request for the approval of an offer, as a question of the graph shows it. */
const OfferRequest = z.looseObject({ id: z.string(), hash: z.string(), payload: Offer });

const ApprovalQuestion = z.looseObject({ note: z.string().nullable(), requests: z.array(OfferRequest).min(1) });

/** An offer that waits for a decision, and the answers that the graph takes for it. */
export interface OpenOffer {
  readonly offer: Offer;
  /** The answer that makes a decision: about the request as it was shown. */
  readonly answerFor: (decision: Decision) => object;
}

/** Extracts the offer from a question of the graph; null for other questions. */
export function offerFrom(value: unknown): OpenOffer | null {
  const { note = null, requests = [] } = ApprovalQuestion.safeParse(value).data ?? {};
  const [request] = requests;
  if (request === undefined) return null;
  const { id, hash, payload } = request;
  return {
    offer: { ...payload, problem: note ?? payload.problem },
    answerFor: (decision) =>
      decision.kind === "reject"
        ? { id, hash, decision: "reject" }
        : { id, hash, decision: "edit", payload: { ...payload, chosen: decision } },
  };
}
