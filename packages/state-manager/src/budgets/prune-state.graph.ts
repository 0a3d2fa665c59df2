import { RemoveMessage } from "@langchain/core/messages";
import type { ContextData } from "@tidemark/core-state/internal";
import { planPruning, type PrunableState, type PruneOptions } from "./prune-plan.ts";

/** Update of `pruneState`; empty when there is nothing to remove. */
export interface PruneUpdate {
  readonly messages?: RemoveMessage[];
  readonly capability_context_data?: ContextData;
}

/**
 * Returns the update that removes old messages and redundant parts of agents' outputs.
 *
 * Keeps the newest `keepMessages` messages (defaults to 10) and removes the others by id, as LangGraph requires. `rules` name the
 * parts of outputs to remove. Pruning again changes nothing.
 */
export function pruneState(state: PrunableState, options: PruneOptions = {}): PruneUpdate {
  const { messages, capability_context_data } = planPruning(state, options);
  return {
    ...(messages.length > 0 && { messages: messages.map((id) => new RemoveMessage({ id })) }),
    ...(Object.keys(capability_context_data).length > 0 && { capability_context_data }),
  };
}
