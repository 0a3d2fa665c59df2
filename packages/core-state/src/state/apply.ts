import { initialValue, type StateDeclaration, type UpdateOf, type ValueOf } from "./state.ts";

/**
 * Applies an update to the values of a state as LangGraph would: fields with a reducer are reduced, others are replaced.
 *
 * A pure function. It returns `values` itself if nothing changed, and shares every value that was not written. It does not
 * validate the update; use `parseUpdate` for that. Messages are appended unchanged; only LangGraph merges them by id.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { applyUpdate } from "tidemark/testing";
 *
 * const first = initialState(AgentState);
 * const next = applyUpdate(AgentState, first, { messages: { role: "user", content: "Hello" } });
 * console.log(next.messages.length, first.messages.length, next.task_ledger === first.task_ledger); // 1 0 true
 * ```
 */
export function applyUpdate<State extends StateDeclaration>(
  state: State,
  values: ValueOf<State>,
  update: UpdateOf<State>,
): ValueOf<State> {
  const written: Record<string, unknown> = {};
  for (const [name, incoming] of Object.entries(update)) {
    const declared = Object.hasOwn(state.fields, name) ? state.fields[name] : undefined;
    if (declared === undefined) continue;
    const before: unknown = Reflect.get(values, name);
    const next = reduceField(declared, before === undefined ? initialValue(declared) : before, incoming);
    if (!Object.is(next, before)) written[name] = next;
  }
  return Object.keys(written).length === 0 ? values : Object.freeze({ ...values, ...written });
}

function reduceField(declared: StateDeclaration["fields"][string], current: unknown, incoming: unknown): unknown {
  if (declared.holds === "messages") return withMessages(current, incoming);
  if (declared.reducer !== undefined) return declared.reducer(current, incoming);
  return incoming === undefined ? current : incoming;
}

function withMessages(current: unknown, incoming: unknown): unknown {
  const added: readonly unknown[] = incoming === undefined ? [] : [incoming].flat();
  const before: readonly unknown[] = [current].flat();
  return added.length === 0 ? current : [...before, ...added];
}
