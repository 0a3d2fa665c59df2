import {
  type AgentControl,
  type Field,
  initialState,
  type StateDeclaration,
  type UpdateIssue,
  type ValueOf,
} from "@tidemark/core-state";
import { checkValues } from "@tidemark/core-state/internal";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { agentControlOfThread } from "../turns/agent-control.ts";
import type { AgentControlSource } from "../turns/configured-agent-control.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** The user's message in a fresh state: plain JSON that every host takes for a human's. */
export type FreshMessage = { type: "human"; role: "user"; content: string };

/** All values of a state at the beginning of a turn. */
export type FreshState<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]: Name extends "messages" ? FreshMessage[] : ValueOf<State>[Name];
};

/** Where a fresh state gets its settings from, and who is told when that fails. */
export interface FreshStateOptions {
  /** The application's switches and limits; when they cannot be read or are not valid, the safe defaults stand in. */
  readonly agentControl?: AgentControlSource;
  /** Is told why the safe defaults stand in for the configuration. */
  readonly report?: (problem: string) => void;
}

/**
 * Makes all values of a state for a new turn: what the user said now, what the thread keeps, and first values for the rest.
 *
 * Of `previous` the fields with lifetime `thread` are kept, as copies; its turn fields, its messages (the host adds the
 * new one to those) and whatever the state does not declare are left behind. `agent_control` is the configuration with
 * what `runtime_agent_control` says for the thread. The result is frozen and shares nothing with `previous`.
 *
 * A kept value that does not fit its field throws `state-manager/invalidPrevious` with the path, so nothing is lost
 * unnoticed. A null where a field knows no null counts as absent.
 *
 * This is for a thread's first values, and for running without a graph. In a graph a thread remembers by itself: send the
 * message alone, and let a node made by `turnStart` begin the turn.
 *
 * @example
 * ```ts
 * import { AgentState } from "@tidemark/core-state";
 * import { createFreshState } from "@tidemark/state-manager/compat";
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field has its first value, a checked one of its own, or one of the three made here
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

const isKept = ({ lifetime, holds }: Field): boolean => lifetime === "thread" && holds !== "messages";
