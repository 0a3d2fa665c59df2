import type { AgentOutput } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { z } from "zod";

/** The context type under which the outputs of agents lie, by agent name. */
export const AGENT_OUTPUT = "AGENT_OUTPUT";

/** The part of a state that holds what agents put out. */
export interface WithAgentOutputs {
  readonly capability_context_data?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null | undefined;
}

/** Gives what the agent put out last, or null when it put out nothing or nothing whole. */
export function getAgentOutput(state: WithAgentOutputs, agentName: string): AgentOutput | null {
  const entry = storedOutput(state, agentName);
  return isAgentOutput(entry) ? entry : null;
}

/** Gives how sure the agent was, or null when it did not say; a confidence of 0 is 0. */
export function getAgentConfidence(state: WithAgentOutputs, agentName: string): number | null {
  const entry = storedOutput(state, agentName);
  return isPlainRecord(entry) && typeof entry["confidence"] === "number" ? entry["confidence"] : null;
}

/** Gives the data of an agent's output as its schema describes them, or null when there are none that fit it. */
export function getAgentData<Data>(state: WithAgentOutputs, agentName: string, schema: z.ZodType<Data>): Data | null {
  const parsed = schema.safeParse(getAgentOutput(state, agentName)?.data);
  return parsed.success ? parsed.data : null;
}

function storedOutput(state: WithAgentOutputs, agentName: string): unknown {
  const outputs: unknown = state.capability_context_data?.[AGENT_OUTPUT];
  // An agent may be called "constructor"; only what was stored counts.
  return isPlainRecord(outputs) && Object.hasOwn(outputs, agentName) ? outputs[agentName] : null;
}

/** Shallow on purpose: the data were checked when they were stored, and outputs are read at every step. */
const isAgentOutput = (value: unknown): value is AgentOutput =>
  isPlainRecord(value) &&
  isPlainRecord(value["data"]) &&
  typeof value["explanation"] === "string" &&
  typeof value["confidence"] === "number" &&
  typeof value["reasoning"] === "string" &&
  typeof value["timestamp"] === "string";
