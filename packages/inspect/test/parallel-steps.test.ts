import { Annotation, END, Send, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { taskIds } from "../src/history/task-ids.graph.ts";
import { ThreadReader } from "../src/reader/thread-reader.ts";
import { LONGER, quoteDesk } from "./quote-desk.ts";
import { savers } from "./sources.ts";
import { at } from "./threads.ts";

test("nodes that ran side by side have their own times, where the thread contains them", async () => {
  const { session, reader } = quoteDesk();
  await session.send("Quote forty chairs");
  const { steps } = await reader.steps("ann");
  const { times = {}, milliseconds } = steps.find(({ nodes }) => nodes.includes("pricing")) ?? {};
  const ran = (name: string) => (times[name]?.to ?? Number.NaN) - (times[name]?.from ?? Number.NaN);
  expect(ran("shipping")).toBeGreaterThanOrEqual(LONGER - 2);
  expect(times["pricing"]?.to).toBeLessThan(times["shipping"]?.to ?? 0);
  for (const { from, to } of Object.values(times)) {
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(milliseconds ?? 0);
  }
  expect(steps.filter((step) => step.times !== undefined)).toHaveLength(1);
});

test("a decided proposal has the values that were proposed, and the step that decided", async () => {
  const { session, reader } = quoteDesk();
  await session.send("Quote forty chairs");
  const { steps } = await reader.steps("ann");
  const commit = steps.find(({ nodes }) => nodes.includes("commit"));
  const { decided } = await reader.proposals("ann");
  const step = { id: commit?.id, label: commit?.label };
  expect(decided).toMatchObject([
    {
      proposedBy: "shipping",
      refused: { quote_discount: expect.stringContaining("conflict") as unknown },
      changes: { quote_discount: { value: 40 } },
      step,
    },
    { proposedBy: "pricing", accepted: ["quote_discount"], changes: { quote_discount: { value: 25 } }, step },
  ]);
});

describe.each(Object.entries(savers))("in %s", (_, make) => {
  test("subgraphs are named after their nodes and the steps in which they ran", async () => {
    const stored = make();
    const State = Annotation.Root({ total: Annotation<number>, turn: Annotation<number> });
    const inner = new StateGraph(State)
      .addNode("sum", ({ turn }) => ({ total: turn }))
      .addEdge(START, "sum")
      .compile();
    const middle = new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").compile();
    const graph = new StateGraph(State)
      .addNode("billing", middle)
      .addNode("split", () => ({}))
      .addNode("part", inner)
      .addEdge(START, "billing")
      .addEdge("billing", "split")
      .addConditionalEdges("split", ({ turn }) => [new Send("part", { turn })], ["part"])
      .addEdge("part", END)
      .compile({ checkpointer: stored.saver });
    for (const turn of [1, 2]) await graph.invoke({ turn }, at("ann"));
    const reader = new ThreadReader(await stored.open(), { taskIds });
    const found = await reader.subgraphs("ann");
    expect(found.map(({ nodes, step }) => [nodes.join("/"), step?.label])).toEqual([
      ["billing", "1.2"],
      ["billing/inner", "1.2"],
      ["part", "1.4"],
      ["billing", "2.2"],
      ["billing/inner", "2.2"],
      ["part", "2.4"],
    ]);
    const last = reader.within(found.at(-1)?.namespace ?? "");
    expect((await last.blame("ann", { fields: ["total"] }))["total"]).toMatchObject({ outcome: "node", by: "sum" });
  });

  test("nodes of a plain graph that ran side by side have no separate times", async () => {
    const stored = make();
    const graph = new StateGraph(Annotation.Root({ a: Annotation<number>, b: Annotation<number> }))
      .addNode("one", () => ({ a: 1 }))
      .addNode("two", () => ({ b: 2 }))
      .addEdge(START, "one")
      .addEdge(START, "two")
      .compile({ checkpointer: stored.saver });
    await graph.invoke({ a: 0 }, at("ann"));
    const { steps } = await new ThreadReader(await stored.open()).steps("ann");
    expect(steps.filter(({ times }) => times !== undefined)).toEqual([]);
  });
});
