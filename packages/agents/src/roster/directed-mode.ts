import {
  type DirectedModeContext,
  isDirectedMode,
  nearestName,
  type OperationMode,
} from "@tidemark/core-state/internal";
import type { AgentRegistry } from "./registry.ts";

/** The part of a state that says who chooses the agents. */
export interface WithOperationMode {
  readonly control_operation_mode?: OperationMode | null | undefined;
  readonly control_directed_mode_context?: DirectedModeContext | null | undefined;
}

/** What is written when the mode changes: by "root". Without a change it is empty. */
export interface OperationModeUpdate {
  readonly control_operation_mode?: OperationMode;
  readonly control_directed_mode_context?: DirectedModeContext | null;
}

/** What came of the user's choice. */
export type DirectedMode =
  | { readonly outcome: "directed"; readonly update: OperationModeUpdate }
  | {
      readonly outcome: "refused";
      readonly reason: "unknown" | "systemAgent";
      readonly message: string;
      /** The agent that was most likely meant, when the name is not known. */
      readonly nearest?: string;
    };

/** What a choice depends on. */
export interface DirectedModeOptions {
  readonly registry: AgentRegistry;
  /** Whether nothing may stand between the user and the agent, not even the router; true when not said. */
  readonly bypassRouting?: boolean;
}

/**
 * Lets the user talk to one agent until `autonomous` ends it; who cannot be chosen is refused as a value.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent, directedAgent, directTo } from "@tidemark/agents";
 *
 * const registry = defineRegistry([describeAgent({ name: "mail", description: "Sends mail." })]);
 * const chosen = directTo({}, "mail", { registry });
 * if (chosen.outcome === "directed") console.log(directedAgent(chosen.update)); // mail
 * console.log(directTo({}, "male", { registry }).outcome); // refused
 * ```
 */
export function directTo(
  values: WithOperationMode,
  agent: string,
  { registry, bypassRouting = true }: DirectedModeOptions,
): DirectedMode {
  const found = registry.find(agent);
  if (found === null) {
    const selectable = registry.agents.filter((each) => !each.system).map(({ name }) => name);
    const nearest = nearestName(agent, selectable);
    const hint = nearest === null ? `Choose one of: ${selectable.join(", ")}.` : `Did you mean "${nearest}"?`;
    const message = `There is no agent "${agent}". ${hint}`;
    return { outcome: "refused", reason: "unknown", message, ...(nearest !== null && { nearest }) };
  }
  if (found.system) {
    const message = `"${agent}" is part of the machinery: choose an agent that does the work.`;
    return { outcome: "refused", reason: "systemAgent", message };
  }
  const present = isDirectedMode(values) ? values.control_directed_mode_context : null;
  if (present?.targetAgentId === agent && present.bypassRouting === bypassRouting) {
    return { outcome: "directed", update: {} };
  }
  const control_directed_mode_context = { targetAgentId: agent, bypassRouting };
  return { outcome: "directed", update: { control_operation_mode: "directed", control_directed_mode_context } };
}

/** Gives the choice back to the supervisor, and forgets whom the user had picked. */
export const autonomous = (): Required<OperationModeUpdate> => ({
  control_operation_mode: "autonomous",
  control_directed_mode_context: null,
});

/** The agent that the user picked, or null while the supervisor chooses. */
export const directedAgent = (values: WithOperationMode): string | null =>
  isDirectedMode(values) ? values.control_directed_mode_context.targetAgentId : null;

/** True when the user picked an agent and not even the router may stand between them. */
export const bypassesRouting = (values: WithOperationMode): boolean =>
  isDirectedMode(values) && values.control_directed_mode_context.bypassRouting;
