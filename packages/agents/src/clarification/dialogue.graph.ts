import type { SeedStateValue } from "@tidemark/core-state/internal";
import type { BaseMessage } from "@langchain/core/messages";
import type { StateDeclaration } from "@tidemark/core-state";
import { requireFields } from "../kernel/require-fields.ts";

/** State fields that clarification reads. */
export interface Dialogue extends Pick<
  SeedStateValue,
  | "control_clarification_count"
  | "control_clarification_needed"
  | "control_iteration"
  | "control_missing_context"
  | "execution_final_answer"
> {
  readonly messages: readonly BaseMessage[];
}

/** The fields that clarification reads and writes. */
const needed: readonly string[] = [
  "messages",
  "control_clarification_count",
  "control_clarification_needed",
  "control_iteration",
  "control_last_agent",
  "control_missing_context",
  "control_next_agent",
  "execution_final_answer",
];

/**
 * Returns a typed view of the clarification fields of a state. A state without them throws `agents/missingFields`.
 *
 * @internal
 */
export function dialogueOf(state: StateDeclaration, by: string): (values: object) => Dialogue {
  requireFields(by, state, needed);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state has these fields, and LangGraph validates their writes
  return (values) => values as Dialogue;
}
