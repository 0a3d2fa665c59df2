import type { Command } from "@langchain/langgraph";
import { type AgentOutput, agentOutputUpdate, type AgentRuntime, type ErrorClassification } from "tidemark/agents";
import { createStatusUpdate } from "tidemark/stream";
import type { Offer } from "../approval/offer.ts";
import { schedulerErrors } from "../errors.ts";
import type { SchedulerValue } from "../state.ts";

/** Fields that the report of an agent writes. It reads `runtime_updated_at`. */
export const REPORT = [
  "capability_context_data",
  "execution_validation_results",
  "runtime_audit_log",
  "runtime_updated_at",
  "status_updates",
] as const;

/** A step of the pipeline from a message to a confirmed event, whose result is validated. */
type ValidatedStep = "nl_parsing" | "scheduling" | "resource_check" | "conflict_detection" | "resolution";

/** Work of an agent that is reported; without a step, nothing is validated. */
interface Work {
  readonly agent: string;
  readonly step: ValidatedStep | null;
  readonly working: string;
  readonly progress: number;
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), "code"));
const isForPeople = (error: Error): boolean => /^(?:scheduler|terminal)\//u.test(codeOf(error));
/** Options that all agents share. `proposes` are the fields of a question to the user. */
export const SHARED = {
  roles: ["runtime"],
  proposes: ["control_clarification_needed", "control_missing_context", "task_custom_message"],
  /**
   * A typed error describes a problem of the request or the data, which a retry cannot fix; any other error is a fault of the program or
   * the machine, which may be temporary. A person reads only texts that are for people: those of other packages speak to developers.
   */
  classifyError: (error: unknown): ErrorClassification =>
    error instanceof Error && codeOf(error).includes("/")
      ? { severity: "critical", ...(isForPeople(error) && { userMessage: error.message }) }
      : { severity: "retriable" },
} as const;

/**
 * Emits the status of an agent, and returns a function that builds its report: its output, an audit log entry, and the validation result of
 * its step, which passed without issues.
 */
export function startReport(
  { agent, step, working, progress }: Work,
  { clock, emit }: Pick<AgentRuntime, "clock" | "emit">,
) {
  const common = { type: "status", progress, metadata: { agent } } as const;
  const eventId = emit({ ...common, message: working, complete: false });
  return (
    values: Pick<SchedulerValue, "runtime_updated_at">,
    output: Omit<AgentOutput, "timestamp">,
    issues: readonly string[] = [],
  ) => {
    const timestamp = clock.now();
    emit({ ...common, message: output.explanation, complete: true });
    const status = { timestamp: Date.parse(timestamp) / 1000, metadata: { agent, eventId } };
    return {
      ...agentOutputUpdate(values, agent, { ...output, timestamp }),
      ...createStatusUpdate(working, progress, status),
      ...(step !== null && {
        execution_validation_results: [{ step, passed: issues.length === 0, timestamp, issues: [...issues] }],
      }),
    };
  };
}

/** Message with which an agent answers the user. */
export const answer = (agent: string, text: string) => ({
  messages: [{ role: "assistant", content: text, name: agent }],
});

/** Joins sentences; empty without any. */
export const joinSentences = (...texts: readonly (string | null)[]): string =>
  texts.filter((text) => text !== null && text !== "").join(" ");

type Asked = Partial<Pick<SchedulerValue, (typeof SHARED.proposes)[number]>>;

/** Proposes to ask the user a question. */
export function ask(
  { propose }: { readonly propose: (changes: Asked, reason: string) => unknown },
  question: string,
  missing: readonly string[] = [],
): void {
  const asked = { control_missing_context: [...missing], task_custom_message: question };
  propose({ control_clarification_needed: true, ...asked }, "It cannot be carried out without an answer.");
}

/** Details of a handoff: the fields that it writes, and the inputs of the next agent. */
interface Details<Update> {
  readonly update?: Update;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly explanation?: string;
}

interface Handing<Update> {
  readonly handoff: (
    to: string,
    how: Details<Update> & { reason: "user_request" },
  ) => ReturnType<AgentRuntime["handoff"]>;
}

/** Command that hands the work to another agent. A refusal ends the turn with its reason. */
export function handOver<Update extends object>(
  { handoff }: Handing<Update>,
  to: string,
  how: Details<Update>,
): Command {
  const result = handoff(to, { reason: "user_request", ...how });
  if (result.outcome === "handedOff") return result.command;
  throw schedulerErrors.impossibleRequest({ problem: result.message });
}

/** Command that asks a person to approve an offer: `confirm_event` runs after the approval. */
export const askApproval = <Update extends object>(runtime: Handing<Update>, offer: Offer, update: Update): Command =>
  handOver(runtime, "confirm_event", { explanation: offer.question, payload: offer, update });
