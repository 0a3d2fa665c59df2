import type { AgentIdentity } from "@tidemark/core-state/internal";
import type { AgentDescription } from "./agent-description.ts";

/** What is written when an agent has run: by "runtime". */
export interface AgentMarks {
  readonly control_active_agent: string;
  readonly ui_agent_identity: AgentIdentity;
}

/** Marks whose turn it was to speak: the agent is the one at work, and appears as itself. */
export const markAgent = (agent: Pick<AgentDescription, "name" | "identity">): AgentMarks => ({
  control_active_agent: agent.name,
  ui_agent_identity: agent.identity,
});
