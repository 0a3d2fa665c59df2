import type { AgentOutput } from "@tidemark/core-state";
import type { ContextData } from "@tidemark/core-state/internal";
import { AGENT_OUTPUT, getAgentOutput, type WithAgentOutputs } from "../contexts/agent-output.ts";
import { stateManagerErrors } from "../kernel/errors.ts";

/** What an agent's output can do without once a field of the state has taken it over. */
export interface PruneRule {
  readonly agent: string;
  /** The field that has taken it over: the rule holds once this is set to something. */
  readonly once: string;
  /** Lists of the output's data that become empty; all of its data when not said. */
  readonly empty?: readonly string[];
}

/** The part of a state that grows and can be made smaller. */
export interface PrunableState extends WithAgentOutputs {
  readonly messages?: readonly { readonly id?: string | undefined }[] | undefined;
}

/** What is to be removed: messages by their ids, and outputs that become smaller. */
export interface PrunePlan {
  readonly messages: readonly string[];
  readonly capability_context_data: ContextData;
}

/** How much stays. */
export interface PruneOptions {
  /** How many messages stay, the newest; 10 when not said, 0 removes all. */
  readonly keepMessages?: number;
  readonly rules?: readonly PruneRule[];
}

/**
 * Says what a state can do without; the state is not changed, and a second plan on its result is empty.
 *
 * A `keepMessages` that is no whole number from 0 up throws `state-manager/invalidKeep`, a message without an id
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

/** The output without what the rule names; null when nothing of that is left. */
function withoutParts(output: AgentOutput, { empty }: PruneRule): AgentOutput | null {
  if (empty === undefined) return isEmpty(output.data) ? null : { ...output, data: {} };
  const full = empty.filter((name) => Array.isArray(output.data[name]) && output.data[name].length > 0);
  if (full.length === 0) return null;
  return { ...output, data: { ...output.data, ...Object.fromEntries(full.map((name) => [name, []])) } };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
