// Faults of routes and of nodes side by side: each is planted in a graph that is clean without it, found, and seen when the graph runs.
import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";
import { checkGraph } from "@tidemark/inspect/internal";
import { commitNode, defineNode, toStateSchema } from "tidemark";
import { agentNode, toGraphSchemas } from "tidemark/agents";
import { describe, expect, test } from "vitest";
import { agent, Desk, found, node, sideBySide, start } from "./desk.ts";

const Plain = Annotation.Root({
  city: Annotation<string>,
  ran: Annotation<string[]>({ reducer: (x, y) => [...x, ...y], default: () => [] }),
});
const ran = (name: string) => () => ({ ran: [name] });
const message = { messages: [{ role: "user", content: "Hi." }] };

/** A graph whose conditional edge lists these targets. */
const choosing = (targets?: readonly "y"[]) => {
  const graph = new StateGraph(Plain).addNode("x", ran("x")).addNode("y", ran("y")).addEdge(START, "x");
  graph.addEdge(START, "y");
  return graph.addConditionalEdges("x", () => END, targets === undefined ? [END] : [...targets]).compile();
};

/** A graph that chooses one of two nodes, with a node after them that waits for both or for one. */
const joining = (waits: boolean) => {
  const graph = new StateGraph(Plain)
    .addNode("x", ran("x"))
    .addNode("y", ran("y"))
    .addNode("z", ran("z"))
    .addNode("join", ran("join"))
    .addEdge(START, "x")
    .addConditionalEdges("x", () => "y", ["y", "z"]);
  return waits
    ? graph.addEdge(["y", "z"], "join").compile()
    : graph.addEdge("y", "join").addEdge("z", "join").compile();
};

const subgraph = (name: string) => new StateGraph(Plain).addNode("i", ran(name)).addEdge(START, "i");

/** A graph that runs an agent beside a subgraph with this output. */
const beside = (output: readonly ["checked"] | readonly ["amount"]) => {
  const schemas = toGraphSchemas(Desk, { input: ["messages"], output });
  const own = defineNode(Desk, { agent: "vendor", run: () => ({ checked: "yes" }) });
  const vendor = new StateGraph(schemas).addNode("i", own).addEdge(START, "i").compile();
  const limit = agent("limit", { writes: ["checked"], run: () => ({ checked: "no" }) });
  return start()
    .addNode("one", agentNode(Desk, limit))
    .addNode("other", vendor)
    .addNode("reader", node("reader"))
    .addNode("commit", commitNode(Desk))
    .addEdge("turn_start", "one")
    .addEdge("turn_start", "other")
    .addEdge("other", "reader")
    .addEdge("reader", "commit")
    .compile();
};

/** A graph that runs two agents side by side. */
const counting = (counts: boolean) => {
  const writing = (name: string) =>
    agentNode(Desk, agent(name, { writes: ["notes"], run: () => ({ notes: [name] }) }), { counts });
  return sideBySide(writing("limit"), writing("vendor")).compile();
};

describe("routes", () => {
  test("that list no target throw whatever they choose", async () => {
    expect(found(choosing([]))).toEqual(["empty-route: x", "same-step-nodes: x + y"]);
    await expect(choosing([]).invoke({ city: "Oslo" })).rejects.toThrow("unknown or null destination");
    expect(found(choosing())).toEqual(["same-step-nodes: x + y"]);
  });

  test("that an edge takes in any case change nothing", async () => {
    const graph = new StateGraph(Plain)
      .addNode("x", ran("x"))
      .addNode("y", ran("y"))
      .addNode("z", ran("z"))
      .addEdge(START, "x")
      .addEdge("x", "y")
      .addConditionalEdges("x", () => "z", ["y", "z"])
      .compile();
    expect(found(graph)).toEqual(["overlapping-route: x + y", "same-step-nodes: y + z"]);
    expect((await graph.invoke({ city: "Oslo" })).ran).toEqual(["x", "y", "z"]);
  });

  test("to the end end nothing beside an edge, also those of a command", async () => {
    const graph = new StateGraph(Plain)
      .addNode("x", () => new Command({ goto: END, update: { ran: ["x"] } }), { ends: [END] })
      .addNode("y", ran("y"))
      .addEdge(START, "x")
      .addEdge("x", "y")
      .compile();
    expect(found(graph)).toEqual(["unended-route: x"]);
    expect((await graph.invoke({ city: "Oslo" })).ran).toEqual(["x", "y"]);
  });

  test("that leave out a node of a join end the run before it", async () => {
    expect(found(joining(true))).toEqual(["skipped-join: y + z + join"]);
    expect(checkGraph(joining(true)).findings[0]?.problem).toContain('"x" chooses whether "y" and "z" run');
    expect((await joining(true).invoke({ city: "Oslo" })).ran).toEqual(["x", "y"]);
    expect(found(joining(false))).toEqual([]);
    expect((await joining(false).invoke({ city: "Oslo" })).ran).toEqual(["x", "y", "join"]);
  });

  test("whose shortest path needs more steps than a run may take", async () => {
    const graph = new StateGraph(Plain)
      .addNode("x", ran("x"))
      .addNode("y", ran("y"))
      .addEdge(START, "x")
      .addEdge("x", "y")
      .compile();
    expect(found(graph.withConfig({ recursionLimit: 2 }))).toEqual(["short-recursion-limit: recursionLimit"]);
    await expect(graph.withConfig({ recursionLimit: 2 }).invoke({ city: "Oslo" })).rejects.toThrow("Recursion limit");
    expect(found(graph.withConfig({ recursionLimit: 3 }))).toEqual([]);
    expect((await graph.withConfig({ recursionLimit: 3 }).invoke({ city: "Oslo" })).ran).toEqual(["x", "y"]);
  });
});

