import { isPlainRecord } from "@tidemark/reducers/internal";
import { textOf } from "@tidemark/state-manager";
import { z } from "zod";

/** Structured decision of a model whether to ask the user. Pass it to `model.withStructuredOutput`. */
export const ClarificationVerdict = z.object({
  decision: z
    .enum(["clarify", "proceed"])
    .describe("`clarify` when the request cannot be worked on without asking the user, else `proceed`."),
  missing: z.array(z.string()).describe("Missing details, each in a few words; empty to proceed."),
  question: z.string().nullable().describe("The question to ask the user; null to proceed."),
});
export type ClarificationVerdict = z.infer<typeof ClarificationVerdict>;

/** Decision read from a model's answer. */
export type ReadVerdict =
  | { readonly verdict: "clarify"; readonly missing: readonly string[]; readonly question: string | null }
  | { readonly verdict: "proceed" }
  /** The answer contains no decision. The work continues. */
  | { readonly verdict: "unclear" }
  /** The model call failed. */
  | { readonly verdict: "failed" };

/**
 * Reads a model's decision from a structured value, or from text or a message that begins with the decision.
 *
 * The decision is the first word, `CLARIFICATION` or `RESEARCH` in any case. The missing detail follows after a colon
 * or dash. The word in another place, or with "not needed", is not a decision.
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
export function readVerdict(answer: unknown): ReadVerdict {
  // A message in plain JSON is also a record.
  if (isPlainRecord(answer) && Object.hasOwn(answer, "decision")) return fromRecord(answer);
  const words = textOf(answer).trim();
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
    missing: Array.isArray(missing) ? missing.filter(hasText) : [],
    question: hasText(question) ? question : null,
  };
}

const hasText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** A decision word, followed by the end, a punctuation mark, or "(is) needed". */
const decisionWords =
  /^[\s*_`"'([#>]*(?<word>clarification|clarify|research|proceed)\b[*_`"')\]]*(?:\s+(?:is\s+)?(?:needed|required)\b[*_`"')\]]*)?\s*(?:$|[\n:;.,!–—-]+\s*(?<rest>[^]*))/i;
const denied = /\b(?:not|no)\s+(?:longer\s+)?(?:needed|required|necessary)\b|\bunnecessary\b/i;

function fromWords(words: string): ReadVerdict {
  const { word, rest = "" } = decisionWords.exec(words)?.groups ?? {};
  if (word === undefined) return { verdict: "unclear" };
  if (!word.toLowerCase().startsWith("clarif")) return { verdict: "proceed" };
  if (denied.test(rest)) return { verdict: "unclear" };
  return { verdict: "clarify", missing: hasText(rest) ? [rest.trim()] : [], question: null };
}

/** Models without structured output often answer with JSON, sometimes in a code fence. */
function recordIn(words: string): Readonly<Record<string, unknown>> | null {
  const opened = words.replace(/^```(?:json)?\s*/i, "");
  // A regular expression for the closing fence would backtrack over every space of a long text.
  const text = opened.endsWith("```") ? opened.slice(0, -3) : opened;
  if (!text.startsWith("{")) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return isPlainRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
