import type { AgentState, ValueOf } from "tidemark";
import type { AgentOutput } from "tidemark/agents";

/** Creates an agent output with defaults for everything not given. */
export const output = (parts: Partial<AgentOutput> = {}): AgentOutput => ({
  data: { eventType: "create", title: "Soccer practice" },
  explanation: "A new event on Saturday at 2pm.",
  confidence: 0.95,
  reasoning: "Clear time and kind of event.",
  timestamp: "2026-01-08T20:30:00Z",
  ...parts,
});

/** The part of a state that holds these outputs, by agent. */
export const withOutputs = (
  outputs: Record<string, Partial<AgentOutput>>,
): Pick<ValueOf<typeof AgentState>, "capability_context_data"> => ({
  capability_context_data: {
    AGENT_OUTPUT: Object.fromEntries(Object.entries(outputs).map(([agent, parts]) => [agent, output(parts)])),
  },
});
