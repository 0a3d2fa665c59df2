import { stateManagerErrors } from "../kernel/errors.ts";

/** Returns `state-manager/stepLimit` for LangGraph's error of a reached `recursionLimit`, and every other error unchanged. */
export function stepLimitOr(error: unknown, threadId: string): unknown {
  // A graph may come from another copy of LangGraph, so the class says nothing.
  if (!(error instanceof Error) || Reflect.get(error, "lc_error_code") !== "GRAPH_RECURSION_LIMIT") return error;
  // LangGraph's error has the limit only in its text.
  const limit = /\d+/.exec(error.message)?.[0];
  return stateManagerErrors.stepLimit(
    { threadId, limit: limit === undefined ? null : Number(limit) },
    { cause: error },
  );
}
