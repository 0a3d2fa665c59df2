import type { Command } from "@langchain/langgraph";
import type { AgentRuntime, ErrorClassification } from "tidemark";
import { type AgentOutput, agentOutputUpdate, createStatusUpdate } from "tidemark/conversation";
import type { Offer } from "../approval/offer.ts";
import { schedulerErrors } from "../errors.ts";
import type { SchedulerValue } from "../state.ts";

/** What the definitions of all agents of the scheduler share: the fields of their reports. */
export const REPORT = {
  reads: ["runtime_updated_at"],
  writes: ["capability_context_data", "runtime_audit_log", "runtime_updated_at", "status_updates"],
} as const;

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

/** What the definitions of all agents share besides. */
export const SHARED = { roles: ["runtime"], classifyError } as const;

/** Emits the status of an agent, and returns a function that builds its report: its output and an audit log entry. */
export function startReport(
  { agent, working, progress }: { readonly agent: string; readonly working: string; readonly progress: number },
  { clock, emit }: Pick<AgentRuntime, "clock" | "emit">,
) {
  const common = { progress, metadata: { agent } };
  const eventId = emit({ type: "status", ...common, message: working, complete: false });
  return (values: Pick<SchedulerValue, "runtime_updated_at">, output: Omit<AgentOutput, "timestamp">) => {
    const timestamp = clock.now();
    const metadata = { agent, eventId };
    emit({ type: "status", ...common, message: output.explanation, complete: true });
    return {
      ...agentOutputUpdate(values, agent, { ...output, timestamp }),
      ...createStatusUpdate(working, progress, { timestamp: Date.parse(timestamp) / 1000, metadata }),
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

/** Fields with which an agent asks the user something. */
export const ASKING = ["control_clarification_needed", "control_missing_context", "task_custom_message"] as const;

/** Proposes to ask the user a question. */
export const ask = (
  { propose }: { readonly propose: (changes: Question, reason: string) => unknown },
  question: string,
  missing: readonly string[] = [],
): void => {
  const asking = { control_clarification_needed: true, control_missing_context: [...missing] };
  propose({ ...asking, task_custom_message: question }, "The request cannot be carried out without an answer.");
};

type Question = Partial<Pick<SchedulerValue, (typeof ASKING)[number]>>;

type HandoffResult = ReturnType<AgentRuntime["handoff"]>;

/** Command of a handoff. A refusal ends the turn with its reason. */
export function handoffCommand(result: HandoffResult): Command {
  if (result.outcome === "handedOff") return result.command;
  throw schedulerErrors.impossibleRequest({ problem: result.message });
}

/** Handoff of an offer: `confirm_event` runs when a person has approved it. */
interface OfferHandoff<Update> {
  readonly reason: "user_request";
  readonly explanation: string;
  readonly payload: Offer;
  readonly update: Update;
}

/** Asks a person to approve an offer. */
export const askToApprove = <Update>(
  { handoff }: { readonly handoff: (to: string, how: OfferHandoff<Update>) => HandoffResult },
  offer: Offer,
  update: Update,
): Command =>
  handoffCommand(
    handoff("confirm_event", { reason: "user_request", explanation: offer.question, payload: offer, update }),
  );
