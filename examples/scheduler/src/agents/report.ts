import { type AgentRuntime, type ErrorClassification } from "tidemark";
import { type AgentOutput, agentOutputUpdate, createStatusUpdate } from "tidemark/conversation";
import type { SchedulerValue } from "../state.ts";

/** What an agent tells people while it works. */
interface Work {
  readonly agent: string;
  /** What it does, in a few words. */
  readonly working: string;
  /** How far the turn is when this agent starts, from 0 to 1. */
  readonly progress: number;
}

/** What every agent of the scheduler reads for its report, and writes with it. */
export const REPORT = {
  reads: ["runtime_updated_at"],
  writes: ["capability_context_data", "runtime_audit_log", "runtime_updated_at", "status_updates"],
  roles: ["runtime"],
} as const;

/**
 * Tells people that an agent works, and gives what makes its report: the output under its name, noted in the audit log.
 */
export function startReport({ agent, working, progress }: Work, { clock, emit }: Pick<AgentRuntime, "clock" | "emit">) {
  const status = { type: "status", progress, metadata: { agent } } as const;
  const eventId = emit({ ...status, message: working, complete: false });
  return (values: Pick<SchedulerValue, "runtime_updated_at">, output: Omit<AgentOutput, "timestamp">) => {
    const timestamp = clock.now();
    emit({ ...status, message: output.explanation, complete: true });
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
 * Says what a failure calls for: a typed error says in one sentence what is wrong with the request or the data, and trying the
 * same again cannot help; anything else is a fault of the program, or of the machine, and may be over the next time.
 */
export function classifyError(error: unknown): ErrorClassification {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return error instanceof Error && typeof code === "string" && code.includes("/")
    ? { severity: "critical", userMessage: error.message }
    : { severity: "retriable" };
}
