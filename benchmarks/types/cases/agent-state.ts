// The ready-made state of more than sixty fields, extended by one, in a graph of one node.
import { END, START, StateGraph } from "@langchain/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { z } from "zod";

const State = extendState(AgentState, {
  version: 1,
  fields: fields("shop", {
    basket: field({
      description: "Article numbers.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "thread",
    }),
  }),
});

export const graph = new StateGraph(toStateSchema(State))
  .addNode("extract", (state) => ({ task_current_task: state.shop_basket[0] ?? null }))
  .addEdge(START, "extract")
  .addEdge("extract", END)
  .compile();
