import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Clock } from "@tidemark/state-manager";
import type { NodeResult } from "@tidemark/state-manager/internal/langgraph";
import type { AgentValues } from "../kernel/agent-values.ts";
import { effectEntry, turnIdOf } from "./audit.ts";
import { agentErrors } from "../kernel/errors.ts";
import { threadOf } from "./ask.graph.ts";
import { grantedApprovals, missingApproval, type RouterApprovalOptions } from "./step-approval.graph.ts";

/** Options of `approvalGuard`. */
export interface ApprovalGuardOptions extends RouterApprovalOptions {
  readonly agent: { readonly name: string; readonly writes: readonly string[] };
  readonly clock: Pick<Clock, "now">;
}

/**
 * Checks that an agent that needs approval has it, regardless of the route to its node. Throws `agents/notApproved`.
 *
 * Returns a function that adds an audit entry to the result of an agent that ran under an approval.
 */
export function approvalGuard({
  agent,
  clock,
  ...options
}: ApprovalGuardOptions): (values: AgentValues, config: LangGraphRunnableConfig) => (result: NodeResult) => NodeResult {
  return (values, config) => {
    const moment = { now: clock.now(), threadId: threadOf(config) };
    if (missingApproval(values, agent.name, moment, options) !== null) {
      throw agentErrors.notApproved({ agent: agent.name });
    }
    const granted = grantedApprovals(values, agent.name, moment, options).at(-1);
    if (granted === undefined) return (result) => result;
    return (result) => {
      const written = [...result.writes, ...(result.parent?.writes ?? [])].map(([field]) => field);
      const fields = [...new Set(written)].filter((name) => isOwn(name, agent));
      const work = { by: agent.name, fields, turnId: turnIdOf(values), timestamp: clock.now() };
      return { ...result, writes: [...result.writes, ["runtime_audit_log", [effectEntry(granted, work)]]] };
    };
  };
}

/** Contexts are written on behalf of the agent by its tools. Other undeclared fields are bookkeeping. */
const isOwn = (name: string, { writes }: ApprovalGuardOptions["agent"]): boolean =>
  writes.includes(name) || name === "capability_context_data";
