import { AIMessage } from "@langchain/core/messages";
import { Command, END, interrupt, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { SeedState, type HandoffRecord } from "@tidemark/core-state";
import { isDirectedMode } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { describeAgent } from "../../src/roster/agent-description.ts";
import { autonomous, directedAgent, directTo } from "../../src/roster/directed-mode.ts";
import { agentErrors } from "../../src/kernel/errors.ts";
import { defineAgent } from "../../src/run/agent.graph.ts";
import { agentNode } from "../../src/run/agent-node.graph.ts";
import { handoffCommand, handoffParts } from "../../src/handoffs/handoff-command.graph.ts";
import { defineRegistry } from "../../src/roster/registry.ts";

const clock = fixedClock("2026-01-08T20:30:00.000Z");
const registry = defineRegistry(
  ["a", "b"].map((name) =>
    describeAgent({ name, description: `Does ${name}.`, identity: { agentName: name.toUpperCase() } }),
  ),
);
const config = { configurable: { thread_id: "t" } };

/** Hands work to the other agent until it is refused, and reports the reason. */
const eager = (name: string, other: string) =>
  defineAgent(SeedState, {
    name,
    description: `Does ${name}.`,
    identity: { agentName: name.toUpperCase() },
    reads: [],
    writes: ["messages", "ui_notebook_links"],
    run: (_, { handoff }) => {
      const handoffResult = handoff(other, { reason: "user_request", update: { ui_notebook_links: [name] } });
      return handoffResult.outcome === "handedOff"
        ? handoffResult.command
        : { messages: [new AIMessage(handoffResult.reason)] };
    },
  });

const ends = { ends: ["a", "b", END] };

const pair = () =>
  new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState))
    .addNode("a", agentNode(SeedState, eager("a", "b"), { clock, registry }), ends)
    .addNode("b", agentNode(SeedState, eager("b", "a"), { clock, registry }), ends)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "a")
    .compile({ checkpointer: new MemorySaver() });

const writing = (update: object) =>
  new StateGraph(toStateSchema(SeedState))
    .addNode("x", () => update)
    .addEdge(START, "x")
    .compile();

const record: HandoffRecord = {
  handoffId: "h1",
  fromAgentId: "a",
  toAgentId: "b",
  reason: "plan_step",
  timestamp: "2026-01-08T20:30:00.000Z",
};

const say = (content: string) => ({ messages: [{ role: "user", content }] });

