import {
  type DirectedModeContext,
  isDirectedMode,
  nearestName,
  type OperationMode,
} from "@tidemark/core-state/internal";
import type { AgentRegistry } from "./registry.ts";

/** State fields of the operation mode. */
export interface WithOperationMode {
  readonly control_operation_mode?: OperationMode | null | undefined;
  readonly control_directed_mode_context?: DirectedModeContext | null | undefined;
}

/** Update of the operation mode. Its fields are owned by `root`. Empty without a change. */
export interface OperationModeUpdate {
  readonly control_operation_mode?: OperationMode;
  readonly control_directed_mode_context?: DirectedModeContext | null;
}

/** Result of the user's choice. */
export type DirectedMode =
  | { readonly outcome: "directed"; readonly update: OperationModeUpdate }
  | {
      readonly outcome: "refused";
      readonly reason: "unknown" | "systemAgent";
      readonly message: string;
      /** Closest known agent name, for "did you mean" messages. */
      readonly nearest?: string;
    };

/** Options of `directTo`. */
export interface DirectedModeOptions {
  /** Agents that the user can choose, made with `defineRegistry`. */
  readonly registry: AgentRegistry;
  /** True to route directly to the agent, without the router. Defaults to true. */
  readonly bypassRouting?: boolean;
}

/**
 * Directs the user to one agent until `autonomous` ends the mode. A refusal is returned, not thrown.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent, directedAgent, directTo } from "tidemark/agents";
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
    const selectable = registry.agents.filter((candidate) => !candidate.system).map(({ name }) => name);
    const nearest = nearestName(agent, selectable);
    const hint = nearest === null ? `Choose one of: ${selectable.join(", ")}.` : `Did you mean "${nearest}"?`;
    const message = `Agent "${agent}" does not exist. ${hint}`;
    return { outcome: "refused", reason: "unknown", message, ...(nearest !== null && { nearest }) };
  }
  if (found.system) {
    const message = `"${agent}" is a built-in node. Choose an agent that does work.`;
    return { outcome: "refused", reason: "systemAgent", message };
  }
  const present = isDirectedMode(values) ? values.control_directed_mode_context : null;
  if (present?.targetAgentId === agent && present.bypassRouting === bypassRouting) {
    return { outcome: "directed", update: {} };
  }
  const control_directed_mode_context = { targetAgentId: agent, bypassRouting };
  return { outcome: "directed", update: { control_operation_mode: "directed", control_directed_mode_context } };
}

/** Returns the update that ends the directed mode and lets the router choose agents again. */
export const autonomous = (): Required<OperationModeUpdate> => ({
  control_operation_mode: "autonomous",
  control_directed_mode_context: null,
});

/** Returns the agent that the user chose. Null in autonomous mode. */
export const directedAgent = (values: WithOperationMode): string | null =>
  isDirectedMode(values) ? values.control_directed_mode_context.targetAgentId : null;

/** True if the user chose an agent that must be reached without the router. */
export const bypassesRouting = (values: WithOperationMode): boolean =>
  isDirectedMode(values) && values.control_directed_mode_context.bypassRouting;
