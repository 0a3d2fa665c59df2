import type { AgentIdentity, RetryPolicy } from "@tidemark/core-state/internal";
import type { ContextConstraint } from "@tidemark/state-manager/internal";
import type { z } from "zod";
import { agentErrors } from "../kernel/errors.ts";

/** What the rules need to know of an agent; what it does is not part of it. */
export interface AgentDescription {
  /** The agent's id, and the name of its node. */
  readonly name: string;
  /** What it is for, in one sentence, for planners and people. */
  readonly description: string;
  /** How it appears to people. */
  readonly identity: AgentIdentity;
  /** What it can do; its own name counts as one. */
  readonly capabilities: readonly string[];
  /** The context types that it reads, alone or with how many of each. */
  readonly requires: readonly ContextConstraint<string>[];
  /** The context types that it stores. */
  readonly provides: readonly string[];
  /** True for parts of the machinery, such as the one that answers: no handoff and no user can choose them. */
  readonly system: boolean;
  /**
   * True for an agent that changes nothing outside the state. The approval rules `writes` and `code` then need no approval.
   * Defaults to false.
   */
  readonly readOnly?: boolean;
  /** Schema of the parameters of its steps, and of the payload of a handoff to it. Defaults to any parameters. */
  readonly inputs?: z.ZodType;
  /** How often and how patiently it is tried again; the default of its kind when not said. */
  readonly retryPolicy?: RetryPolicy;
  /** After how many seconds a run of it is aborted; never when not said. */
  readonly timeoutSeconds?: number;
}

/** An agent as one writes it down: everything but name and description has a default. */
export interface AgentOutline extends Partial<Omit<AgentDescription, "identity">> {
  readonly name: string;
  readonly description: string;
  /** What differs from the default identity, whose id and name are the agent's name. */
  readonly identity?: Partial<AgentIdentity>;
}

/**
 * Completes the description of an agent; the result is frozen.
 *
 * A name that could not be that of a tool throws `agents/invalidAgentName`.
 *
 * @example
 * ```ts
 * import { describeAgent } from "@tidemark/agents";
 *
 * const weather = describeAgent({ name: "weather", description: "Knows the weather.", capabilities: ["forecast"] });
 * console.log(weather.identity.agentId, weather.capabilities); // weather [ 'weather', 'forecast' ]
 * ```
 */
export function describeAgent(outline: AgentOutline): AgentDescription {
  const { name, description, identity, capabilities = [], inputs, retryPolicy, timeoutSeconds } = outline;
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

/** What every provider of models takes as the name of a tool. */
const possibleName = /^[A-Za-z][\w-]{0,63}$/u;
