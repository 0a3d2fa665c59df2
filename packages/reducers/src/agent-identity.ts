import { frozenCopy } from "./frozen-copy.ts";
import { lastWrite } from "./last-write.ts";

/** How an agent appears to people. */
export interface AgentIdentityShape {
  readonly agentId: string;
  readonly agentName: string;
  /** An emoji or the name of an icon. */
  readonly agentIcon?: string | undefined;
  /** A CSS color. */
  readonly agentColor?: string | undefined;
}

/** Makes the identity of the orchestrator, who speaks until another agent does; a fresh object each time. */
export function createDefaultAgentIdentity(): {
  agentId: string;
  agentName: string;
  agentIcon: string;
  agentColor: string;
} {
  return { agentId: "orchestrator", agentName: "Orchestrator", agentIcon: "🎯", agentColor: "#8B5CF6" };
}

/**
 * Replaces the identity of the agent that speaks; without any it is the orchestrator's.
 *
 * Laws: identity, batching, idempotence, purity.
 *
 * @example
 * ```ts
 * import { agentIdentityReducer } from "@tidemark/reducers/internal";
 *
 * console.log(agentIdentityReducer(undefined, undefined).agentName); // Orchestrator
 * ```
 */
export function agentIdentityReducer<Identity extends AgentIdentityShape = AgentIdentityShape>(
  current: Identity | null | undefined,
  update: Identity | null | undefined,
): Identity {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the default has every attribute of the shape
  if (current === undefined || current === null) return frozenCopy(update ?? createDefaultAgentIdentity()) as Identity;
  return lastWrite(current, update ?? undefined);
}
