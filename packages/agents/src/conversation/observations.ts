import { toolCallsOf } from "./messages.ts";
import { finalMessageOf } from "./final-message.ts";

/** Tools used by an agent, as observations. */
export interface Observations {
  /** One sentence per tool. */
  readonly observations: readonly string[];
  /** Names of the tools, each once, in the order of their first call. */
  readonly toolHistory: readonly string[];
}

/** Result of an agent's work: observations, final text, and whether it failed. */
export interface Findings extends Observations {
  /** Final answer, or the last text if the agent stopped early. Empty without a text. */
  readonly finalOutput: string;
  /** False if the agent stopped early. */
  readonly complete: boolean;
  /** True if the agent threw or returned no text. An answer based on it has confidence 0. */
  readonly failed: boolean;
}

/**
 * Returns the tools that messages call, each once, in the order of their first call.
 *
 * Pass only the messages of one call (see `newMessages`). Otherwise tools of earlier turns are included.
 */
export function observationsOf(messages: readonly unknown[]): Observations {
  const toolHistory = [...new Set(messages.flatMap(toolCallsOf).map(({ name }) => name))];
  return { observations: toolHistory.map((name) => `Used tool: ${name}`), toolHistory };
}

/**
 * Returns the findings in the messages that one call added: the tools used, and the final text.
 *
 * `finalMessageOf` returns the message for the conversation.
 *
 * @example
 * ```ts
 * import { findingsOf } from "tidemark/agents";
 *
 * const findings = findingsOf([
 *   { role: "assistant", content: "", tool_calls: [{ id: "1", name: "pdf" }] },
 *   { role: "tool", tool_call_id: "1", content: "Table 2" },
 *   { role: "assistant", content: "87.2 %" },
 * ]);
 * console.log(findings.observations, findings.finalOutput); // [ 'Used tool: pdf' ] 87.2 %
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

/**
 * Returns the findings of failed work: the error as observation, and `words` as output. They never support an answer.
 */
export function failedFindings(error: unknown, words = "Unable to complete research due to an error."): Findings {
  const message = error instanceof Error ? error.message : String(error);
  const observations = [`Research failed: ${message}`];
  return { observations, toolHistory: [], finalOutput: words, complete: false, failed: true };
}
