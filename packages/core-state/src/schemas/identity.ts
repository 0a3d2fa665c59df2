import { createDefaultAgentIdentity } from "@tidemark/reducers/internal";
import { z } from "zod";

/** Appearance of an agent in user interfaces: its name, and optionally an icon and a color. */
export const AgentIdentity = z.strictObject({
  agentId: z.string().min(1),
  agentName: z.string().min(1),
  /** An emoji or the name of an icon. */
  agentIcon: z.string().optional(),
  /** A CSS color. */
  agentColor: z.string().optional(),
});
export type AgentIdentity = z.infer<typeof AgentIdentity>;

/** Returns a new object with the identity of the orchestrator, which speaks until another agent does. */
export const orchestratorIdentity = (): AgentIdentity => createDefaultAgentIdentity();
