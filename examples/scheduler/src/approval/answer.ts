import { isDeepStrictEqual } from "node:util";
import { type ApprovalRequest, approvalText, type PayloadSchema, type ReadOwnAnswer } from "tidemark/agents";
import { type Choice, Decision, isApproving, Offer, offerIn, onlyChoice } from "./offer.ts";

const AGREES =
  "y|yes|yep|yeah|yup|ok|okay|approved?|sure|proceed|confirm(?:ed)?|go ahead|go for it|do it|do that|please do|exactly|correct|right|fine|good|great|perfect|excellent|super|lovely|nice|cool|agreed?|all good|of course|absolutely|definitely|why not|(?:that )?works(?: for (?:me|us))?|(?:that )?(?:looks?|sounds?|seems?|is|'s) (?:all )?(?:good|right|great|fine|perfect|ok|okay|correct|lovely)(?: to me)?|that's (?:it|right|fine|good|correct|perfect|great)|write it|save it|book it|accept(?:ed)?|thumbs up";
const POLITE = "please|thanks|thank you|then|it|that|(?:with|for|by) (?:me|us)";
const AGREEMENT = new RegExp(`^(?:(?:${POLITE})[\\s,.!-]+)*(?:${AGREES})(?:[\\s,.!-]+(?:${AGREES}|${POLITE}))*$`, "u");
/** True for an agreement: "yes", "looks good", "ok, do it". A text with further content does not agree. */
const agrees = (answer: string): boolean => answer.length <= 60 && AGREEMENT.test(answer);
const NO =
  /^(?:n|no|nope|nah|reject|stop|deny|cancel|don't|do not|never ?mind|leave it|forget it|forget that|leave it as it is|no,? (?:please|thanks?|thank you))$/u;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!)]+$/u, "");

/** Number in an answer, starting at 1; null if it has no number. */
function numberOf(answer: string): number | null {
  const digits = /^(?:#|(?:number|option|choice|no\.?) )?(\d{1,2})$/u.exec(answer)?.[1];
  if (digits !== undefined) return Number(digits);
  const index = ORDINALS.indexOf(/^(?:the )?(\w+)(?: one| option| choice)?$/u.exec(answer)?.[1] ?? "");
  return index < 0 ? null : index + 1;
}

/** True for text that can only be an answer to numbered choices: a number, yes or no. */
export const isBareAnswer = (text: string): boolean =>
  numberOf(plain(text)) !== null || agrees(plain(text)) || NO.test(plain(text));

/**
 * Reads an answer to the numbered choices of an offer. A number ("2", "the second one") or the label of a choice selects it; a yes counts
 * only when exactly one choice approves; a no always leaves the calendar unchanged. Any other text changes the proposal. Null asks again.
 */
export function readOffered(text: string, { choices, question }: Pick<Offer, "choices" | "question">): Decision | null {
  const answer = plain(text);
  // "5" after a question about a time is an hour if there is no fifth choice.
  const isHour = /^(?:1?\d|2[0-4])$/u.test(answer) && Number(answer) > choices.length && /\d\d:\d\d/u.test(question);
  const number = isHour ? null : numberOf(answer);
  const named = choices.find(({ label }, index) => plain(label) === answer || index + 1 === number);
  if (number !== null || named !== undefined) return named?.decision ?? null;
  if (NO.test(answer)) return { kind: "reject" };
  return agrees(answer)
    ? onlyChoice(choices)
    : (Decision.safeParse({ kind: "change", text: text.trim() }).data ?? null);
}

/** Explains why an answer was not accepted, and which answers are. */
export function answerProblem(text: string, choices: readonly Choice[]): string {
  const several = choices.filter(isApproving).length;
  if (several > 1 && agrees(plain(text)))
    return `"${text.trim()}" could mean any choice from 1 to ${several}. Answer with one number.`;
  return `That is not one of the choices. Answer with a number from 1 to ${choices.length}, or say what should be different.`;
}

/** Reads text or a decision as an answer to the offer. Answers in the standard approval format are left to the graph. */
export const readAnswer: ReadOwnAnswer = (answer, [request]) => {
  const offer = offerIn(request);
  if (request === undefined || offer === null) return null;
  const chosen = typeof answer === "string" ? readOffered(answer, offer) : (Decision.safeParse(answer).data ?? null);
  if (chosen === null) return typeof answer === "string" ? "unclear" : null;
  if (chosen.kind === "reject") return { id: request.id, decision: "reject" };
  return isOffered(chosen, offer) ? { id: request.id, decision: "edit", payload: { ...offer, chosen } } : null;
};

/** Schema for edits of an offer: only the choice can change, to an offered one or to words that change the proposal. */
export const choiceOf = (request: ApprovalRequest): PayloadSchema =>
  Offer.refine((edited) => {
    const offer = offerIn(request);
    const isSame = isDeepStrictEqual(edited, { ...offer, chosen: edited.chosen });
    return offer !== null && isSame && isOffered(edited.chosen, offer);
  }, "the choice is not one of those offered");

const isOffered = (decision: Decision | null, { choices }: Offer): boolean =>
  decision?.kind === "change" || choices.some((choice) => isDeepStrictEqual(choice.decision, decision));

/** Texts for the person who decides, and for the user. */
export function approvalMessage(context: Parameters<typeof approvalText>[0]): string {
  if (context.kind === "question") return context.pending.map(({ stepObjective }) => stepObjective).join(" ");
  if (context.kind === "unclear") return answerProblem(context.text, offerIn(context.pending[0])?.choices ?? []);
  return context.kind === "rejected" ? "OK. The calendar was not changed." : approvalText(context);
}
