import type { AgentOutput } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { z } from "zod";

/** Context type of agents' outputs, stored by agent name. */
export const AGENT_OUTPUT = "AGENT_OUTPUT";

/** Part of a state that contains agents' outputs. */
export interface WithAgentOutputs {
  readonly capability_context_data?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null | undefined;
}

/** Returns the last output of an agent, or null when it is missing or incomplete. */
export function getAgentOutput(state: WithAgentOutputs, agentName: string): AgentOutput | null {
  const entry = storedOutput(state, agentName);
  return isAgentOutput(entry) ? entry : null;
}

/** Returns the confidence of an agent's last output, or null without one. */
export function getAgentConfidence(state: WithAgentOutputs, agentName: string): number | null {
  const entry = storedOutput(state, agentName);
  return isPlainRecord(entry) && typeof entry["confidence"] === "number" ? entry["confidence"] : null;
}

/** Returns the data of an agent's last output, or null when it is missing or does not match the schema. */
export function getAgentData<Data>(state: WithAgentOutputs, agentName: string, schema: z.ZodType<Data>): Data | null {
  const parsed = schema.safeParse(getAgentOutput(state, agentName)?.data);
  return parsed.success ? parsed.data : null;
}

function storedOutput(state: WithAgentOutputs, agentName: string): unknown {
  const outputs: unknown = state.capability_context_data?.[AGENT_OUTPUT];
  // An agent may be called "constructor"; only what was stored counts.
  return isPlainRecord(outputs) && Object.hasOwn(outputs, agentName) ? outputs[agentName] : null;
}

/** Shallow check: data was validated when it was stored, and outputs are read at every step. */
const isAgentOutput = (value: unknown): value is AgentOutput =>
  isPlainRecord(value) &&
  isPlainRecord(value["data"]) &&
  typeof value["explanation"] === "string" &&
  typeof value["confidence"] === "number" &&
  typeof value["reasoning"] === "string" &&
  typeof value["timestamp"] === "string";