describe("handoff, among the tools of an agent", () => {
  test("PS-12 PS-14 PS-37 passes work on until it would alternate, each handoff once in the history", async () => {
    const state = await pair().invoke(say("Go"), config);
    expect(state.execution_handoff_history.map((each) => each.toAgentId)).toEqual(["b", "a", "b", "a"]);
    expect(new Set(state.execution_handoff_history.map((each) => each.handoffId)).size).toBe(4);
    expect(state.messages.at(-1)?.text).toBe("pingPong");
    expect(state.ui_notebook_links).toEqual(["a", "b", "a", "b"]);
    expect(state).toMatchObject({
      control_active_agent: "a",
      control_last_agent: "a",
      control_iteration: 5,
      ui_agent_identity: { agentName: "A" },
    });
  });

  test("PS-15 PS-16 starts with the orchestrator, with a separate identity per state", async () => {
    const bare = writing({ control_iteration: 1 });
    const state = await bare.invoke({});
    expect(state.ui_agent_identity).toEqual({
      agentId: "orchestrator",
      agentName: "Orchestrator",
      agentIcon: "🎯",
      agentColor: "#8B5CF6",
    });
    expect(Reflect.set(state.ui_agent_identity, "agentName", "Mallory")).toBe(false);
    expect((await bare.invoke({})).ui_agent_identity.agentName).toBe("Orchestrator");
  });

  test("PS-09 PS-10 PS-11 keeps the history between turns, also when nothing or null is added", async () => {
    const graph = pair();
    await graph.invoke(say("Go"), config);
    await graph.updateState(config, { execution_handoff_history: [] }, "a");
    const second = await graph.invoke(say("Again"), config);
    expect(second.execution_handoff_history.length).toBeGreaterThanOrEqual(4);
    const none = await writing({ execution_handoff_history: [] }).invoke({ execution_handoff_history: [record] });
    const missing = await writing({ execution_handoff_history: undefined }).invoke({
      execution_handoff_history: [record],
    });
    const first = await writing({ execution_handoff_history: [record] }).invoke({});
    expect([none, missing, first].map((each) => each.execution_handoff_history)).toEqual([
      [record],
      [record],
      [record],
    ]);
  });

  test("repeats the same events when a run is repeated after an interrupt", async () => {
    const ids: string[] = [];
    const asking = defineAgent(SeedState, {
      name: "a",
      description: "Does a.",
      reads: [],
      run: (_, { handoff }) => {
        const handoffResult = handoff("b", { reason: "clarification" });
        if (handoffResult.outcome === "refused") return {};
        ids.push(handoffResult.record.handoffId);
        interrupt("Sure?");
        return handoffResult.command;
      },
    });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("a", agentNode(SeedState, asking, { clock, registry }), { ends: ["b"] })
      .addNode("b", () => ({}))
      .addEdge(START, "a")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(say("Go"), config);
    const state = await graph.invoke(new Command({ resume: true }), config);
    expect(ids.length).toBe(2);
    expect(state.execution_handoff_history.map((each) => each.handoffId)).toEqual([ids[0]]);
    expect(ids[0]).toBe(ids[1]);
  });

  test("PS-13 leaves its graph for the parent graph", async () => {
    const leaving = agentNode(SeedState, eager("a", "b"), { clock, registry, handoffs: { graph: "parent" } });
    const inner = new StateGraph(toStateSchema(SeedState)).addNode("a", leaving).addEdge(START, "a").compile();
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("team", inner, { ends: ["b"] })
      .addNode("b", () => ({ messages: [new AIMessage("Done")] }))
      .addEdge(START, "team")
      .compile({ checkpointer: new MemorySaver() });
    const state = await graph.invoke(say("Go"), config);
    expect(state.execution_handoff_history.length).toBe(1);
    expect(state.messages.map((each) => each.text)).toEqual(["Go", "Done"]);
    expect([state.control_active_agent, state.control_iteration]).toEqual(["b", 1]);
    expect(state.ui_notebook_links).toEqual(["a"]);
  });

  test("goes to the configured target instead of the other agent's node", async () => {
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("a", agentNode(SeedState, eager("a", "b"), { clock, registry, handoffs: { goto: () => "router" } }), {
        ends: ["router"],
      })
      .addNode("router", ({ control_next_agent: next }) => ({ ui_notebook_links: [`to ${next}`] }))
      .addEdge(START, "a")
      .compile();
    expect((await graph.invoke(say("Go"))).ui_notebook_links).toEqual(["a", "to b"]);
  });

  test("ends a cycle of three agents, which does not alternate, at the limit of the turn", async () => {
    const round = ["x", "y", "z"].map((name, index) => eager(name, ["y", "z", "x"][index] ?? "x"));
    const others = defineRegistry(round);
    const ring = { ends: ["x", "y", "z", END] };
    const node = (index: number) => {
      const [agent] = round.slice(index);
      if (agent === undefined) throw new Error("no such agent");
      return agentNode(SeedState, agent, { clock, registry: others, limits: { maxIterations: 7 } });
    };
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("x", node(0), ring)
      .addNode("y", node(1), ring)
      .addNode("z", node(2), ring)
      .addEdge(START, "x")
      .compile();
    const state = await graph.invoke(say("Go"));
    expect([state.control_iteration, state.messages.at(-1)?.text]).toEqual([7, "stopped"]);
  });

  test("throws when the update of a handoff contains an undeclared field", async () => {
    const cheat = defineAgent(SeedState, {
      name: "a",
      description: "Does a.",
      reads: [],
      run: (_, { handoff }) => {
        // @ts-expect-error the agent does not declare the field
        const handoffResult = handoff("b", { reason: "user_request", update: { task_current_task: "x" } });
        return handoffResult.outcome === "handedOff" ? handoffResult.command : {};
      },
    });
    const graph = new StateGraph(toStateSchema(SeedState))
      .addNode("a", agentNode(SeedState, cheat, { clock, registry }), { ends: ["b"] })
      .addNode("b", () => ({}))
      .addEdge(START, "a")
      .compile();
    await expect(graph.invoke(say("Go"))).rejects.toSatisfy((error) => agentErrors.undeclaredWrite.is(error));
  });
});

describe("the fields of handoffs in a graph", () => {
  test("PS-17 PS-18 keeps the active agent when it is left out or undefined", async () => {
    expect((await writing({}).invoke({ control_active_agent: "bc" })).control_active_agent).toBe("bc");
    const update = { control_active_agent: undefined };
    expect((await writing(update).invoke({ control_active_agent: "bc" })).control_active_agent).toBe("bc");
  });

  test("PS-19 PS-20 PS-22 returns to the supervisor, and clears the user's selection", async () => {
    const chosen = directTo({}, "a", { registry });
    const directed = chosen.outcome === "directed" ? chosen.update : {};
    const kept = await writing({}).invoke(directed);
    expect([isDirectedMode(kept), directedAgent(kept)]).toEqual([true, "a"]);
    const left = await writing(autonomous()).invoke(directed);
    expect([left.control_operation_mode, left.control_directed_mode_context]).toEqual(["autonomous", null]);
    const unset = await writing({ control_operation_mode: undefined, control_directed_mode_context: undefined }).invoke(
      directed,
    );
    expect([isDirectedMode(unset), unset.control_operation_mode]).toEqual([false, "autonomous"]);
  });
});

describe("handoffCommand", () => {
  const options = { registry, now: "2026-01-08T20:30:00.000Z", handoffId: "h1" };

  test("marks the part of its update that the agent wrote", () => {
    const update = { ui_notebook_links: ["x"] };
    const result = handoffCommand({}, { from: "a", to: "b", reason: "user_request" }, { ...options, update });
    const parts = result.outcome === "handedOff" ? handoffParts(Object.entries(result.command.update ?? {})) : null;
    expect(parts?.own).toEqual(update);
    expect(parts?.marks.control_active_agent).toBe("b");
    expect(handoffParts(Object.entries(update))).toBeNull();
  });

  test("can leave the target to the edges of the graph", () => {
    const result = handoffCommand({}, { from: "a", to: "b", reason: "user_request" }, { ...options, goto: () => null });
    expect(result.outcome === "handedOff" && result.command.goto).toEqual([]);
  });
});
