import { toolCallsOf } from "./messages.ts";
import { finalMessageOf } from "./final-message.ts";

/** What an agent found, and with what. */
export interface Observations {
  /** One sentence per tool. */
  readonly observations: readonly string[];
  /** Names of the tools, each once, in the order of their first call. */
  readonly toolHistory: readonly string[];
}

/** What is known of an agent's work: its observations, its words, and whether it failed. */
export interface Findings extends Observations {
  /** Its answer, or its last words when it stopped on the way; empty when it said nothing. */
  readonly finalOutput: string;
  /** False when it stopped on the way. */
  readonly complete: boolean;
  /** True when it threw, or said nothing: an answer founded on it has confidence 0. */
  readonly failed: boolean;
}

/**
 * Gives the tools that messages call for, each once, in the order of their first call.
 *
 * Give it the messages of one call (see `newMessages`), or tools of earlier turns count again.
 */
export function observationsOf(messages: readonly unknown[]): Observations {
  const toolHistory = [...new Set(messages.flatMap(toolCallsOf).map(({ name }) => name))];
  return { observations: toolHistory.map((name) => `Used tool: ${name}`), toolHistory };
}

/**
 * Gives what the messages that one call added come to: their tools, and their last words.
 *
 * The message that belongs to the conversation is what `finalMessageOf` finds.
 *
 * @example
 * ```ts
 * import { confidenceOf, findingsOf } from "@tidemark/agents";
 *
 * const findings = findingsOf([
 *   { role: "assistant", content: "", tool_calls: [{ id: "1", name: "pdf" }] },
 *   { role: "tool", tool_call_id: "1", content: "Table 2" },
 *   { role: "assistant", content: "87.2 %" },
 * ]);
 * console.log(findings.observations, findings.finalOutput); // [ 'Used tool: pdf' ] 87.2 %
 * console.log(confidenceOf(findings.observations, findings.failed)); // 0.6
 * ```
 */
export function findingsOf(added: readonly unknown[]): Findings {
  const final = finalMessageOf(added);
  return {
    ...observationsOf(added),
    finalOutput: final.outcome === "nothing" ? "" : final.text,
    complete: final.outcome === "final",
    failed: final.outcome === "nothing",
  };
}

/** What is known of work that failed: why, and words that say so; never anything to found an answer on. */
export function failedFindings(error: unknown, words = "Unable to complete research due to an error."): Findings {
  const message = error instanceof Error ? error.message : String(error);
  const observations = [`Research failed: ${message}`];
  return { observations, toolHistory: [], finalOutput: words, complete: false, failed: true };
}
