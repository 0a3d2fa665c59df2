import { type AgentIdentity, nearestName, orchestratorIdentity } from "@tidemark/core-state/internal";
import type { AgentDescription } from "./agent-description.ts";
import { agentErrors } from "../kernel/errors.ts";

/** The agents of an application, by name and by what they can do. */
export interface AgentRegistry<Each extends AgentDescription = AgentDescription> {
  /** All of them, in the order they were given. */
  readonly agents: readonly Each[];
  /** The agent of this name; an unknown one throws `agents/unknownAgent` with the nearest name. */
  get(name: string): Each;
  /** The agent of this name, or `null`. */
  find(name: string): Each | null;
  /** Those that can do this, in order. */
  withCapability(capability: string): readonly Each[];
  /** Those that store contexts of this type, in order. */
  providers(contextType: string): readonly Each[];
  /** How somebody appears to people: an agent, the orchestrator, or a plain name for anybody else. */
  identity(name: string): AgentIdentity;
}

/**
 * Gathers the agents of an application; the registry is frozen.
 *
 * Two agents of one name throw `agents/duplicateAgent`.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent } from "@tidemark/agents";
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
      kept.filter((each) => each.name === capability || each.capabilities.includes(capability)),
    providers: (contextType) => kept.filter((each) => each.provides.includes(contextType)),
    identity(name) {
      const agent = find(name);
      if (agent !== null) return agent.identity;
      const orchestrator = orchestratorIdentity();
      return name === orchestrator.agentId ? orchestrator : { agentId: name, agentName: name };
    },
  });
}
