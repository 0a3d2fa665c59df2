import { AgentOutput, type AuditEntry, type ContextData, formatPath } from "@tidemark/core-state";
import { AGENT_OUTPUT, type Touchable, touched } from "@tidemark/state-manager";
import { flowErrors } from "./errors.ts";

/** What `updateStateWithAgentOutput` writes; the audit log and the time belong to the writer "runtime". */
export interface AgentOutputUpdate {
  readonly capability_context_data: ContextData;
  readonly runtime_audit_log: AuditEntry[];
  readonly runtime_updated_at: string;
}

/**
 * Gives the update that stores an agent's output under the agent's name and notes it in the audit log.
 *
 * A second output of the same agent replaces the first, and both stay in the log. Outputs of agents that run in
 * parallel are all kept. An output that is not whole, or a confidence outside 0 to 1, throws `flow/invalidAgentOutput`.
 */
export function updateStateWithAgentOutput(
  state: Touchable,
  agentName: string,
  output: AgentOutput,
  now: string,
): AgentOutputUpdate {
  const parsed = AgentOutput.safeParse(output);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = issue?.message ?? "invalid";
    throw flowErrors.invalidAgentOutput({ agent: agentName, at: formatPath(issue?.path ?? []), problem });
  }
  const { timestamp, confidence, explanation } = parsed.data;
  return {
    capability_context_data: { [AGENT_OUTPUT]: { [agentName]: parsed.data } },
    runtime_audit_log: [{ step: agentName, timestamp, confidence, explanation }],
    ...touched(state, now),
  };
}
