import type { StateDeclaration } from "@tidemark/core-state";

/** Parts of an agent that decide whether it can run next to others. */
interface Writer {
  readonly name: string;
  readonly writes: readonly string[];
  readonly roles: readonly string[];
}

/** Rules about agents that run at once. */
export interface TogetherRules {
  /** True for an agent that never runs next to another one. */
  readonly alone: (agent: string) => boolean;
  /** True for two agents that cannot run at once. An agent may also be compared with itself. */
  readonly conflicts: (one: string, other: string) => boolean;
}

/**
 * Creates the rules for the agents of a graph. Two agents cannot run at once if both write a field that keeps one
 * value, because one of the values would be lost. An agent that plans, commits or writes for the framework runs alone.
 */
export function togetherRules(state: StateDeclaration, agents: readonly Writer[]): TogetherRules {
  const plain = new Map(agents.map(({ name, writes }) => [name, writes.filter((field) => !hasReducer(state, field))]));
  const alone = new Set(agents.filter(({ roles }) => roles.some((role) => DECIDING.has(role))).map(({ name }) => name));
  return {
    alone: (agent) => alone.has(agent),
    conflicts: (one, other) => (plain.get(one) ?? []).some((field) => plain.get(other)?.includes(field)),
  };
}

/** True for a field whose updates are combined with its value. */
export function hasReducer({ fields }: StateDeclaration, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && (field.reducer !== undefined || field.holds === "messages");
}

const DECIDING: ReadonlySet<string> = new Set(["planner", "root", "runtime"]);
