import type { Command } from "@langchain/langgraph";
import type { AgentRuntime, ErrorClassification } from "tidemark";
import { type AgentOutput, agentOutputUpdate, createStatusUpdate } from "tidemark/conversation";
import type { Offer } from "../approval/offer.ts";
import { schedulerErrors } from "../errors.ts";
import type { SchedulerValue } from "../state.ts";

/** Fields of the reports of all agents. */
export const REPORT = {
  reads: ["runtime_updated_at"],
  writes: ["capability_context_data", "runtime_audit_log", "runtime_updated_at", "status_updates"],
} as const;

/** Fields with which an agent asks the user something. */
export const ASKING = ["control_clarification_needed", "control_missing_context", "task_custom_message"] as const;

/** Options that all agents share. */
export const SHARED = {
  roles: ["runtime"],
  /**
   * A typed error describes a problem of the request or the data, which a retry cannot fix; any other error is a fault of the program or
   * the machine, which may be temporary.
   */
  classifyError: (error: unknown): ErrorClassification =>
    error instanceof Error && String(Reflect.get(error, "code")).includes("/")
      ? { severity: "critical", userMessage: error.message }
      : { severity: "retriable" },
} as const;

/** Emits the status of an agent, and returns a function that builds its report: its output and an audit log entry. */
export function startReport(
  { agent, working, progress }: { readonly agent: string; readonly working: string; readonly progress: number },
  { clock, emit }: Pick<AgentRuntime, "clock" | "emit">,
) {
  const common = { type: "status", progress, metadata: { agent } } as const;
  const eventId = emit({ ...common, message: working, complete: false });
  return (values: Pick<SchedulerValue, "runtime_updated_at">, output: Omit<AgentOutput, "timestamp">) => {
    const timestamp = clock.now();
    emit({ ...common, message: output.explanation, complete: true });
    const status = { timestamp: Date.parse(timestamp) / 1000, metadata: { agent, eventId } };
    return {
      ...agentOutputUpdate(values, agent, { ...output, timestamp }),
      ...createStatusUpdate(working, progress, status),
    };
  };
}

/** Message with which an agent answers the user. */
export const answer = (agent: string, text: string) => ({
  messages: [{ role: "assistant", content: text, name: agent }],
});

/** Joins sentences; null for none. */
export const joinSentences = (...texts: readonly (string | null)[]): string | null =>
  texts.filter((text) => text !== null && text !== "").join(" ") || null;

type Asked = Partial<Pick<SchedulerValue, (typeof ASKING)[number]>>;

/** Proposes to ask the user a question. */
export function ask(
  runtime: { readonly propose: (changes: Asked, reason: string) => unknown },
  question: string,
  missing: readonly string[] = [],
): void {
  const asking = { control_clarification_needed: true, control_missing_context: [...missing] };
  runtime.propose({ ...asking, task_custom_message: question }, "It cannot be carried out without an answer.");
}

/** What an agent hands over: data for the other agent, the question about it, and its own changes. */
interface Handover<Update extends object> {
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly explanation?: string;
  readonly update?: Update;
}

interface HandoverRuntime<Update extends object> {
  handoff(to: string, how: Handover<Update> & { reason: "user_request" }): ReturnType<AgentRuntime["handoff"]>;
}

/** Hands the work to another agent. A refusal ends the turn with its reason. */
export function handOver<Update extends object>(
  runtime: HandoverRuntime<Update>,
  to: string,
  how: Handover<Update>,
): Command {
  const result = runtime.handoff(to, { reason: "user_request", ...how });
  if (result.outcome === "handedOff") return result.command;
  throw schedulerErrors.impossibleRequest({ problem: result.message });
}

/** Asks a person to approve an offer: `confirm_event` runs after the approval. */
export const askToApprove = <Update extends object>(runtime: HandoverRuntime<Update>, offer: Offer, update: Update) =>
  handOver(runtime, "confirm_event", { explanation: offer.question, payload: offer, update });
