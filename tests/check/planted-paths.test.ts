// Faults of paths: each is planted in a graph that is clean without it, and found with its witness.
import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";
import { checkGraph } from "@tidemark/inspect/internal";
import { commitNode, defineState, existingFields, tidemark, toStateSchema } from "tidemark";
import { approvalSteps, createAgentGraph } from "tidemark/agents";
import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { text, Desk, node, agent, plain, found, start, sideBySide, writing } from "./desk.ts";

describe("nodes of one step", () => {
  test("that declare the same field without a reducer", () => {
    const graph = sideBySide(writing("limit", ["checked"]), writing("vendor", ["checked"])).compile();
    expect(found(graph)).toEqual(["same-step-writes: one + other + checked"]);
    expect(checkGraph(graph).findings[0]?.problem).toContain("turn_start → one and turn_start → other");
  });

  test("that the owners of a field name", () => {
    expect(found(sideBySide(node("limit"), node("vendor")).compile())).toEqual([
      "same-step-writes: one + other + checked",
    ]);
    expect(found(sideBySide(node("limit"), node("limit")).compile())).toEqual([
      "same-step-writes: one + other + checked",
    ]);
  });

  test("that share only a field with a reducer", () => {
    expect(found(sideBySide(writing("limit", ["notes", "checked"]), writing("vendor", ["notes"])).compile())).toEqual(
      [],
    );
  });

  test("that meet two steps after the fork, along a conditional edge", () => {
    const graph = start()
      .addNode("a", node("a"))
      .addNode("b", node("b"))
      .addNode("one", writing("limit", ["checked"]))
      .addNode("other", writing("vendor", ["checked"]))
      .addNode("reader", node("reader"))
      .addNode("commit", commitNode(Desk))
      .addEdge("turn_start", "a")
      .addEdge("turn_start", "b")
      .addConditionalEdges("a", () => "one", ["one", END])
      .addEdge("b", "other")
      .addEdge("one", "reader")
      .addEdge("reader", "commit")
      .compile();
    expect(found(graph)).toEqual(["same-step-writes: one + other + checked"]);
    expect(checkGraph(graph).findings[0]?.problem).toContain("turn_start → a → one and turn_start → b → other");
  });

  test("of one owner, which may write a field in both", () => {
    const graph = sideBySide(node("reader"), node("reader")).compile();
    expect(found(graph)).toEqual(["same-step-owner: one + other", "unwritten-field: checked"]);
    expect(checkGraph(graph).findings.at(-1)?.problem).toContain('both write as "reader", which owns "amount"');
  });

  test("a node that two edges lead to does not meet itself", () => {
    const graph = start()
      .addNode("one", writing("limit", ["checked"]))
      .addNode("reader", node("reader"))
      .addNode("commit", commitNode(Desk))
      .addEdge("turn_start", "one")
      .addConditionalEdges("turn_start", () => "one", ["one"])
      .addEdge("one", "reader")
      .addEdge("reader", "commit")
      .compile();
    expect(found(graph)).toEqual(["overlapping-route: turn_start + one"]);
  });

  test("one after the other never meet", () => {
    const graph = start()
      .addNode("one", writing("limit", ["checked"]))
      .addNode("b", node("reader"))
      .addNode("other", writing("vendor", ["checked"]))
      .addNode("commit", commitNode(Desk))
      .addEdge("turn_start", "one")
      .addEdge("turn_start", "b")
      .addEdge("b", "other")
      .addEdge("other", "commit")
      .compile();
    expect(found(graph)).toEqual([]);
  });

  test("that are plain functions beside fields without a reducer", () => {
    const Plain = Annotation.Root({ a: Annotation<string>, b: Annotation<string> });
    const graph = new StateGraph(Plain)
      .addNode("x", () => ({}))
      .addNode("y", () => ({}))
      .addEdge(START, "x")
      .addEdge(START, "y")
      .compile();
    expect(found(graph)).toEqual(["same-step-nodes: x + y"]);
    expect(checkGraph(graph).findings[0]?.problem).toContain('if both write one of "a" and "b"');
  });

  test("of existing fields count as channels of LangGraph", () => {
    const Plain = Annotation.Root({
      a: Annotation<string>,
      all: Annotation<string[]>({ reducer: (x, y) => [...x, ...y], default: () => [] }),
    });
    const State = defineState({ version: 1, fields: { ...existingFields(Plain), city: text("any") } });
    const graph = new StateGraph(toStateSchema(State))
      .addNode("x", () => ({}))
      .addNode("y", () => ({}))
      .addEdge(START, "x")
      .addEdge(START, "y")
      .compile();
    expect(checkGraph(graph).findings.map(({ problem }) => problem.includes('"a" and "city"'))).toEqual([true]);
  });
});

