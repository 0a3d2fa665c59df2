import { toolCallsOf } from "./conversation-messages.ts";

/** What an agent found, and with what. */
export interface Observations {
  /** One sentence per tool. */
  readonly observations: readonly string[];
  /** Names of the tools, each once, in the order of their first call. */
  readonly toolHistory: readonly string[];
}

/** What is known of an agent's work: its observations, its words, and whether it failed. */
export interface Findings extends Observations {
  readonly finalOutput: string;
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

/** What is known of work that failed: why, and words that say so; never anything to found an answer on. */
export function failedFindings(error: unknown, words = "Unable to complete research due to an error."): Findings {
  const message = error instanceof Error ? error.message : String(error);
  return { observations: [`Research failed: ${message}`], toolHistory: [], finalOutput: words, failed: true };
}
