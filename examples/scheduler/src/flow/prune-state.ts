import { RemoveMessage } from "@langchain/core/messages";
import type { AgentOutput, ContextData } from "@tidemark/core-state";
import { flowErrors } from "./errors.ts";
import { AGENT_OUTPUT, getAgentOutput, type WithAgentOutputs } from "./get-agent-output.ts";

/** The part of a state that grows and can be made smaller. */
export interface PrunableState extends WithAgentOutputs {
  readonly messages?: readonly { readonly id?: string | undefined }[];
  readonly scheduler_parsed_event?: object | null | undefined;
  readonly scheduler_selected_time_slot?: object | null | undefined;
}

/** What `pruneState` writes; empty when there was nothing to remove. */
export interface PruneUpdate {
  readonly messages?: RemoveMessage[];
  readonly capability_context_data?: ContextData;
}

/**
 * Gives the update that makes a state smaller without losing what is still needed.
 *
 * All but the newest `keepMessages` messages are removed (10 if not said, 0 removes all), by id, so that the host
 * really drops them. What was copied into `scheduler_parsed_event` is emptied in the output of `nl_parser`, and once a
 * time slot was selected, the candidates in the output of `scheduling`; all else of these outputs stays. Pruning a
 * second time changes nothing. A `keepMessages` that is no whole number from 0 up throws `flow/invalidKeep`.
 */
export function pruneState(state: PrunableState, { keepMessages = 10 }: { keepMessages?: number } = {}): PruneUpdate {
  if (!Number.isInteger(keepMessages) || keepMessages < 0) throw flowErrors.invalidKeep({ keepMessages });
  const messages = removals(state.messages ?? [], keepMessages);
  const outputs = smallerOutputs(state);
  return {
    ...(messages.length > 0 && { messages }),
    ...(Object.keys(outputs).length > 0 && { capability_context_data: { [AGENT_OUTPUT]: outputs } }),
  };
}

function removals(messages: readonly { readonly id?: string | undefined }[], keep: number): RemoveMessage[] {
  return messages.slice(0, Math.max(0, messages.length - keep)).map(({ id }, index) => {
    if (id === undefined) throw flowErrors.messageWithoutId({ index });
    return new RemoveMessage({ id });
  });
}

function smallerOutputs(state: PrunableState): Record<string, AgentOutput> {
  const smaller: Record<string, AgentOutput> = {};
  const parser = getAgentOutput(state, "nl_parser");
  if (parser !== null && !isEmpty(state.scheduler_parsed_event) && !isEmpty(parser.data)) {
    smaller["nl_parser"] = { ...parser, data: {} };
  }
  const scheduling = getAgentOutput(state, "scheduling");
  if (scheduling !== null && !isEmpty(state.scheduler_selected_time_slot) && holdsCandidates(scheduling)) {
    smaller["scheduling"] = { ...scheduling, data: { ...scheduling.data, candidateTimes: [] } };
  }
  return smaller;
}

const isEmpty = (value: object | null | undefined): boolean =>
  value === null || value === undefined || Object.keys(value).length === 0;

const holdsCandidates = ({ data }: AgentOutput): boolean =>
  Array.isArray(data["candidateTimes"]) && data["candidateTimes"].length > 0;
