import type { Route } from "../kernel/route-decision.ts";
import type { RouteFacts } from "./route-facts.ts";

/**
 * Returns the route of a plan step. Answers and questions are built-in nodes; other steps belong to an agent, by name
 * or capability.
 *
 * @internal
 */
export function stepRoute(facts: RouteFacts, { name, place }: { name: string | null; place: string }): Route {
  if (name === null || name === "respond") return { to: "respond", because: `${place} is the answer` };
  if (name === "clarify") {
    const { allowed, because } = facts.may("clarification");
    return allowed
      ? { to: "clarify", because: `${place} is a question to the user` }
      : { to: "respond", because: `${place} is a question to the user, but ${because}` };
  }
  const agent = facts.agentFor(name);
  if (agent === null) return { to: "error", because: `${place} is for "${name}", but no agent has this capability` };
  if (agent.system) return { to: "error", because: `${place} is for "${name}", which is a built-in node` };
  return { to: "agent", agent: agent.name, because: `${place} is for "${name}"` };
}
