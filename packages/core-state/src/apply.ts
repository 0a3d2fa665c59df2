import { initialValue, type StateDeclaration, type UpdateOf, type ValueOf } from "./state.ts";

/**
 * Folds an update into the values of a state as the host would: reducers fold, everything else is replaced.
 *
 * Pure; returns `values` itself when nothing changed, and shares every value that was not written. The update is taken
 * as right: check it first with `parseUpdate` where it is not. Messages are appended as they are; folding them by id is
 * the host's work.
 *
 * @example
 * ```ts
 * import { AgentState, applyUpdate, initialState } from "@tidemark/core-state";
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
    const next = fold(declared, before === undefined ? initialValue(declared) : before, incoming);
    if (!Object.is(next, before)) written[name] = next;
  }
  return Object.keys(written).length === 0 ? values : Object.freeze({ ...values, ...written });
}

function fold(declared: StateDeclaration["fields"][string], current: unknown, incoming: unknown): unknown {
  if (declared.holds === "messages") return withMessages(current, incoming);
  if (declared.reducer !== undefined) return declared.reducer(current, incoming);
  return incoming === undefined ? current : incoming;
}

function withMessages(current: unknown, incoming: unknown): unknown {
  const added: readonly unknown[] = incoming === undefined ? [] : [incoming].flat();
  const before: readonly unknown[] = [current].flat();
  return added.length === 0 ? current : [...before, ...added];
}
