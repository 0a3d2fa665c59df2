import { isPlainRecord } from "@tidemark/reducers/internal";
import { textOf } from "@tidemark/state-manager";
import { z } from "zod";

/** What a model is asked to decide: give it to `model.withStructuredOutput`. */
export const ClarificationVerdict = z.object({
  decision: z
    .enum(["clarify", "proceed"])
    .describe("`clarify` when the request cannot be worked on without asking the user, else `proceed`."),
  missing: z.array(z.string()).describe("What the user has yet to say, each in a few words; empty to proceed."),
  question: z.string().nullable().describe("The question to ask the user; null to proceed."),
});
export type ClarificationVerdict = z.infer<typeof ClarificationVerdict>;

/** A model's decision as it was understood. */
export type ReadVerdict =
  | { readonly verdict: "clarify"; readonly missing: readonly string[]; readonly question: string | null }
  | { readonly verdict: "proceed" }
  /** It said something else; that never stops the work. */
  | { readonly verdict: "unclear" }
  /** It could not be asked. */
  | { readonly verdict: "failed" };

/**
 * Reads a model's decision: a structured value, or words (also a message's) that begin with the decision.
 *
 * The decision is the first word, `CLARIFICATION` or `RESEARCH` in any case, and what follows a colon or dash is what is
 * missing; the word somewhere else, or with a "not needed", decides nothing.
 *
 * @example
 * ```ts
 * import { readVerdict } from "@tidemark/agents/internal";
 *
 * console.log(readVerdict("Clarification: which paper").verdict); // clarify
 * console.log(readVerdict("RESEARCH - no CLARIFICATION needed").verdict); // proceed
 * console.log(readVerdict({ decision: "clarify", missing: ["which paper"] })); // { verdict: 'clarify', missing: [ 'which paper' ], question: null }
 * ```
 */
export function readVerdict(said: unknown): ReadVerdict {
  // A message is a record too, when it is plain JSON.
  if (isPlainRecord(said) && Object.hasOwn(said, "decision")) return fromRecord(said);
  const words = textOf(said).trim();
  const record = recordIn(words);
  return record === null ? fromWords(words) : fromRecord(record);
}

function fromRecord(record: Readonly<Record<string, unknown>>): ReadVerdict {
  const own = (name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);
  const decision = own("decision");
  const verdict = typeof decision === "string" ? fromWords(decision.trim()) : { verdict: "unclear" as const };
  if (verdict.verdict !== "clarify") return verdict;
  const [missing, question] = [own("missing"), own("question")];
  return {
    verdict: "clarify",
    missing: Array.isArray(missing) ? missing.filter(isSaid) : [],
    question: isSaid(question) ? question : null,
  };
}

const isSaid = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The decision, then nothing, a mark, or that it is needed. */
const decisionWords =
  /^[\s*_`"'([#>]*(?<word>clarification|clarify|research|proceed)\b[*_`"')\]]*(?:\s+(?:is\s+)?(?:needed|required)\b[*_`"')\]]*)?\s*(?:$|[\n:;.,!–—-]+\s*(?<rest>[^]*))/i;
const denied = /\b(?:not|no)\s+(?:longer\s+)?(?:needed|required|necessary)\b|\bunnecessary\b/i;

function fromWords(words: string): ReadVerdict {
  const { word, rest = "" } = decisionWords.exec(words)?.groups ?? {};
  if (word === undefined) return { verdict: "unclear" };
  if (!word.toLowerCase().startsWith("clarif")) return { verdict: "proceed" };
  if (denied.test(rest)) return { verdict: "unclear" };
  return { verdict: "clarify", missing: isSaid(rest) ? [rest.trim()] : [], question: null };
}

/** Models without structured output often answer with JSON, fenced or not. */
function recordIn(words: string): Readonly<Record<string, unknown>> | null {
  const opened = words.replace(/^```(?:json)?\s*/i, "");
  // By hand: a pattern for the closing fence would try every blank of a long text.
  const text = opened.endsWith("```") ? opened.slice(0, -3) : opened;
  if (!text.startsWith("{")) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return isPlainRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
