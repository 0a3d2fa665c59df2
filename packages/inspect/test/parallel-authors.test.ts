import { Annotation, Command, END, Send, START, StateGraph } from "@langchain/langgraph";
import { blameHistory, defineNode, turnStart } from "@tidemark/state-manager/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { taskIds } from "../src/history/task-ids.graph.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { savers, type Stored } from "./sources.ts";

const text = (owner: string) =>
  field({ description: "Text.", schema: z.string(), default: () => "", lifetime: "thread", owner });

const Quote = extendState(AgentState, {
  version: 1,
  fields: fields("quote", {
    price: text("pricing"),
    term: text("shipping"),
    free: text("any"),
    log: field({
      description: "Log.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      reducer: append<string>(),
    }),
  }),
});

const thread = { configurable: { thread_id: "t" } };

/** Three agents that run side by side. */
const quoteGraph = ({ saver }: Stored) =>
  new StateGraph(toStateSchema(Quote))
    .addNode("turn_start", turnStart(Quote))
    .addNode("pricing", defineNode(Quote, { agent: "pricing", run: () => ({ quote_price: "12", quote_log: ["p"] }) }))
    .addNode(
      "shipping",
      defineNode(Quote, { agent: "shipping", run: () => ({ quote_term: "2 days", quote_log: ["s"] }) }),
    )
    .addNode("secretary", defineNode(Quote, { agent: "secretary", run: () => ({ quote_free: "note" }) }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "pricing")
    .addEdge("turn_start", "shipping")
    .addEdge("turn_start", "secretary")
    .addEdge("pricing", END)
    .compile({ checkpointer: saver });

describe.each(Object.entries(savers))("authors of a parallel step in %s", (_, create) => {
  test("are the nodes that wrote each field, by the stored writes of their tasks", async () => {
    const stored = create();
    const graph = quoteGraph(stored);
    await graph.invoke({ messages: [{ role: "user", content: "Hello" }] }, thread);
    const reader = new ThreadReader(await stored.open(), { taskIds });
    const found = await reader.blame("t", { fields: ["quote_price", "quote_term", "quote_free", "quote_log"] });
    expect(found).toMatchObject({
      quote_price: { outcome: "node", by: "pricing" },
      quote_term: { outcome: "node", by: "shipping" },
      quote_free: { outcome: "node", by: "secretary" },
      quote_log: { outcome: "unknown", candidates: ["pricing", "shipping"] },
    });
    for (const name of ["quote_price", "quote_term", "quote_free"]) {
      const { writtenAt: __, tools: ___, ...author } = found[name] ?? { writtenAt: null, tools: [] };
      expect(author).toEqual(await blameHistory(graph, thread, name));
    }
  });

  test("are the owners of fields where the ids of tasks are not known", async () => {
    const stored = create();
    await quoteGraph(stored).invoke({ messages: [{ role: "user", content: "Hello" }] }, thread);
    const reader = new ThreadReader(await stored.open(), { state: Quote });
    expect(await reader.blame("t", { fields: ["quote_price", "quote_free"] })).toMatchObject({
      quote_price: { outcome: "node", by: "pricing" },
      quote_free: { outcome: "unknown" },
    });
  });

  test("are known in a plain graph too, of nodes that were sent to, beside others", async () => {
    const stored = create();
    const State = Annotation.Root({ a: Annotation<string>, b: Annotation<string>, c: Annotation<string> });
    const graph = new StateGraph(State)
      .addNode("begin", () => new Command({ goto: [new Send("left", {}), new Send("right", {}), "beside"] }), {
        ends: ["left", "right", "beside"],
      })
      .addNode("left", () => ({ a: "1" }))
      .addNode("right", () => ({ b: "2" }))
      .addNode("beside", () => ({ c: "3" }))
      .addEdge(START, "begin")
      .compile({ checkpointer: stored.saver });
    await graph.invoke({ a: "0" }, thread);
    const reader = new ThreadReader(await stored.open(), { taskIds });
    expect(await reader.blame("t", { fields: ["a", "b", "c"] })).toMatchObject({
      a: { outcome: "node", by: "left" },
      b: { outcome: "node", by: "right" },
      c: { outcome: "node", by: "beside" },
    });
  });
});
