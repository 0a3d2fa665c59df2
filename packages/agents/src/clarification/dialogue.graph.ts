import type { BaseMessage } from "@langchain/core/messages";
import type { SeedStateValue, StateDeclaration } from "@tidemark/core-state";
import { requireFields } from "../kernel/require-fields.ts";

/** The fields that clarification reads, in a graph. */
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
 * Gives the look at the values of a state that has the fields of clarification; one that lacks some throws
 * `agents/missingFields`.
 *
 * @internal
 */
export function dialogueOf(state: StateDeclaration, by: string): (values: object) => Dialogue {
  requireFields(by, state, needed);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state has these fields, and the host has checked what was written to them
  return (values) => values as Dialogue;
}
