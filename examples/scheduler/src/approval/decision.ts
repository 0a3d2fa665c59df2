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

/**
 * Reads a person's answer to the numbered choices; `null` means that it decides nothing and has to be asked again.
 *
 * A number picks its line. A yes counts only when there is one thing to say yes to; a no always leaves the calendar as
 * it is. A question, a condition ("yes but …") or anything else never decides.
 */
export function readDecision(text: string, choices: readonly Choice[]): Decision | null {
  const answer = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, "")
    .replace(/^(yes|no),? (please|thanks|thank you)$/, "$1");
  if (/^#?\d{1,2}$/.test(answer)) return choices[Number(answer.replace("#", "")) - 1]?.decision ?? null;
  if (NO.test(answer)) return { kind: "reject" };
  if (!YES.test(answer)) return null;
  const approving = choices.filter(
    (choice) => choice.decision.kind === "approve" || choice.decision.kind === "resolve",
  );
  return approving.length === 1 ? (approving[0]?.decision ?? null) : null;
}
