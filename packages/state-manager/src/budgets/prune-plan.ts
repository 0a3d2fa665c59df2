import type { AgentOutput } from "@tidemark/core-state";
import type { ContextData } from "@tidemark/core-state/internal";
import { AGENT_OUTPUT, getAgentOutput, type WithAgentOutputs } from "../contexts/agent-output.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/** Part of an agent's output to remove once a field of the state contains its result. */
export interface PruneRule {
  /** Agent whose output is reduced. */
  readonly agent: string;
  /** Field with the result. The rule applies when this field is not empty. */
  readonly once: string;
  /** Lists of the output's data to empty. Defaults to all of its data. */
  readonly empty?: readonly string[];
}

/** Part of a state that can be pruned. */
export interface PrunableState extends WithAgentOutputs {
  readonly messages?: readonly { readonly id?: string | undefined }[] | undefined;
}

/** Ids of the messages to remove, and the reduced outputs. */
export interface PrunePlan {
  readonly messages: readonly string[];
  readonly capability_context_data: ContextData;
}

/** Options of pruning. */
export interface PruneOptions {
  /** Number of newest messages to keep. Defaults to 10; 0 removes all. */
  readonly keepMessages?: number;
  /** Rules that reduce the outputs of agents. Defaults to none. */
  readonly rules?: readonly PruneRule[];
}

/**
 * Determines the messages and outputs to prune. The state is not changed, and a plan for the pruned state is empty.
 *
 * A `keepMessages` that is not an integer of at least 0 throws `state-manager/invalidKeep`, a message without an id
 * `state-manager/messageWithoutId`.
 */
export function planPruning(state: PrunableState, { keepMessages = 10, rules = [] }: PruneOptions = {}): PrunePlan {
  if (!Number.isInteger(keepMessages) || keepMessages < 0) throw stateManagerErrors.invalidKeep({ keepMessages });
  const messages = state.messages ?? [];
  const removed = messages.slice(0, Math.max(0, messages.length - keepMessages)).map(({ id }, index) => {
    if (id === undefined) throw stateManagerErrors.messageWithoutId({ index });
    return id;
  });
  const outputs: Record<string, AgentOutput> = {};
  for (const rule of rules) {
    const output = getAgentOutput(state, rule.agent);
    const smaller = output === null || isEmpty(Reflect.get(state, rule.once)) ? null : withoutParts(output, rule);
    if (smaller !== null) outputs[rule.agent] = smaller;
  }
  return {
    messages: removed,
    capability_context_data: Object.keys(outputs).length === 0 ? {} : { [AGENT_OUTPUT]: outputs },
  };
}

/** Returns the output without the parts of the rule, or null when they are already empty. */
function withoutParts(output: AgentOutput, { empty }: PruneRule): AgentOutput | null {
  if (empty === undefined) return isEmpty(output.data) ? null : { ...output, data: {} };
  const full = empty.filter((name) => Array.isArray(output.data[name]) && output.data[name].length > 0);
  if (full.length === 0) return null;
  return { ...output, data: { ...output.data, ...Object.fromEntries(full.map((name) => [name, []])) } };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
