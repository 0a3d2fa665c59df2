import { z } from "zod";
import { Instant } from "../domain/interval.ts";

/** What a person decided about a proposal. Whoever resumes the graph sends one; it is checked before it counts. */
export const Decision = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("approve") }),
  z.strictObject({ kind: z.literal("reject") }),
  z.strictObject({ kind: z.literal("resolve"), resolutionId: z.string() }),
  z.strictObject({ kind: z.literal("retime"), startTime: Instant, endTime: Instant }),
]);
export type Decision = z.infer<typeof Decision>;

/** One numbered line under the question, and what else comes of it. */
export const Choice = z.strictObject({ label: z.string(), notes: z.array(z.string()), decision: Decision });
export type Choice = z.infer<typeof Choice>;

const YES = /^(y|yes|yep|yeah|ok|okay|approve|approved|sure|proceed|confirm|go ahead|do it|sounds good)$/;
const NO = /^(n|no|nope|nah|reject|stop|deny|cancel|don't|do not|never mind|nevermind|leave it)$/;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"] as const;

/** Longer answers are no answers; nobody types that much to pick a line. */
const LONGEST_ANSWER = 200;

/**
 * Reads a person's answer to the numbered choices; `null` means that it decides nothing and has to be asked again.
 *
 * A number ("2", "the second one") picks its line. A yes counts only when there is one thing to say yes to; a no always leaves the calendar as
 * it is. A question, a condition ("yes but …") or anything else never decides.
 */
export function readDecision(text: string, choices: readonly Choice[]): Decision | null {
  if (text.length > LONGEST_ANSWER) return null;
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

/** True for text that can only be an answer to numbered choices: a number, a yes or a no. */
export function isBareAnswer(text: string): boolean {
  const answer = text
    .trim()
    .toLowerCase()
    .replace(/[.!)]+$/, "");
  return numberOf(answer) !== null || YES.test(answer) || NO.test(answer);
}

/** Says why an answer was not taken, and what would be. */
export function answerProblem(text: string, choices: readonly Choice[]): string {
  const several = choices.filter(isApproving).length;
  const said = text.trim();
  if (several > 1 && YES.test(said.toLowerCase().replace(/[.!]+$/, "")))
    return `"${said}" could mean any of 1 to ${several}. Answer with the number of one of them.`;
  return `That is none of the choices. Answer with a number from 1 to ${choices.length}.`;
}

/** True for what a yes can mean; another time has to be picked by its number. */
export const isApproving = ({ decision: { kind } }: Choice): boolean => kind === "approve" || kind === "resolve";

/** The number that an answer names, from 1; null when it names none. */
function numberOf(answer: string): number | null {
  const digits = /^(?:#|(?:number|option|choice|no\.?) )?(\d{1,2})$/.exec(answer)?.[1];
  if (digits !== undefined) return Number(digits);
  const ordinal = /^(?:the )?(\w+)(?: one| option| choice)?$/.exec(answer)?.[1];
  const index = ORDINALS.findIndex((each) => each === ordinal);
  return index < 0 ? null : index + 1;
}
