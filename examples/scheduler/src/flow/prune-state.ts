import type { PrunableState as Prunable, PruneRule } from "@tidemark/state-manager";
import { pruneState as prune, type PruneUpdate } from "@tidemark/state-manager/langgraph";

/** The part of a state that grows and can be made smaller. */
export interface PrunableState extends Prunable {
  readonly scheduler_parsed_event?: object | null | undefined;
  readonly scheduler_selected_time_slot?: object | null | undefined;
}

/** What fields of the scheduler have taken over from the outputs of agents. */
const takenOver: readonly PruneRule[] = [
  { agent: "nl_parser", once: "scheduler_parsed_event" },
  { agent: "scheduling", once: "scheduler_selected_time_slot", empty: ["candidateTimes"] },
];

/**
 * Gives the update that makes a state of the scheduler smaller without losing what is still needed.
 *
 * The newest `keepMessages` messages stay (10 if not said). What was copied into `scheduler_parsed_event` is emptied in
 * the output of `nl_parser`, and once a time slot was selected, the candidates in the output of `scheduling`.
 */
export function pruneState(state: PrunableState, options: { keepMessages?: number } = {}): PruneUpdate {
  return prune(state, { ...options, rules: takenOver });
}
