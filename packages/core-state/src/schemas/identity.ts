import { createDefaultAgentIdentity } from "@tidemark/reducers/internal";
import { z } from "zod";

/** How an agent appears to people: a name, perhaps an icon and a color. */
export const AgentIdentity = z.strictObject({
  agentId: z.string().min(1),
  agentName: z.string().min(1),
  /** An emoji or the name of an icon. */
  agentIcon: z.string().optional(),
  /** A CSS color. */
  agentColor: z.string().optional(),
});
export type AgentIdentity = z.infer<typeof AgentIdentity>;

/** The orchestrator's identity, in a new object each time: it speaks until another agent does. */
export const orchestratorIdentity = (): AgentIdentity => createDefaultAgentIdentity();
