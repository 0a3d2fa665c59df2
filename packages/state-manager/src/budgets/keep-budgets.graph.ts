import { RemoveMessage } from "@langchain/core/messages";
import { type LangGraphRunnableConfig, Overwrite } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Budgets, type FittedField, fitBudgets } from "./budget.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { stateManagerErrors } from "../kernel/errors.ts";
import { touched } from "../kernel/touched.ts";

/**
 * Creates a node that fits a state to its budgets.
 *
 * Messages are removed with LangGraph's own reducer, contexts with delete markers; other fields are replaced. Dropped entries are
 * recorded in `runtime_audit_log`. A field with the policy `refuse` throws `state-manager/overBudget` before anything is stored.
 * It must be the only node in its step, right before END.
 *
 * @example
 * ```ts
 * import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
 * import { AgentState, toStateSchema } from "tidemark";
 * import { defineBudgets, keepBudgets } from "tidemark/checkpoint";
 *
 * const budgets = defineBudgets(AgentState, { messages: { entries: 2, policy: "dropOldest" } });
 * const graph = new StateGraph(toStateSchema(AgentState))
 *   .addNode("keep_budgets", keepBudgets(AgentState, budgets))
 *   .addEdge(START, "keep_budgets")
 *   .addEdge("keep_budgets", END)
 *   .compile({ checkpointer: new MemorySaver() });
 * const config = { configurable: { thread_id: "ann" } };
 * for (const content of ["one", "two"]) await graph.invoke({ messages: [{ role: "user", content }] }, config);
 * const state = await graph.invoke({ messages: [{ role: "user", content: "three" }] }, config);
 * console.log(state.messages.map(({ text }) => text)); // [ 'two', 'three' ]
 * ```
 */
export function keepBudgets<State extends StateDeclaration>(
  state: State,
  budgets: Budgets<State>,
  options: {
    /** Clock for the audit log. Defaults to the system clock. */
    readonly clock?: Pick<Clock, "now">;
  } = {},
): (values: GraphValueOf<State>, config?: LangGraphRunnableConfig) => GraphUpdateOf<State> {
  const { clock = systemClock } = options;
  return (values) => {
    const now = clock.now();
    const result = fitBudgets(values, budgets, now);
    if (result.outcome === "refused") {
      const { field, size, limit } = result;
      throw stateManagerErrors.overBudget({ field, size, limit });
    }
    if (result.fields.length === 0) return {};
    const bookkeeping = { runtime_audit_log: result.audit, ...touched(values, now) };
    const update = {
      ...Object.fromEntries(result.fields.map((each) => [each.field, writeOf(state, each)])),
      ...Object.fromEntries(Object.entries(bookkeeping).filter(([name]) => Object.hasOwn(state.fields, name))),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value matches its field, or is a removal or replacement that LangGraph accepts from code
    return update as GraphUpdateOf<State>;
  };
}

function writeOf(state: StateDeclaration, { field, removed, value, summary }: FittedField): unknown {
  if (field === "messages") {
    const ids = removed.map((id, index) => {
      if (typeof id !== "string") throw stateManagerErrors.messageWithoutId({ index });
      return id;
    });
    // A message with the id of a dropped one takes its position. LangGraph cannot insert before other messages otherwise.
    const place = summary === null || !isPlainRecord(summary.value) ? [] : [{ ...summary.value, id: summary.at }];
    return [...ids.slice(place.length).map((id) => new RemoveMessage({ id })), ...place];
  }
  return state.fields[field]?.reducer === undefined ? value : new Overwrite(value);
}
