import type { AgentIdentity, RetryPolicy } from "@tidemark/core-state/internal";
import type { ContextConstraint } from "@tidemark/state-manager/internal";
import type { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";

/** Description of an agent for rules and routing, without its implementation. */
export interface AgentDescription {
  /** The agent's id, and the name of its node. */
  readonly name: string;
  /** Purpose of the agent in one sentence, for planners and people. */
  readonly description: string;
  /** Display identity of the agent. */
  readonly identity: AgentIdentity;
  /** Capabilities of the agent, including its own name. */
  readonly capabilities: readonly string[];
  /** Context types that the agent reads, each optionally with a count. */
  readonly requires: readonly ContextConstraint<string>[];
  /** Context types that the agent stores. */
  readonly provides: readonly string[];
  /** True for a built-in node, such as the one that answers. Neither handoffs nor users can choose it. */
  readonly system: boolean;
  /**
   * True for an agent that changes nothing outside the state. The approval rules `writes` and `code` then require no
   * approval. Defaults to false.
   */
  readonly readOnly?: boolean;
  /** Schema of the parameters of its steps, and of the payload of a handoff to it. Defaults to any parameters. */
  readonly inputs?: z.ZodType;
  /** Retry policy. Defaults to the policy of its kind of node. */
  readonly retryPolicy?: RetryPolicy;
  /** Maximum duration of a run, in seconds. Defaults to no limit. */
  readonly timeoutSeconds?: number;
}

/** Input for `describeAgent`: everything except the name has a default. */
export interface AgentOutline extends Partial<Omit<AgentDescription, "identity">> {
  readonly name: string;
  /** Purpose of the agent in one sentence, for planners and people. Defaults to none. */
  readonly description?: string;
  /** Changes to the default identity, whose id and name are the agent's name. */
  readonly identity?: Partial<AgentIdentity>;
}

/**
 * Completes the description of an agent. The result is frozen.
 *
 * A name that is not valid as a tool name throws `agents/invalidAgentName`.
 *
 * @example
 * ```ts
 * import { describeAgent } from "tidemark/agents";
 *
 * const weather = describeAgent({ name: "weather", description: "Knows the weather.", capabilities: ["forecast"] });
 * console.log(weather.identity.agentId, weather.capabilities); // weather [ 'weather', 'forecast' ]
 * ```
 */
export function describeAgent(outline: AgentOutline): AgentDescription {
  const { name, description = "", identity, capabilities = [], inputs, retryPolicy, timeoutSeconds } = outline;
  if (!possibleName.test(name) || name === "constructor" || name === "prototype")
    throw agentErrors.invalidAgentName({ agent: name });
  return Object.freeze({
    name,
    description,
    identity: Object.freeze({ agentId: name, agentName: name, ...identity }),
    capabilities: Object.freeze([...new Set([name, ...capabilities])]),
    requires: Object.freeze([...(outline.requires ?? [])]),
    provides: Object.freeze([...(outline.provides ?? [])]),
    system: outline.system ?? false,
    ...(outline.readOnly === true && { readOnly: true }),
    ...(inputs !== undefined && { inputs }),
    ...(retryPolicy !== undefined && { retryPolicy }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  });
}

/** Tool names that every model provider accepts. */
const possibleName = /^[A-Za-z][\w-]{0,63}$/u;

/** A name with the purpose of its agent, if it has one. */
export const withPurpose = (name: string, description: string): string =>
  description === "" ? name : `${name}: ${description}`;
