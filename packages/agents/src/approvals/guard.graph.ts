import { Command, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { AuditEntry } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import type { Clock } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import { effectEntry, turnIdOf } from "./audit.ts";
import { agentErrors } from "../kernel/errors.ts";
import { threadOf } from "./ask.graph.ts";
import { grantedApproval, missingApproval, type RouterApprovalOptions } from "./step-approval.graph.ts";

/** Whose node it is, and what its approvals are decided by. */
export interface GuardOptions extends RouterApprovalOptions {
  readonly agent: { readonly name: string; readonly writes: readonly string[] };
  readonly clock: Pick<Clock, "now">;
}

/**
 * Keeps an agent that needs an approval from running without one, whoever leads to its node; it throws `agents/notApproved`.
 *
 * What an agent did under an approval is an entry of the audit log.
 */
export function underApproval<Values extends object>(
  node: (values: Values, config: LangGraphRunnableConfig) => Promise<unknown>,
  { agent, clock, ...options }: GuardOptions,
): (values: Values, config: LangGraphRunnableConfig) => Promise<unknown> {
  return async (values, config) => {
    const known: AgentValues = values;
    const moment = { now: clock.now(), threadId: threadOf(config) };
    if (missingApproval(known, agent.name, moment, options) !== null) {
      throw agentErrors.notApproved({ agent: agent.name });
    }
    const granted = grantedApproval(known, agent.name, moment, options);
    const answer = await node(values, config);
    if (granted === null) return answer;
    const fields = [...new Set([answer].flat().flatMap(fieldsOf))].filter((name) => isOwn(name, agent));
    const work = { by: agent.name, fields, turnId: turnIdOf(known), timestamp: clock.now() };
    return withEntry(answer, effectEntry(granted, work));
  };
}

/** Contexts are written for the agent by its tools; the other fields that are not its own are bookkeeping. */
const isOwn = (name: string, { writes }: GuardOptions["agent"]): boolean =>
  writes.includes(name) || name === "capability_context_data";

function fieldsOf(part: unknown): readonly string[] {
  const update: unknown = part instanceof Command ? part.update : part;
  if (Array.isArray(update)) return update.map((pair: unknown) => (Array.isArray(pair) ? String(pair[0]) : ""));
  return isPlainRecord(update) ? Object.keys(update) : [];
}

function withEntry(answer: unknown, entry: AuditEntry): unknown {
  if (!isPlainRecord(answer)) return [answer, new Command({ update: { runtime_audit_log: [entry] } })].flat();
  const { runtime_audit_log: written } = answer;
  const log: readonly unknown[] = Array.isArray(written) ? written : [];
  return { ...answer, runtime_audit_log: [...log, entry] };
}
