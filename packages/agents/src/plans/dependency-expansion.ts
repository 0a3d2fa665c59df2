import type { AgentDescription } from "../roster/agent-description.ts";
import type { AgentRegistry } from "../roster/registry.ts";

/** What a selection of capabilities became. */
export interface ExpandedSelection {
  /** The selection in its order, each once, and behind it what was added. */
  readonly capabilities: readonly string[];
  /** What was added, and for which context type of whom. */
  readonly added: readonly { readonly capability: string; readonly provides: string; readonly neededBy: string }[];
  /** Context types that are needed, not stored, and that nobody provides. */
  readonly unprovided: readonly { readonly contextType: string; readonly neededBy: string }[];
}

/**
 * Adds whoever provides what the selected capabilities require, and what those require, until nothing is missing.
 *
 * A context type that is stored already, or that a selected capability provides, adds nobody. Of several providers the
 * first of the registry is taken. Capabilities that require each other are each added once, so it always ends.
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
    for (const type of whoDoes(registry, capability)?.provides ?? []) available.add(type);
  }
  const added: ExpandedSelection["added"][number][] = [];
  const unprovided: ExpandedSelection["unprovided"][number][] = [];
  // A set that grows while it is walked also walks what was added: that is what makes it transitive.
  for (const capability of capabilities) {
    for (const contextType of requiredTypes(whoDoes(registry, capability))) {
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
 * The agent that does what a name stands for: the agent of that name, or the first with that capability.
 *
 * @internal
 */
export const whoDoes = (registry: AgentRegistry, name: string): AgentDescription | null =>
  registry.find(name) ?? registry.withCapability(name).find((agent) => !agent.system) ?? null;

/**
 * The context types that an agent requires, without their numbers.
 *
 * @internal
 */
export const requiredTypes = (agent: AgentDescription | null): string[] =>
  (agent?.requires ?? []).map((each) => (typeof each === "string" ? each : each[0]));
