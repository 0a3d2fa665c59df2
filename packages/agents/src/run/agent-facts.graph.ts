import { factsOf, type NodeFacts } from "@tidemark/state-manager/internal";
import type { Agent } from "./agent.graph.ts";

/** What the declaration of an agent says about its node. The tools are known of an agent that `defineAgent` made. */
export function factsOfAgent(agent: Agent): NodeFacts {
  const { name, roles, reads, writes, proposes, handoffs, requires, provides, readOnly, timeoutSeconds } = agent;
  return {
    kind: "agent",
    writesAs: [name, ...roles],
    reads,
    writes,
    proposes,
    requires: requires.map((each) => (typeof each === "string" ? each : each[0])),
    provides: [...provides, ...Object.keys(agent.contexts?.schemas ?? {})],
    ...(handoffs !== undefined && { handoffs }),
    ...(readOnly === true && { readOnly }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    tools: factsOf(agent)?.tools ?? [],
  };
}
