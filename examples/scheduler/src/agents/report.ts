import type { Command } from "@langchain/langgraph";
import type { AgentRuntime, ErrorClassification } from "tidemark";
import { type AgentOutput, agentOutputUpdate, createStatusUpdate } from "tidemark/conversation";
import { schedulerErrors } from "../errors.ts";
import type { SchedulerValue } from "../state.ts";

/** What the definitions of all agents of the scheduler share: the fields of their reports, and the classification of errors. */
export const REPORT = {
  reads: ["runtime_updated_at"],
  writes: ["capability_context_data", "runtime_audit_log", "runtime_updated_at", "status_updates"],
  roles: ["runtime"],
} as const;

/** Emits the status of an agent, and returns a function that builds its report: its output and an audit log entry. */
export function startReport(
  { agent, working, progress }: { readonly agent: string; readonly working: string; readonly progress: number },
  { clock, emit }: Pick<AgentRuntime, "clock" | "emit">,
) {
  const common = { progress, metadata: { agent } };
  const eventId = emit({ type: "status", ...common, message: working, complete: false });
  return (values: Pick<SchedulerValue, "runtime_updated_at">, output: Omit<AgentOutput, "timestamp">) => {
    const timestamp = clock.now();
    emit({ type: "status", ...common, message: output.explanation, complete: true });
    return {
      ...agentOutputUpdate(values, agent, { ...output, timestamp }),
      ...createStatusUpdate(working, progress, {
        timestamp: Date.parse(timestamp) / 1000,
        metadata: { agent, eventId },
      }),
    };
  };
}

/** Message with which an agent answers the user. */
export const answer = (agent: string, text: string) => ({
  messages: [{ role: "assistant", content: text, name: agent }],
});

/** Command of a handoff. A refusal ends the turn with its reason. */
export function handedOver(result: ReturnType<AgentRuntime["handoff"]>): Command {
  if (result.outcome === "handedOff") return result.command;
  throw schedulerErrors.impossibleRequest({ problem: result.message });
}

/**
 * Classifies an error: a typed error describes a problem of the request or the data, which a retry cannot fix; any other error
 * is a fault of the program or the machine, which may be temporary.
 */
export function classifyError(error: unknown): ErrorClassification {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return error instanceof Error && typeof code === "string" && code.includes("/")
    ? { severity: "critical", userMessage: error.message }
    : { severity: "retriable" };
}
