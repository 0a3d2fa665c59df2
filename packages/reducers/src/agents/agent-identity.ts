import { frozenCopy } from "../values/frozen-copy.ts";
import { lastWrite } from "../reducers/last-write.ts";

/** Display identity of an agent. */
export interface AgentIdentityShape {
  readonly agentId: string;
  readonly agentName: string;
  /** An emoji or the name of an icon. */
  readonly agentIcon?: string | undefined;
  /** A CSS color. */
  readonly agentColor?: string | undefined;
}

/** Creates the default identity, that of the orchestrator. Returns a new object on every call. */
export function createDefaultAgentIdentity(): {
  agentId: string;
  agentName: string;
  agentIcon: string;
  agentColor: string;
} {
  return { agentId: "orchestrator", agentName: "Orchestrator", agentIcon: "🎯", agentColor: "#8B5CF6" };
}

/**
 * Replaces the identity of the active agent. Defaults to the orchestrator.
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the default has every property of the type
  if (current === undefined || current === null) return frozenCopy(update ?? createDefaultAgentIdentity()) as Identity;
  return lastWrite(current, update ?? undefined);
}
