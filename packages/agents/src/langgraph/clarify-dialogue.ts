import type { BaseMessage } from "@langchain/core/messages";
import type { AgentStateValue } from "@tidemark/core-state";

/** The fields that clarification reads, in a graph. */
export interface Dialogue extends Pick<
  AgentStateValue,
  | "agent_control"
  | "control_clarification_count"
  | "control_clarification_needed"
  | "control_iteration"
  | "control_missing_context"
  | "execution_final_answer"
> {
  readonly messages: readonly BaseMessage[];
}

/**
 * Looks at the values of any state that is built on `AgentState`.
 *
 * @internal
 */
export function dialogueOf(values: object): Dialogue {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every agent state has these fields, and the host has checked what was written to them
  return values as Dialogue;
}
