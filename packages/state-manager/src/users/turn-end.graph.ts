import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { threadValues } from "../kernel/thread-values.graph.ts";
import { hasUnstoredUpdates, settleThread, storedUpdate, userOfTurn, userThreadOf } from "./user-turn.graph.ts";

/**
 * Creates the node that ends a turn: it stores the writes of user fields. Place it right before END, alone in its step.
 *
 * A graph that runs in a session, and a graph of `createAgentGraph`, need no such node. Without it, the next turn of the thread stores the
 * writes. A write that is refused, because another conversation of the user has changed the field meanwhile, is recorded in
 * `runtime_audit_log`, and the field gets the stored value.
 *
 * @example
 * ```ts
 * import { END, InMemoryStore, START, StateGraph } from "@langchain/langgraph";
 * import { defineState, field, fields, toStateSchema, turnEnd, turnStart } from "tidemark";
 * import { z } from "zod";
 *
 * const Profile = defineState({
 *   version: 1,
 *   fields: fields("profile", {
 *     name: field({ description: "Name of the user.", schema: z.string(), default: () => "", lifetime: "user" }),
 *   }),
 * });
 * const graph = new StateGraph(toStateSchema(Profile))
 *   .addNode("turn_start", turnStart(Profile))
 *   .addNode("learn", ({ profile_name: name }) => (name === "" ? { profile_name: "Ann" } : {}))
 *   .addNode("turn_end", turnEnd(Profile))
 *   .addEdge(START, "turn_start")
 *   .addEdge("turn_start", "learn")
 *   .addEdge("learn", "turn_end")
 *   .addEdge("turn_end", END)
 *   .compile({ store: new InMemoryStore() });
 * await graph.invoke({}, { configurable: { user_id: "ann" } });
 * const other = await graph.invoke({}, { configurable: { user_id: "ann" } });
 * console.log(other.profile_name); // Ann
 * ```
 */
export function turnEnd<State extends StateDeclaration>(
  state: State,
  options: {
    /** Clock for the times of stored values. Defaults to the system clock. */
    readonly clock?: Pick<Clock, "now">;
  } = {},
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => Promise<GraphUpdateOf<State>> {
  const { clock = systemClock } = options;
  return async (input, config = {}) => {
    const update = await storeUserValues(state, threadValues(state, input, config), { config, now: clock.now() });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value matches its field, or is an Overwrite with such a value
    return update as GraphUpdateOf<State>;
  };
}

/** Stores the writes of user fields and returns the update that takes over the stored values. Empty if there is nothing to store. */
export async function storeUserValues(
  state: StateDeclaration,
  values: Readonly<Record<string, unknown>>,
  { config, now }: { readonly config: LangGraphRunnableConfig; readonly now: string },
): Promise<Readonly<Record<string, unknown>>> {
  if (!hasUnstoredUpdates(state, values, config)) return {};
  const thread = userThreadOf(state, config);
  const user = userOfTurn(values, thread.user);
  return storedUpdate(await settleThread({ ...thread, user }, values, { now, begins: false }));
}
