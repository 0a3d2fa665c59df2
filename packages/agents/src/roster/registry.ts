import { type AgentIdentity, nearestName, orchestratorIdentity } from "@tidemark/core-state/internal";
import type { AgentDescription } from "./agent-description.ts";
import { agentErrors } from "../kernel/errors.ts";

/** Agents of an application, searchable by name and capability. */
export interface AgentRegistry<Each extends AgentDescription = AgentDescription> {
  /** All agents, in the order of definition. */
  readonly agents: readonly Each[];
  /** Returns the agent with this name. Throws `agents/unknownAgent`, with the closest name, for an unknown one. */
  get(name: string): Each;
  /** Returns the agent with this name, or null. */
  find(name: string): Each | null;
  /** Returns the agents with this capability, in order. */
  withCapability(capability: string): readonly Each[];
  /** Returns the agents that store contexts of this type, in order. */
  providers(contextType: string): readonly Each[];
  /** Returns the display identity of an agent or the orchestrator. Any other name becomes its own identity. */
  identity(name: string): AgentIdentity;
}

/**
 * Creates the registry of an application's agents. The registry is frozen.
 *
 * Two agents with the same name throw `agents/duplicateAgent`.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent } from "tidemark/agents";
 *
 * const weather = describeAgent({ name: "weather", description: "Knows the weather.", provides: ["FORECAST"] });
 * const registry = defineRegistry([weather, describeAgent({ name: "mail", description: "Sends mail." })]);
 * console.log(registry.providers("FORECAST").map((each) => each.name), registry.find("wether")); // [ 'weather' ] null
 * ```
 */
export function defineRegistry<Each extends AgentDescription>(agents: readonly Each[]): AgentRegistry<Each> {
  const kept = Object.freeze([...agents]);
  const byName = new Map<string, Each>();
  for (const agent of kept) {
    if (byName.has(agent.name)) throw agentErrors.duplicateAgent({ agent: agent.name });
    byName.set(agent.name, agent);
  }
  const find = (name: string): Each | null => byName.get(name) ?? null;
  return Object.freeze<AgentRegistry<Each>>({
    agents: kept,
    find,
    get(name) {
      const known = [...byName.keys()];
      const agent = find(name);
      if (agent === null) throw agentErrors.unknownAgent({ agent: name, nearest: nearestName(name, known), known });
      return agent;
    },
    withCapability: (capability) =>
      kept.filter((agent) => agent.name === capability || agent.capabilities.includes(capability)),
    providers: (contextType) => kept.filter((agent) => agent.provides.includes(contextType)),
    identity(name) {
      const agent = find(name);
      if (agent !== null) return agent.identity;
      const orchestrator = orchestratorIdentity();
      return name === orchestrator.agentId ? orchestrator : { agentId: name, agentName: name };
    },
  });
}
