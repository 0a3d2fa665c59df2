import { type Field, initialState, type StateDeclaration, type ValueOf } from "@tidemark/core-state";
import { checkValues, USER_UPDATES, type AgentControl, type UpdateIssue } from "@tidemark/core-state/internal";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { agentControlOfThread } from "../turns/agent-control.ts";
import type { AgentControlSource } from "../turns/configured-agent-control.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** User message of a fresh state, as plain JSON that LangChain reads as a human message. */
export type FreshMessage = { type: "human"; role: "user"; content: string };

/** All values of a state at the start of a turn. */
export type FreshState<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]: Name extends "messages" ? FreshMessage[] : ValueOf<State>[Name];
};

/** Options of `createFreshState`. */
export interface FreshStateOptions {
  /** The application's settings and limits. Safe defaults replace an invalid configuration. */
  readonly agentControl?: AgentControlSource;
  /** Receives the reason when safe defaults replace the configuration. */
  readonly report?: (problem: string) => void;
}

/**
 * Creates all values of a state for a new turn: the user message, the thread fields of `previous`, and defaults for the rest.
 *
 * Fields of `previous` with the lifetime `thread` are copied. Its turn fields, its messages (LangGraph appends the new one) and
 * undeclared names are ignored. `agent_control` is the configuration, overridden by `runtime_agent_control`. The result is frozen
 * and shares nothing with `previous`.
 *
 * A copied value that does not match its schema throws `state-manager/invalidPrevious` with the path. Null counts as absent if the
 * schema of the field does not accept it.
 *
 * Use it for the initial values of a thread and for running without a graph. In a graph, send only the message and start turns with
 * a `turnStart` node.
 *
 * @example
 * ```ts
 * import { AgentState } from "tidemark";
 * import { createFreshState } from "tidemark/seeds";
 *
 * const previous = { capability_context_data: { WEATHER: { oslo: { celsius: 4 } } }, control_retry_count: 2 };
 * const fresh = createFreshState(AgentState, "And tomorrow?", previous);
 * console.log(fresh.capability_context_data, fresh.control_retry_count); // { WEATHER: { oslo: { celsius: 4 } } } 0
 * console.log(fresh.messages[0]?.content); // And tomorrow?
 * ```
 */
export function createFreshState<State extends StateDeclaration>(
  state: State,
  input: string,
  previous?: unknown,
  options: FreshStateOptions = {},
): FreshState<State> {
  const kept = keptValues(state, previous ?? {});
  const values: Record<string, unknown> = { ...initialState(state), ...kept };
  for (const declared of Object.values(state.fields)) {
    if (declared.holds === "messages") values[declared.name] = frozenCopy([userMessage(input)]);
  }
  if (Object.hasOwn(state.fields, "task_user_input")) values["task_user_input"] = input;
  if (Object.hasOwn(state.fields, "agent_control")) {
    values["agent_control"] = frozenCopy(agentControl(kept["runtime_agent_control"], options));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field has its default, a checked value, or one of the three values created here
  return Object.freeze(values) as FreshState<State>;
}

const userMessage = (content: string): FreshMessage => ({ type: "human", role: "user", content });

function agentControl(thread: unknown, { agentControl: configuration, report }: FreshStateOptions): AgentControl {
  const { control, problem } = agentControlOfThread(configuration, thread);
  if (problem !== null) report?.(problem);
  return control;
}

function keptValues(state: StateDeclaration, previous: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainRecord(previous)) throw stateManagerErrors.notStateValues({ found: jsonKind(previous) });
  const kept: Record<string, unknown> = {};
  const issues: UpdateIssue[] = [];
  for (const declared of Object.values(state.fields)) {
    const value = Object.hasOwn(previous, declared.name) ? previous[declared.name] : undefined;
    if (!isKept(declared) || value === undefined) continue;
    const check = checkValues(state, { [declared.name]: value });
    if (check.ok) kept[declared.name] = frozenCopy(Reflect.get(check.values, declared.name));
    else if (value !== null) issues.push(...check.issues);
  }
  if (issues.length > 0) throw stateManagerErrors.invalidPrevious({ issues });
  return kept;
}

/** Values of users come from the store, and their recorded updates belong to the previous thread. */
const isKept = ({ name, lifetime, holds }: Field): boolean =>
  lifetime === "thread" && holds !== "messages" && name !== USER_UPDATES;
