import type { AgentIdentity } from "@tidemark/core-state";
import type { AgentDescription } from "./agent-description.ts";

/** What is written when an agent has run: by the writer "runtime". */
export interface AgentMarks {
  readonly control_active_agent: string;
  readonly control_last_agent: string;
  /** One more: every run of an agent counts. */
  readonly control_iteration: number;
  readonly ui_agent_identity: AgentIdentity;
}

/** Marks that an agent has run: it is the one at work, the last one, and the one that speaks. */
export const markAgent = (
  values: { readonly control_iteration?: number | null | undefined },
  agent: Pick<AgentDescription, "name" | "identity">,
): AgentMarks => ({
  control_active_agent: agent.name,
  control_last_agent: agent.name,
  control_iteration: (values.control_iteration ?? 0) + 1,
  ui_agent_identity: agent.identity,
});