describe("nodes of one step", () => {
  test("that are subgraphs return a field which neither of them writes", async () => {
    const outer = new StateGraph(Plain)
      .addNode("x", subgraph("x").compile())
      .addNode("y", subgraph("y").compile())
      .addEdge(START, "x")
      .addEdge(START, "y")
      .compile();
    expect(found(outer)).toEqual(["same-step-graphs: x + y"]);
    expect(checkGraph(outer).findings[0]?.problem).toContain('both return "city" without a reducer');
    await expect(outer.invoke({ city: "Oslo" })).rejects.toThrow('Invalid update for channel "city"');
  });

  test("that are subgraphs may return different fields", async () => {
    const Output = Annotation.Root({ ran: Plain.spec.ran });
    const own = (name: string) =>
      new StateGraph({ state: Plain, output: Output }).addNode("i", ran(name)).addEdge(START, "i").compile();
    const outer = new StateGraph(Plain)
      .addNode("x", own("x"))
      .addNode("y", own("y"))
      .addEdge(START, "x")
      .addEdge(START, "y")
      .compile();
    expect(found(outer)).toEqual([]);
    expect((await outer.invoke({ city: "Oslo" })).ran.toSorted()).toEqual(["x", "y"]);
  });

  test("that are a subgraph and an agent", async () => {
    expect(found(beside(["checked"]))).toEqual(["same-step-graphs: one + other"]);
    await expect(beside(["checked"]).invoke(message)).rejects.toThrow('Invalid update for channel "checked"');
    expect(found(beside(["amount"]))).toEqual([]);
  });

  test("that are agents and count their runs", async () => {
    expect(found(counting(true))).toEqual(["same-step-counters: one + other"]);
    await expect(counting(true).invoke(message)).rejects.toThrow('Invalid update for channel "control_iteration"');
    expect(found(counting(false))).toEqual([]);
    expect((await counting(false).invoke(message)).notes).toEqual(["limit", "vendor"]);
  });

  test("of one owner may write a field in both", async () => {
    const own = defineNode(Desk, { agent: "reader", run: () => ({ amount: "1" }) });
    const graph = sideBySide(own, own).compile();
    expect(found(graph)).toEqual(["same-step-owner: one + other", "unwritten-field: checked"]);
    await expect(graph.invoke(message)).rejects.toThrow('Invalid update for channel "amount"');
  });
});

describe("a subgraph", () => {
  test("shares its fields with the graph around it, which may write them", () => {
    const inner = new StateGraph(toStateSchema(Desk)).addNode("i", node("vendor")).addEdge(START, "i").compile();
    const graph = start()
      .addNode("inner", inner)
      .addNode("reader", node("reader"))
      .addEdge("turn_start", "inner")
      .addEdge("inner", "reader")
      .compile();
    expect(found(graph)).toEqual([]);
    expect(found(inner)).toContain("unwritten-field: amount");
  });

  test("may propose what the graph around it commits", () => {
    const inner = new StateGraph(toStateSchema(Desk))
      .addNode("i", agentNode(Desk, agent("i", { proposes: ["total"] })))
      .addEdge(START, "i")
      .compile();
    const graph = start()
      .addNode("inner", inner)
      .addNode("commit", commitNode(Desk))
      .addEdge("turn_start", "inner")
      .addEdge("inner", "commit")
      .compile();
    expect(found(graph)).toEqual([]);
  });
});
