import type { AgentEvent, StateDeclaration } from "@tidemark/core-state";
import { OUTPUT_TOOL } from "@tidemark/agents/internal";
import type { PlainRecord } from "@tidemark/reducers/internal";
import type { RunEvent } from "./run-events.ts";
import { type FailureOptions, withSafeFailure } from "./run-failure.ts";

/** Options that name what user interfaces receive of a thread. */
export interface ViewOptions {
  /** Declared state. Its fields marked `ui: true` are sent. Without it, no values are. */
  readonly state?: StateDeclaration | undefined;
  /** Names of the fields that are sent, instead of `messages` and those marked `ui: true`. */
  readonly visible?: readonly string[] | undefined;
  /** Names of the tools whose arguments and results are sent. Of calls of other tools, only the name is. Defaults to none. */
  readonly tools?: readonly string[] | undefined;
}

/** Decisions about what user interfaces may receive. Nothing leaves that is not named here. */
export interface Visibility {
  /** Returns true for a field whose values are sent. */
  readonly shows: (field: string) => boolean;
  /** True if messages are sent. */
  readonly showsMessages: boolean;
  /** Returns the values that are sent. Messages are not among them: they have their own form. */
  readonly values: (values: PlainRecord) => PlainRecord;
  /** Returns the part of a tool's calls that is sent: nothing, the name, or also the arguments and the result. */
  readonly call: (tool: string) => "name" | "nothing" | "whole";
  /** Returns an event of an agent as it is sent. Null for an internal one. */
  readonly event: (event: AgentEvent) => AgentEvent | null;
}

/**
 * Creates the visibility of a thread. This is the only place that decides what leaves to a user interface; streams and routes that read
 * pass everything through it.
 */
export function visibility({ state, visible, tools = [] }: ViewOptions): Visibility {
  const declared = Object.entries(state?.fields ?? {});
  const named = new Set(visible ?? declared.flatMap(([name, { ui }]) => (ui === true ? [name] : [])));
  const sent = new Set(declared.flatMap(([name, { holds }]) => (holds === "json" && named.has(name) ? [name] : [])));
  return {
    shows: (field) => sent.has(field),
    showsMessages: visible === undefined || named.has("messages"),
    values: (values) =>
      Object.fromEntries(Object.entries(values).filter(([field, value]) => sent.has(field) && value !== undefined)),
    call(tool) {
      if (tools.includes(tool)) return "whole";
      // With this call, the model of an agent returns a value to the framework.
      return tool === OUTPUT_TOOL ? "nothing" : "name";
    },
    event: (event) => (event.isInternal === true ? null : withoutTexts(event)),
  };
}

/** Types of the events that may leave. What an event contains has passed the visibility of its thread when it was created. */
const LEAVES: Readonly<Record<RunEvent["type"], "agent" | "run">> = {
  status: "agent",
  progress: "agent",
  plan_generated: "agent",
  plan_step_started: "agent",
  plan_step_completed: "agent",
  plan_completed: "agent",
  agent_handoff: "agent",
  agent_changed: "agent",
  run_started: "run",
  run_finished: "run",
  run_failed: "run",
  node_started: "run",
  node_finished: "run",
  text_delta: "run",
  text_finished: "run",
  reasoning_delta: "run",
  reasoning_finished: "run",
  source: "run",
  file: "run",
  tool_call_started: "run",
  tool_call_arguments: "run",
  tool_call_finished: "run",
  tool_result: "run",
  messages_snapshot: "run",
  state_snapshot: "run",
  state_delta: "run",
};

const kindOf = (event: RunEvent): "agent" | "run" | null =>
  Object.hasOwn(LEAVES, event.type) ? LEAVES[event.type] : null;

/**
 * Event as it leaves to a client, on every wire: an error without its text. Null for an event of an unknown type, which leaves on no wire.
 *
 * @internal
 */
export const sentEvent = (event: RunEvent, failures: FailureOptions): RunEvent | null =>
  kindOf(event) === null ? null : withSafeFailure(event, failures);

/** True for an event of an agent, false for one of the run itself. */
export const isAgentEvent = (event: RunEvent): event is AgentEvent => kindOf(event) === "agent";

/** Results, failures and further data of a step can contain any value: only the progress is sent. */
function withoutTexts(event: AgentEvent): AgentEvent {
  if (event.type === "plan_step_completed") {
    const { result: _, error: __, ...shown } = event;
    return shown;
  }
  if (event.type !== "plan_completed") return event;
  const { failureReason: _, ...shown } = event;
  return shown;
}

/** Text of a call of a visible tool that has failed. The text of its error can contain paths, hosts and accounts. */
export const CALL_FAILED = "The call failed.";

/**
 * Values of a state that user interfaces may see: those of the fields marked `ui: true`, or those named in `visible`.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { visibleValues } from "tidemark/stream";
 *
 * const values = { ...initialState(AgentState), execution_final_answer: "Rain", task_current_task: "Look out" };
 * console.log(visibleValues(AgentState, values)["execution_final_answer"]); // Rain
 * console.log("task_current_task" in visibleValues(AgentState, values)); // false
 * ```
 */
export const visibleValues = (
  state: StateDeclaration | undefined,
  values: PlainRecord,
  visible?: readonly string[],
): PlainRecord => visibility({ state, visible }).values(values);
