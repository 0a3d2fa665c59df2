import type { AgentOutput } from "@tidemark/core-state";
import type { ContextData } from "@tidemark/core-state/internal";

/** Complete output of an agent, overridden by the given parts. */
export const output = (parts: Partial<AgentOutput> = {}): AgentOutput => ({
  data: { eventType: "create", title: "Soccer practice" },
  explanation: "A new event on Saturday at 2pm.",
  confidence: 0.95,
  reasoning: "Clear time and kind of event.",
  timestamp: "2026-01-08T20:30:00Z",
  ...parts,
});

/** State that contains these outputs, by agent. */
export const withOutputs = (
  outputs: Record<string, Partial<AgentOutput>>,
): { capability_context_data: ContextData } => ({
  capability_context_data: {
    AGENT_OUTPUT: Object.fromEntries(Object.entries(outputs).map(([agent, parts]) => [agent, output(parts)])),
  },
});
