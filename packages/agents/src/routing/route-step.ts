import type { Route } from "../kernel/route-decision.ts";
import type { RouteFacts } from "./route-facts.ts";

/**
 * Finds who does a step: the answer and the question are nodes of their own, everything else is an agent by name or capability.
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
  if (agent === null) return { to: "error", because: `${place} is for "${name}", which no agent can do` };
  if (agent.system) return { to: "error", because: `${place} is for "${name}", which does no steps` };
  return { to: "agent", agent: agent.name, because: `${place} is for "${name}"` };
}
