import type { AgentIdentity } from "@tidemark/core-state/internal";
import type { AgentDescription } from "./agent-description.ts";

/** Update after an agent has run. Its fields are owned by `runtime`. */
export interface AgentMarks {
  readonly control_active_agent: string;
  readonly ui_agent_identity: AgentIdentity;
}

/** Returns the update that makes an agent the active and displayed one. */
export const activeAgentUpdate = (agent: Pick<AgentDescription, "name" | "identity">): AgentMarks => ({
  control_active_agent: agent.name,
  ui_agent_identity: agent.identity,
});
