// Each fault is planted in a graph that is clean without it, and found with its witness.
import { Annotation, END, InMemoryStore, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { checkGraph } from "@tidemark/inspect/internal";
import { commitNode, defineNode, defineState, extendState, field, tidemark, toStateSchema, turnStart } from "tidemark";
import { agentNode, createAgentGraph, defineAgent } from "tidemark/agents";
import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { text, Desk, node, agent, found, start, sideBySide, proposing } from "./desk.ts";

describe("a clean graph has no finding", () => {
  test("nodes and agents of a declared state", () => {
    const graph = sideBySide(
      agentNode(Desk, agent("limit", { writes: ["notes", "checked"] }), { counts: false }),
      agentNode(Desk, agent("b", { writes: ["notes"], proposes: ["total"] }), { counts: false }),
    ).compile();
    expect(checkGraph(graph)).toEqual({
      findings: [],
      silenced: [],
      unknown: [
        'Which fields of their owner these nodes write is not declared: "reader". Agents declare it, in writes.',
      ],
    });
  });

  test("an application of one agent", () => {
    const desk = tidemark(defineState({ version: 1, fields: { city: text("any") } }));
    const app = desk.app({
      agents: [
        desk.agent({
          name: "travel",
          model: scriptedModel([]),
          instructions: "Plan.",
          reads: ["messages", "city"],
          writes: ["city"],
        }),
      ],
    });
    expect(found(app.graph)).toEqual([]);
  });

  test("a plain graph of LangGraph, with what cannot be known", () => {
    const Plain = Annotation.Root({
      a: Annotation<string>,
      b: Annotation<string[]>({ reducer: (x, y) => [...x, ...y], default: () => [] }),
    });
    const graph = new StateGraph(Plain)
      .addNode("x", () => ({}))
      .addNode("y", () => ({}))
      .addEdge(START, "x")
      .addEdge("x", "y")
      .addEdge("y", END)
      .compile();
    const { findings, unknown } = checkGraph(graph);
    expect(findings).toEqual([]);
    expect(unknown).toEqual([
      "The graph declares no state: owners, lifetimes and proposals are not checked.",
      'What these functions write and read is not declared: "x" and "y".',
    ]);
  });
});

describe("fields", () => {
  test("that no node writes, because nobody has the name of the owner", () => {
    const graph = start().addNode("pay", node("payment")).addEdge("turn_start", "pay").addEdge("pay", END).compile();
    expect(found(graph)).toEqual(["unwritten-field: amount", "unwritten-field: checked", "unwritten-field: total"]);
    const [first] = checkGraph(graph).findings;
    expect(first?.problem).toBe(
      '"amount" is owned by "reader", and no node writes under that name. It keeps its default until a person edits it.',
    );
    expect(first?.remedy).toContain('"payment"');
  });

  test("that no node writes in a graph of agents, whose commit writes as root", () => {
    const graph = createAgentGraph({
      state: Desk,
      agents: [agent("reader", { reads: ["amount", "notes", "checked", "total"], writes: ["amount"] })],
      entry: "reader",
    });
    expect(found(graph)).toEqual(["unwritten-field: checked"]);
  });

  test("that no agent reads and that are not shown", () => {
    const graph = createAgentGraph({
      state: Desk,
      agents: [agent("reader", { reads: ["amount"] }), agent("limit", { reads: ["checked", "total"] })],
      planner: () => Promise.resolve({ steps: [] }),
    });
    expect(found(graph)).toEqual(["unread-field: notes"]);
    const returned = createAgentGraph({
      state: Desk,
      agents: [agent("reader", { reads: ["amount"] }), agent("limit", { reads: ["checked", "total"] })],
      output: ["notes"],
      planner: () => Promise.resolve({ steps: [] }),
    });
    expect(found(returned)).toEqual([]);
  });

  test("that only a page reads are read", () => {
    const Shown = extendState(Desk, {
      version: 1,
      fields: { shown: field(z.string(), { default: "", lifetime: "thread", ui: true }) },
    });
    const all = ["amount", "notes", "checked", "total"] as const;
    const own = defineAgent(Shown, { name: "reader", reads: all, run: () => ({}) });
    const limit = defineAgent(Shown, { name: "limit", run: () => ({}) });
    expect(
      found(createAgentGraph({ state: Shown, agents: [own, limit], planner: () => Promise.resolve({ steps: [] }) })),
    ).toEqual([]);
  });

  test("whose owner does not bind plain functions", () => {
    const graph = start()
      .addNode("plain", () => ({}))
      .addNode("reader", node("reader"))
      .addEdge("turn_start", "plain")
      .addEdge("plain", "reader")
      .addEdge("reader", END)
      .compile();
    expect(found(graph)).toEqual(["unbound-owner: plain"]);
    expect(checkGraph(graph).findings[0]?.problem).toContain('"amount", "checked" and "total"');
  });

  test("of a turn that nothing resets", () => {
    const State = defineState({ version: 1, fields: { city: text("any", "turn") } });
    const graph = new StateGraph(toStateSchema(State))
      .addNode("a", defineNode(State, { agent: "a", run: () => ({}) }))
      .addEdge(START, "a")
      .addEdge("a", END)
      .compile({ checkpointer: new MemorySaver() });
    expect(found(graph)).toEqual(["missing-turn-start: a"]);
  });

  test("of a user without a store", () => {
    const State = defineState({ version: 1, fields: { home: text("any", "user") } });
    const build = () =>
      new StateGraph(toStateSchema(State))
        .addNode("a", defineNode(State, { agent: "a", run: () => ({}) }))
        .addEdge(START, "a")
        .addEdge("a", END);
    expect(found(build().compile({ checkpointer: new MemorySaver() }))).toEqual(["missing-store: home"]);
    expect(found(build().compile())).toEqual([]);
    expect(checkGraph(build().compile()).unknown.at(-1)).toContain("a server brings one");
    expect(found(build().compile({ store: new InMemoryStore(), checkpointer: new MemorySaver() }))).toEqual([]);
  });
});

describe("proposals", () => {
  test("that no node commits", () => {
    expect(found(proposing(false))).toEqual(["missing-commit: a"]);
    expect(found(proposing(true))).toEqual([]);
  });

  test("of a field that the commit may not write", () => {
    expect(found(proposing(true, "amount"))).toEqual(["refused-proposal: a + amount"]);
    expect(checkGraph(proposing(true, "amount")).findings[0]?.problem).toBe(
      '"a" proposes "amount", which only "reader" may write; the graph commits as "root". Every such proposal is refused.',
    );
  });
});

test("proposals of a field that only root may write, in a graph that commits for another owner", () => {
  const graph = start()
    .addNode("a", agentNode(Desk, agent("a", { proposes: ["total"] })))
    .addNode("reader", node("reader"))
    .addNode("limit", node("limit"))
    .addNode("commit", commitNode(Desk, { owner: "clerk" }))
    .addEdge("turn_start", "a")
    .addEdge("a", "reader")
    .addEdge("reader", "limit")
    .addEdge("limit", "commit")
    .compile();
  expect(found(graph)).toEqual(["refused-proposal: a + total", "unwritten-field: total"]);
});

test("a subgraph need not start turns: its outer graph does", () => {
  const State = defineState({ version: 1, fields: { city: text("any", "turn") } });
  const inner = new StateGraph(toStateSchema(State))
    .addNode("a", defineNode(State, { agent: "a", run: () => ({}) }))
    .addEdge(START, "a")
    .compile();
  const graph = new StateGraph(toStateSchema(State))
    .addNode("turn_start", turnStart(State))
    .addNode("inner", inner)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "inner")
    .compile();
  expect(found(graph)).toEqual([]);
});

describe("an exception", () => {
  const State = defineState({ version: 1, fields: { home: text("any", "user") } });
  const graph = new StateGraph(toStateSchema(State))
    .addNode("a", defineNode(State, { agent: "a", run: () => ({}) }))
    .addEdge(START, "a")
    .addEdge("a", END)
    .compile({ checkpointer: new MemorySaver() });

  test("silences one finding, with its reason", () => {
    const report = checkGraph(graph, [{ code: "missing-store", at: "home", reason: "The platform passes a store." }]);
    expect(report.findings).toEqual([]);
    expect(report.silenced).toMatchObject([{ code: "missing-store", reason: "The platform passes a store." }]);
  });

  test("that fits nothing is a finding itself", () => {
    const report = checkGraph(graph, [{ code: "missing-store", at: "hom", reason: "x" }]);
    expect(report.findings.map(({ code, at }) => `${code}: ${at}`)).toEqual([
      "missing-store: home",
      "unused-ignore: missing-store + hom",
    ]);
  });
});
