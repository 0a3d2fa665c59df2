import { z } from "zod";
import { HandoffReason } from "../schemas/handoff.ts";
import { AgentIdentity } from "../schemas/identity.ts";
import { type DetailsOf, EventBase, makeEvent } from "./event-base.ts";

/** An agent passed its work to another one. */
export const AgentHandoffEvent = EventBase.extend({
  type: z.literal("agent_handoff"),
  handoffId: z.uuid(),
  fromAgent: AgentIdentity,
  toAgent: AgentIdentity,
  reason: HandoffReason,
  /** The reason in a sentence for people. */
  explanation: z.string().optional(),
});
export type AgentHandoffEvent = z.infer<typeof AgentHandoffEvent>;

/** Another agent speaks from now on, whoever decided that. */
export const AgentChangedEvent = EventBase.extend({
  type: z.literal("agent_changed"),
  previousAgent: AgentIdentity,
  currentAgent: AgentIdentity,
  /** Who decided: the supervisor, the previous agent, or the user. */
  handoffType: z.enum(["supervisor_routing", "agent_handoff", "user_selection"]),
  reason: z.string().optional(),
});
export type AgentChangedEvent = z.infer<typeof AgentChangedEvent>;

/** Makes an `agent_handoff` event. */
export function agentHandoff(base: EventBase, details: DetailsOf<AgentHandoffEvent>): AgentHandoffEvent {
  return makeEvent("agent_handoff", base, details);
}

/** Makes an `agent_changed` event. */
export function agentChanged(base: EventBase, details: DetailsOf<AgentChangedEvent>): AgentChangedEvent {
  return makeEvent("agent_changed", base, details);
}
