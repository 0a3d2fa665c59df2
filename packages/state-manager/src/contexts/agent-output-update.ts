import { AgentOutput, type AuditEntry } from "@tidemark/core-state";
import { type ContextData, formatPath } from "@tidemark/core-state/internal";
import { AGENT_OUTPUT } from "./agent-output.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { type Touchable, touched } from "../kernel/touched.ts";

/** Update that stores an agent's output. The audit log and the time are owned by "runtime". */
export interface AgentOutputUpdate {
  readonly capability_context_data: ContextData;
  readonly runtime_audit_log: AuditEntry[];
  readonly runtime_updated_at: string;
}

/**
 * Returns the update that stores an agent's output for `getAgentOutput` and records it in the audit log.
 *
 * A second output of the same agent replaces the first; both stay in the log. Outputs of parallel agents are all kept. An
 * incomplete output, or a confidence outside 0 to 1, throws `state-manager/invalidAgentOutput`.
 *
 * @example
 * ```ts
 * import { agentOutputUpdate, getAgentConfidence } from "tidemark/agents";
 *
 * const timestamp = "2026-01-08T20:30:00Z";
 * const output = { data: { sky: "rain" }, explanation: "It rains.", confidence: 0.9, reasoning: "measured", timestamp };
 * const update = agentOutputUpdate({ runtime_updated_at: null }, "weather", output);
 * console.log(getAgentConfidence(update, "weather"), update.runtime_updated_at); // 0.9 2026-01-08T20:30:00Z
 * ```
 */
export function agentOutputUpdate(state: Touchable, agentName: string, output: AgentOutput): AgentOutputUpdate {
  const parsed = AgentOutput.safeParse(output);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = formatPath((issue?.path ?? []).map((key) => (typeof key === "symbol" ? String(key) : key)));
    throw stateManagerErrors.invalidAgentOutput({ agent: agentName, at, problem: issue?.message ?? "invalid" });
  }
  const { timestamp, confidence, explanation } = parsed.data;
  return {
    capability_context_data: { [AGENT_OUTPUT]: { [agentName]: parsed.data } },
    runtime_audit_log: [{ step: agentName, timestamp, confidence, explanation }],
    ...touched(state, timestamp),
  };
}
