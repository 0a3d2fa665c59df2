import { createHash } from "node:crypto";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { agentStatus, createStatusUpdate, type JsonObject, parseUpdate } from "@tidemark/core-state";
import { addError } from "../flow/add-error.ts";
import { updateStateWithAgentOutput } from "../flow/update-state-with-agent-output.ts";
import type { SchedulerServices } from "../services.ts";
import { SchedulerState, type SchedulerUpdate, type SchedulerValue } from "../state.ts";

/** What an agent comes back with: its output, and what it writes into fields of its own. */
export interface AgentAnswer {
  readonly data: JsonObject;
  readonly explanation: string;
  readonly confidence: number;
  readonly reasoning: string;
  readonly update?: SchedulerUpdate;
}

/** One of the six agents: its name, what it tells people while it works, and what it does. */
export interface AgentDefinition {
  readonly agent: string;
  readonly working: string;
  /** How far the turn is when this agent starts, from 0 to 1. */
  readonly progress: number;
  readonly run: (
    values: SchedulerValue,
    services: SchedulerServices,
    signal: AbortSignal | undefined,
  ) => AgentAnswer | Promise<AgentAnswer>;
}

/** A node of the scheduler's graph. */
export type SchedulerNode = (values: SchedulerValue, config: LangGraphRunnableConfig) => Promise<SchedulerUpdate>;

/**
 * Makes a graph node of an agent: tells people that it works, stores its output under its name, and notes it.
 *
 * The agent's own update is checked in the agent's name: a field of another writer is refused. An agent that throws
 * does not end the run; what went wrong becomes an entry of `control_errors`, and the orchestrator decides.
 */
export function agentNode(definition: AgentDefinition, services: SchedulerServices): SchedulerNode {
  const { agent, working, progress } = definition;
  return async (values, config) => {
    const now = services.clock.now();
    config.writer?.(statusEvent(definition, values, { now, found: null }));
    try {
      const { update = {}, ...answer } = await definition.run(values, services, config.signal);
      config.writer?.(statusEvent(definition, values, { now, found: answer.explanation }));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, in the form in which the host types them
      const own = parseUpdate(SchedulerState, update, { agent }) as SchedulerUpdate;
      return {
        ...updateStateWithAgentOutput(values, agent, { ...answer, timestamp: now }, now),
        ...createStatusUpdate(working, progress, { timestamp: Date.parse(now) / 1000, metadata: { agent } }),
        ...own,
        control_last_agent: agent,
        control_iteration: values.control_iteration + 1,
        control_has_error: false,
      };
    } catch (error) {
      if (config.signal?.aborted === true) throw error;
      return {
        ...failure(agent, error, now),
        control_last_agent: agent,
        control_iteration: values.control_iteration + 1,
        control_has_error: true,
      };
    }
  };
}

/** The type of an error that nobody declared: a fault of the program, or of the machine. */
export const UNEXPECTED = "unexpected";

function failure(agent: string, error: unknown, now: string): SchedulerUpdate {
  const message = error instanceof Error ? error.message : String(error);
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  // A typed error says what is wrong with the request or the data; trying the same again cannot help.
  const typed = typeof code === "string" && code.includes("/");
  return addError({ step: agent, errorType: typed ? code : UNEXPECTED, message, now, retryable: !typed });
}

/** What a client sees when an agent starts, and when it found something; the ids are the same when the step runs again. */
function statusEvent(
  { agent, working, progress }: AgentDefinition,
  values: SchedulerValue,
  { now, found }: { readonly now: string; readonly found: string | null },
) {
  const turnId = values.runtime_turn_id ?? "turn";
  const sequence = values.control_iteration;
  const name = `${turnId}:${agent}:${sequence}${found === null ? "" : ":found"}`;
  return agentStatus(
    { eventId: uuidOf(name), sequence, runId: turnId, turnId, timestamp: now },
    { message: found ?? working, progress, complete: found !== null, metadata: { agent } },
  );
}

/** A UUID (version 8: from content of our own) that is always the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
