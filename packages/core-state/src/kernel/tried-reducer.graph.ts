import { getConfig, MessagesValue } from "@langchain/langgraph";
import type { Field } from "./field.ts";

type Reduce = (current: unknown, update: unknown) => unknown;

/** True for a field whose updates are reduced into its value instead of replacing it. */
export const hasReducer = (declared: Field): boolean => declared.reducer !== undefined || declared.holds === "messages";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangGraph's reducer accepts any value that may be a message
export const reducerOf = (declared: Field): Reduce => (declared.reducer ?? MessagesValue.reducer) as Reduce;

/** Reducer of a field that can be tried before it is called. The call reuses the result of the trial, so trying costs nothing. */
interface TriedReducer {
  readonly reduce: Reduce;
  /** Returns what `reduce` will return. */
  readonly attempt: Reduce;
}

const triedReducers = new WeakMap<Field, TriedReducer>();

/** Returns the same two functions for the same field, because LangGraph compares channels by their reducer. */
export function triedReducerOf(declared: Field): TriedReducer {
  const cached = triedReducers.get(declared);
  if (cached !== undefined) return cached;
  const reduce = reducerOf(declared);
  // Cleared by the next call of the reducer, so that no value of a thread outlives its step here.
  let trial: { readonly current: unknown; readonly update: unknown; readonly result: unknown } | null = null;
  const attempt: Reduce = (current, update) => {
    if (trial !== null && trial.current === current && trial.update === update) return trial.result;
    const result = reduce(current, update);
    trial = { current, update, result };
    return result;
  };
  const created: TriedReducer = {
    attempt,
    reduce(current, update) {
      const result = attempt(current, update);
      trial = null;
      return result;
    },
  };
  triedReducers.set(declared, created);
  return created;
}

/** Lets the reducer refuse an update while its node can still fail. Later, only the whole thread could fail. */
export function tryReducer(declared: Field, update: unknown): void {
  if (!hasReducer(declared)) return;
  const read: unknown = runningConfig()?.configurable?.["__pregel_read"];
  if (isReader(read)) triedReducerOf(declared).attempt(read(declared.name, false), update);
}

/** LangGraph's function that reads a channel during a step. With `fresh`, the writes of the step count. */
type Reader = (name: string, fresh: boolean) => unknown;

const isReader = (value: unknown): value is Reader => typeof value === "function";

/** Config of the running step; undefined while input is validated before the first step. */
export function runningConfig(): ReturnType<typeof getConfig> | undefined {
  try {
    return getConfig();
  } catch {
    return undefined;
  }
}
