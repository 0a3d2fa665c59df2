import { z } from "zod";
import { Instant } from "../domain/interval.ts";

/** A person's decision about a proposal. It resumes the graph, which checks it first. */
export const Decision = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("approve") }),
  z.strictObject({ kind: z.literal("reject") }),
  z.strictObject({ kind: z.literal("resolve"), resolutionId: z.string() }),
  z.strictObject({ kind: z.literal("retime"), startTime: Instant, endTime: Instant }),
]);
export type Decision = z.infer<typeof Decision>;

/** A numbered choice, with notes about its consequences. */
export const Choice = z.strictObject({ label: z.string(), notes: z.array(z.string()), decision: Decision });
export type Choice = z.infer<typeof Choice>;

const YES = /^(y|yes|yep|yeah|ok|okay|approve|approved|sure|proceed|confirm|go ahead|do it|sounds good)$/;
const NO = /^(n|no|nope|nah|reject|stop|deny|cancel|don't|do not|never mind|nevermind|leave it)$/;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** Maximum length of an answer, in characters; longer texts are never answers. */
const MAX_ANSWER_LENGTH = 200;

/**
 * Reads an answer to the numbered choices; null when it decides nothing and the question must be asked again.
 *
 * A number ("2", "the second one") selects a choice. A yes counts only when exactly one choice approves; a no always leaves the
 * calendar unchanged. A question, a condition ("yes but …") or any other text never decides.
 */
export function readDecision(text: string, choices: readonly Choice[]): Decision | null {
  if (text.length > MAX_ANSWER_LENGTH) return null;
  const answer = text
    .trim()
    .toLowerCase()
    .replace(/[.!)]+$/, "")
    .replace(/^(yes|no),? (please|thanks|thank you)$/, "$1");
  const number = numberOf(answer);
  if (number !== null) return choices[number - 1]?.decision ?? null;
  if (NO.test(answer)) return { kind: "reject" };
  if (!YES.test(answer)) return null;
  const approving = choices.filter(isApproving);
  return approving.length === 1 ? (approving[0]?.decision ?? null) : null;
}

/** True for text that can only be an answer to numbered choices: a number, yes or no. */
export function isBareAnswer(text: string): boolean {
  const answer = text
    .trim()
    .toLowerCase()
    .replace(/[.!)]+$/, "");
  return numberOf(answer) !== null || YES.test(answer) || NO.test(answer);
}

/** Explains why an answer was not accepted, and which answers are. */
export function answerProblem(text: string, choices: readonly Choice[]): string {
  const several = choices.filter(isApproving).length;
  const answer = text.trim();
  if (several > 1 && YES.test(answer.toLowerCase().replace(/[.!]+$/, "")))
    return `"${answer}" could mean any choice from 1 to ${several}. Answer with one number.`;
  return `That is not one of the choices. Answer with a number from 1 to ${choices.length}.`;
}

/** True for choices that a yes can select; a different time must be selected by its number. */
export const isApproving = ({ decision: { kind } }: Choice): boolean => kind === "approve" || kind === "resolve";

/** Number in an answer, starting at 1; null if it has no number. */
function numberOf(answer: string): number | null {
  const digits = /^(?:#|(?:number|option|choice|no\.?) )?(\d{1,2})$/.exec(answer)?.[1];
  if (digits !== undefined) return Number(digits);
  const ordinal = /^(?:the )?(\w+)(?: one| option| choice)?$/.exec(answer)?.[1];
  const index = ORDINALS.findIndex((name) => name === ordinal);
  return index < 0 ? null : index + 1;
}
