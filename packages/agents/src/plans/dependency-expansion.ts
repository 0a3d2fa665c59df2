import type { AgentDescription } from "../roster/agent-description.ts";
import type { AgentRegistry } from "../roster/registry.ts";

/** Selection of capabilities with the providers of their required contexts. */
export interface ExpandedSelection {
  /** Selected capabilities in their order, each once, followed by the added ones. */
  readonly capabilities: readonly string[];
  /** Added capabilities, with the context type and the capability that needs it. */
  readonly added: readonly { readonly capability: string; readonly provides: string; readonly neededBy: string }[];
  /** Required context types that are neither stored nor provided by an agent. */
  readonly unprovided: readonly { readonly contextType: string; readonly neededBy: string }[];
}

/**
 * Adds the providers of all contexts that the selected capabilities require, transitively.
 *
 * Stored context types, and types that a selected capability provides, need no provider. If several agents provide a
 * type, the first in the registry is added. Each capability is added once, so the expansion ends even with cycles.
 *
 * @example
 * ```ts
 * import { defineRegistry, describeAgent } from "@tidemark/agents";
 * import { expandDependencies } from "@tidemark/agents/internal";
 *
 * const registry = defineRegistry([
 *   describeAgent({ name: "find", description: "Finds addresses.", provides: ["ADDRESS"] }),
 *   describeAgent({ name: "write", description: "Writes letters.", requires: ["ADDRESS"] }),
 * ]);
 * console.log(expandDependencies(["write"], registry, []).capabilities); // [ 'write', 'find' ]
 * console.log(expandDependencies(["write"], registry, ["ADDRESS"]).capabilities); // [ 'write' ]
 * ```
 */
export function expandDependencies(
  selected: readonly string[],
  registry: AgentRegistry,
  storedTypes: Iterable<string>,
): ExpandedSelection {
  const capabilities = new Set(selected);
  const available = new Set(storedTypes);
  for (const capability of capabilities) {
    for (const type of findAgentFor(registry, capability)?.provides ?? []) available.add(type);
  }
  const added: ExpandedSelection["added"][number][] = [];
  const unprovided: ExpandedSelection["unprovided"][number][] = [];
  // Iterating a set also visits elements added during the iteration, which makes the expansion transitive.
  for (const capability of capabilities) {
    for (const contextType of requiredTypes(findAgentFor(registry, capability))) {
      if (available.has(contextType)) continue;
      available.add(contextType);
      const provider = registry.providers(contextType).find((agent) => !agent.system);
      if (provider === undefined) {
        unprovided.push({ contextType, neededBy: capability });
        continue;
      }
      capabilities.add(provider.name);
      for (const type of provider.provides) available.add(type);
      added.push({ capability: provider.name, provides: contextType, neededBy: capability });
    }
  }
  return { capabilities: [...capabilities], added, unprovided };
}

/**
 * Returns the agent with this name, or else the first agent with this capability.
 *
 * @internal
 */
export const findAgentFor = (registry: AgentRegistry, name: string): AgentDescription | null =>
  registry.find(name) ?? registry.withCapability(name).find((agent) => !agent.system) ?? null;

/**
 * Returns the context types that an agent requires, without their counts.
 *
 * @internal
 */
export const requiredTypes = (agent: AgentDescription | null): string[] =>
  (agent?.requires ?? []).map((required) => (typeof required === "string" ? required : required[0]));