describe("paths", () => {
  const Plain = Annotation.Root({ a: Annotation<string[]>({ reducer: (x, y) => [...x, ...y], default: () => [] }) });

  test("that lead only from an island to a node", () => {
    const graph = new StateGraph(Plain)
      .addNode("x", plain)
      .addNode("y", plain)
      .addNode("z", plain)
      .addEdge(START, "x")
      .addEdge("x", END)
      .addEdge("y", "z")
      .addConditionalEdges("z", () => "y", ["y", END])
      .compile();
    expect(found(graph)).toEqual(["unreachable-node: y", "unreachable-node: z"]);
    expect(checkGraph(graph).findings[0]?.problem).toBe('No path leads from the start to "y": only "z" leads there.');
  });

  test("of a conditional edge without a list lead anywhere", () => {
    const graph = new StateGraph(Plain)
      .addNode("x", plain)
      .addNode("y", plain)
      .addEdge(START, "x")
      .addConditionalEdges("x", () => "y")
      .addEdge("y", END)
      .compile();
    expect(found(graph)).toEqual([]);
    expect(checkGraph(graph).unknown.at(-1)).toContain('the conditional edges of "x"');
  });

  test("of a command lead where `ends` says", () => {
    const graph = new StateGraph(Plain)
      .addNode("x", () => new Command({ goto: "y" }), { ends: ["y"] })
      .addNode("y", plain)
      .addEdge(START, "x")
      .compile();
    expect(found(graph)).toEqual([]);
  });

  test("that never lead out of a loop", () => {
    const graph = new StateGraph(Plain)
      .addNode("x", plain)
      .addNode("y", plain)
      .addNode("z", plain)
      .addEdge(START, "x")
      .addEdge("x", "y")
      .addEdge("y", "z")
      .addEdge("z", "y")
      .compile();
    expect(found(graph)).toEqual(["endless-loop: y + z"]);
  });

  test("of a loop end at a node without an edge", () => {
    const graph = new StateGraph(Plain)
      .addNode("x", plain)
      .addNode("y", plain)
      .addNode("z", plain)
      .addEdge(START, "x")
      .addEdge("x", "y")
      .addConditionalEdges("y", () => "x", ["x", "z"])
      .compile();
    expect(found(graph)).toEqual([]);
  });

  test("to agents that no handoff reaches", () => {
    const model = scriptedModel([]);
    const small = tidemark(defineState({ version: 1, fields: { city: text("any") } }));
    const build = (to: readonly string[], onward: readonly string[] = []) => {
      const asks = { model, instructions: "Help.", reads: ["messages", "city"] } as const;
      const agents = [
        small.agent({ ...asks, name: "reader", handoffs: to }),
        small.agent({ ...asks, name: "limit", handoffs: onward }),
        small.agent({ ...asks, name: "vendor" }),
      ];
      return small.app({ agents, entry: "reader" }).graph;
    };
    expect(found(build(["limit"]))).toEqual(["unreachable-agent: vendor"]);
    expect(found(build([]))).toEqual(["unreachable-agent: limit", "unreachable-agent: vendor"]);
    expect(found(build(["limit"], ["vendor"]))).toEqual([]);
    expect(found(build(["limit", "vendor"]))).toEqual([]);
  });

  test.each(["maxSteps", "maxPlanningAttempts", "maxClarifications", "maxReclassifications"])(
    "with %s above the number of nodes that may run",
    (name) => {
      const reader = agent("reader", { reads: ["amount", "notes", "checked", "total"] });
      const build = (limit: number) =>
        createAgentGraph({
          state: Desk,
          agents: [reader, agent("limit")],
          planner: () => Promise.resolve({ steps: [] }),
          limits: { maxIterations: 10, [name]: limit },
        });
      expect(found(build(20))).toEqual([`unreached-limit: ${name}`]);
      expect(found(build(10))).toEqual([`unreached-limit: ${name}`]);
      expect(found(build(9))).toEqual([]);
    },
  );

  test("of an approval lead through its steps", () => {
    const steps = approvalSteps(Desk, { name: "reader", request: () => null, effect: () => ({ amount: "1" }) });
    const graph = start()
      .addNode(steps)
      .addNode("limit", node("limit"))
      .addNode("commit", commitNode(Desk))
      .addEdge("turn_start", "limit")
      .addEdge("limit", "commit")
      .addEdge("commit", "reader")
      .compile();
    expect(found(graph)).toEqual([]);
  });

  test("inside a subgraph are named with their graph", () => {
    const inner = new StateGraph(Plain)
      .addNode("y", plain)
      .addNode("z", plain)
      .addEdge(START, "y")
      .addEdge("y", "z")
      .addEdge("z", "y")
      .compile();
    const graph = new StateGraph(Plain)
      .addNode("billing", inner)
      .addEdge(START, "billing")
      .addEdge("billing", END)
      .compile();
    expect(found(graph)).toEqual(["endless-loop: billing / y + z"]);
  });
});
