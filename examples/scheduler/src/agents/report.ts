import { type AgentRuntime, type ErrorClassification } from "tidemark";
import { type AgentOutput, agentOutputUpdate, createStatusUpdate } from "tidemark/conversation";
import type { SchedulerValue } from "../state.ts";

/** Progress information of an agent. */
interface Work {
  readonly agent: string;
  /** Description of the work, in a few words. */
  readonly working: string;
  /** Progress of the turn when this agent starts, from 0 to 1. */
  readonly progress: number;
}

/** Fields that every agent of the scheduler reads and writes for its report. */
export const REPORT = {
  reads: ["runtime_updated_at"],
  writes: ["capability_context_data", "runtime_audit_log", "runtime_updated_at", "status_updates"],
  roles: ["runtime"],
} as const;

/** Emits the status of an agent, and returns a function that builds its report: its output and an audit log entry. */
export function startReport({ agent, working, progress }: Work, { clock, emit }: Pick<AgentRuntime, "clock" | "emit">) {
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
