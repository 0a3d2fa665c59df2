import { z } from "zod";
import { HandoffReason } from "../schemas/handoff.ts";
import { AgentIdentity } from "../schemas/identity.ts";
import { type DetailsOf, EventBase, makeEvent } from "./event-base.ts";

/** Handoff of work from one agent to another. */
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

/** Change of the agent that speaks to the user. */
export const AgentChangedEvent = EventBase.extend({
  type: z.literal("agent_changed"),
  previousAgent: AgentIdentity,
  currentAgent: AgentIdentity,
  /** Origin of the change: the supervisor, the previous agent, or the user. */
  handoffType: z.enum(["supervisor_routing", "agent_handoff", "user_selection"]),
  reason: z.string().optional(),
});
export type AgentChangedEvent = z.infer<typeof AgentChangedEvent>;

/** Creates an `agent_handoff` event. */
export function agentHandoff(base: EventBase, details: DetailsOf<AgentHandoffEvent>): AgentHandoffEvent {
  return makeEvent("agent_handoff", base, details);
}

/** Creates an `agent_changed` event. */
export function agentChanged(base: EventBase, details: DetailsOf<AgentChangedEvent>): AgentChangedEvent {
  return makeEvent("agent_changed", base, details);
}
