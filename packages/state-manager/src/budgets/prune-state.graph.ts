import { RemoveMessage } from "@langchain/core/messages";
import type { ContextData } from "@tidemark/core-state/internal";
import { planPruning, type PrunableState, type PruneOptions } from "./prune-plan.ts";

/** What `pruneState` writes; empty when there was nothing to remove. */
export interface PruneUpdate {
  readonly messages?: RemoveMessage[];
  readonly capability_context_data?: ContextData;
}

/**
 * Gives the update that makes a state smaller without losing what is still needed.
 *
 * All but the newest `keepMessages` messages are removed (10 if not said, 0 removes all), by id, so that the host
 * really drops them. By `rules`, the outputs of agents lose what a field has taken over; all else of them stays.
 * Pruning a second time changes nothing.
 */
export function pruneState(state: PrunableState, options: PruneOptions = {}): PruneUpdate {
  const { messages, capability_context_data } = planPruning(state, options);
  return {
    ...(messages.length > 0 && { messages: messages.map((id) => new RemoveMessage({ id })) }),
    ...(Object.keys(capability_context_data).length > 0 && { capability_context_data }),
  };
}
