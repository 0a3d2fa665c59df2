import { AIMessage } from "@langchain/core/messages";
import { Command, END, interrupt, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { AgentState, defineNode, extendState, fieldGroups, openSession, toStateSchema, turnStart } from "tidemark";
import { agentNode, defineAgent, defineRegistry, handoffTool, toGraphSchemas } from "tidemark/agents";
import { scriptedModel } from "tidemark/testing";
import { describe, expect, test } from "vitest";
import { agentsOf, company, type Form, savers, say, State, turnsOf, type Work } from "./company.ts";

const forms: readonly Form[] = ["subgraph", "own checkpoints"];
const named = Object.entries(savers).map(([name, create]) => ({ saver: name, create }));
const cases = forms.flatMap((form) => named.map((each) => ({ form, ...each })));

describe.each(cases)("a handoff out of a team ($form, $saver)", ({ form, create }) => {
  test("brings what the team wrote before, once, in each turn", async () => {
    const works: Work[] = ["one", "two", "three"].map((turn, index) => ({
      desk: { ...say(`desk ${turn}`), memo_lines: [`desk ${turn}`], memo_text: "desk", memo_places: { desk: turn } },
      scout: {
        ...say(`scout ${turn}`),
        memo_lines: [`scout ${turn}`],
        memo_text: "scout",
        memo_flag: index === 1,
        memo_entries: [{ id: "a", text: turn }],
        memo_places: { scout: turn },
      },
      weather: { ...say(`weather ${turn}`), memo_lines: [`weather ${turn}`], memo_places: { weather: turn } },
    }));
    expect(await turnsOf(form, { create, works })).toEqual(await turnsOf("flat", { create, works }));
  });

  test("fails with a typed error if the parent has no such agent", async () => {
    const work = { scout: { memo_lines: ["scout"] }, weather: { memo_lines: ["weather"] } };
    const graph = company(() => work, { form, saver: create(), to: "nobody" });
    const session = openSession({ graph, threadId: "ann" });
    await expect(session.send("Tell Ben")).rejects.toMatchObject({ code: "agents/lostHandoff" });
  });

  test("brings what was written before a person was asked", async () => {
    const work: Work = {
      scout: { ...say("scouted"), memo_lines: ["scout"], memo_total: 2 },
      weather: { ...say("it rains"), memo_total: 3 },
      ask: () => {
        interrupt("Sure?");
      },
    };
    const saver = create();
    const asked = openSession({ graph: company(() => work, { form, saver }), threadId: "ann" });
    const question = await asked.send("Tell Ben");
    const id = question.outcome === "interrupted" ? (question.interrupts[0]?.id ?? "") : "";
    const other = openSession({ graph: company(() => work, { form, saver }), threadId: "ann" });
    expect((await other.resume(id, "yes")).outcome).toBe("done");
    const state = await other.state();
    expect([state?.memo_lines, state?.memo_total]).toEqual([["scout"], 5]);
    expect(state?.messages.map(({ text }) => text)).toEqual(["Tell Ben", "scouted", "it rains", "Sent to ben."]);
  });
});

describe("a handoff to the parent graph", () => {
  const work: Work = {
    scout: { ...say("scouted"), memo_lines: ["scout"], memo_text: "scout" },
    weather: { ...say("it rains"), memo_lines: ["weather"] },
  };
  const { parts, registry } = agentsOf(() => work);
  const [, scout, weather, mail] = parts;
  const leaving = agentNode(State, weather, { registry, handoffs: { graph: "parent" } });
  const teamOf = (options: { readonly checkpointer?: true } = {}) =>
    new StateGraph(toStateSchema(State))
      .addNode("scout", agentNode(State, scout, { registry }))
      .addNode("weather", leaving)
      .addEdge(START, "scout")
      .addEdge("scout", "weather")
      .compile(options);

  test("fails with a typed error in a graph without a parent", async () => {
    const graph = new StateGraph(toStateSchema(State))
      .addNode("turn_start", turnStart(State))
      .addNode("weather", leaving)
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "weather")
      .compile({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, threadId: "ann" });
    await expect(session.send("Tell Ben")).rejects.toMatchObject({ code: "agents/lostHandoff" });
    expect((await session.state())?.memo_lines).toEqual([]);
  });

  test.each([
    { outer: {}, inner: {} },
    { outer: {}, inner: { checkpointer: true } },
    { outer: { checkpointer: true }, inner: {} },
    { outer: { checkpointer: true }, inner: { checkpointer: true } },
  ] as const)(
    "is taken by the graph around it, which is part of another one ($outer, $inner)",
    async ({ outer, inner }) => {
      const office = new StateGraph(toStateSchema(State))
        .addNode("team", teamOf(inner), { ends: ["mail"] })
        .addNode("mail", agentNode(State, mail, { registry }))
        .addEdge(START, "team")
        .compile(outer);
      const graph = new StateGraph(toStateSchema(State))
        .addNode("turn_start", turnStart(State))
        .addNode("office", office)
        .addEdge(START, "turn_start")
        .addEdge("turn_start", "office")
        .compile({ checkpointer: new MemorySaver() });
      const session = openSession({ graph, threadId: "ann" });
      expect((await session.send("Tell Ben")).outcome).toBe("done");
      const state = await session.state();
      expect([state?.memo_lines, state?.memo_text]).toEqual([["scout", "weather"], "scout"]);
      expect(state?.messages.map(({ text }) => text)).toEqual(["Tell Ben", "scouted", "it rains", "Sent to ben."]);
    },
  );

  test("keeps what another node of the parent graph writes in the same step", async () => {
    const graph = new StateGraph(toStateSchema(State))
      .addNode("turn_start", turnStart(State))
      .addNode("team", teamOf(), { ends: ["mail"] })
      .addNode("clerk", () => ({ memo_lines: ["clerk"], memo_flag: true, memo_total: 2 }))
      .addNode("mail", agentNode(State, mail, { registry }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "team")
      .addEdge("turn_start", "clerk")
      .compile();
    const state = await graph.invoke({ messages: [{ role: "user", content: "Tell Ben" }] });
    expect([state.memo_lines.toSorted(), state.memo_flag, state.memo_total]).toEqual([
      ["clerk", "scout", "weather"],
      true,
      2,
    ]);
  });

  test.each([{ options: {} }, { options: { checkpointer: true } }] as const)(
    "brings to an agent that has called the team what this agent may write ($options)",
    async ({ options }) => {
      const team = teamOf(options);
      const caller = defineAgent(State, {
        name: "caller",
        description: "Calls a team.",
        reads: ["messages"],
        writes: ["messages", "memo_lines"],
        run: async ({ messages }, { config }) => {
          await team.invoke({ messages: [...messages] }, config);
          return {};
        },
      });
      const graph = new StateGraph(toStateSchema(State))
        .addNode("turn_start", turnStart(State))
        .addNode("caller", agentNode(State, caller, { registry }), { ends: ["mail"] })
        .addNode("mail", agentNode(State, mail, { registry }))
        .addEdge(START, "turn_start")
        .addEdge("turn_start", "caller")
        .compile({ checkpointer: new MemorySaver() });
      const session = openSession({ graph, threadId: "ann" });
      expect((await session.send("Tell Ben")).outcome).toBe("done");
      const state = await session.state();
      expect([state?.memo_lines, state?.memo_text]).toEqual([["scout", "weather"], ""]);
      expect(state?.messages.map(({ text }) => text)).toEqual(["Tell Ben", "scouted", "it rains", "Sent to ben."]);
    },
  );

  test("does not bring the defaults of fields that the team has not received", async () => {
    const schemas = toGraphSchemas(State, { input: ["messages"], output: ["messages"] });
    const team = new StateGraph(schemas)
      .addNode("scout", agentNode(State, scout, { registry }))
      .addNode("weather", leaving)
      .addEdge(START, "scout")
      .addEdge("scout", "weather")
      .compile();
    const graph = new StateGraph(toStateSchema(State))
      .addNode("turn_start", turnStart(State))
      .addNode("desk", () => ({ memo_flag: true, memo_lines: ["desk"], memo_total: 5, memo_places: { desk: "here" } }))
      .addNode("team", team, { ends: ["mail"] })
      .addNode("mail", agentNode(State, mail, { registry }))
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "desk")
      .addEdge("desk", "team")
      .compile();
    const state = await graph.invoke({ messages: [{ role: "user", content: "Tell Ben" }] });
    expect([state.memo_flag, state.memo_lines, state.memo_total, state.memo_places]).toEqual([
      true,
      ["desk", "scout", "weather"],
      5,
      { desk: "here" },
    ]);
  });

  test("brings the usage of the leaving agent", async () => {
    const Counted = extendState(AgentState, { version: 1, fields: [fieldGroups.calls] });
    const asking = defineAgent(Counted, {
      name: "asking",
      description: "Asks its model.",
      reads: ["messages"],
      writes: ["messages"],
      run: async (_, { model, handoff }) => {
        await model.invoke("Will it rain?");
        const result = handoff("mail", { reason: "user_request" });
        return result.outcome === "handedOff" ? result.command : {};
      },
    });
    const writing = defineAgent(Counted, {
      name: "mail",
      description: "Sends mail.",
      reads: [],
      writes: [],
      run: () => ({}),
    });
    const known = defineRegistry([asking, writing]);
    const model = scriptedModel(["It rains."]);
    const team = new StateGraph(toStateSchema(Counted))
      .addNode("asking", agentNode(Counted, asking, { registry: known, model, handoffs: { graph: "parent" } }))
      .addEdge(START, "asking")
      .compile();
    const graph = new StateGraph(toStateSchema(Counted))
      .addNode("team", team, { ends: ["mail"] })
      .addNode("mail", agentNode(Counted, writing, { registry: known }))
      .addEdge(START, "team")
      .compile();
    const state = await graph.invoke({ messages: [{ role: "user", content: "Tell Ben" }] });
    expect(Object.values(state.runtime_usage).map(({ agent, calls }) => [agent, calls])).toEqual([["asking", 1]]);
  });

  test.each([
    { options: {}, end: "Sent to undefined." },
    { options: { checkpointer: true }, end: "agents/lostHandoff" },
  ] as const)(
    "of a tool in a tool node arrives, or fails instead of ending the turn ($options)",
    async ({ options, end }) => {
      const transfer = handoffTool({ registry, from: "weather", to: "mail", graph: "parent" });
      const call = { id: "c1", name: transfer.name, args: { reason: "user_request" } };
      const team = new StateGraph(toStateSchema(State))
        .addNode("think", () => ({ messages: [new AIMessage({ content: "", tool_calls: [call] })] }))
        .addNode("tools", new ToolNode([transfer], { handleToolErrors: false }))
        .addEdge(START, "think")
        .addEdge("think", "tools")
        .compile(options);
      const graph = new StateGraph(toStateSchema(State))
        .addNode("team", team, { ends: ["mail"] })
        .addNode("mail", agentNode(State, mail, { registry }))
        .addEdge(START, "team")
        .compile({ checkpointer: new MemorySaver() });
      const turn = graph.invoke(
        { messages: [{ role: "user", content: "Tell Ben" }] },
        { configurable: { thread_id: "ann" } },
      );
      const ended: unknown = await turn.then(
        ({ messages }) => messages.at(-1)?.text,
        (error: unknown): unknown => Reflect.get(Object(error), "code"),
      );
      expect(ended).toBe(end);
    },
  );

  test("of a node of `defineNode` has the same rules", async () => {
    const leave = defineNode(State, {
      agent: "clerk",
      run: () => new Command({ graph: Command.PARENT, goto: "after", update: { memo_lines: ["leaves"] } }),
    });
    const team = new StateGraph(toStateSchema(State))
      .addNode("first", () => ({ memo_lines: ["first"], memo_text: "first" }))
      .addNode("leave", leave)
      .addEdge(START, "first")
      .addEdge("first", "leave");
    const around = (name: "after" | "other") =>
      new StateGraph(toStateSchema(State))
        .addNode("team", team.compile(), { ends: [name] })
        .addNode(name, () => ({ memo_lines: [name] }))
        .addEdge(START, "team")
        .compile();
    const state = await around("after").invoke({});
    expect([state.memo_lines, state.memo_text]).toEqual([["first", "leaves", "after"], "first"]);
    await expect(around("other").invoke({})).rejects.toMatchObject({ code: "state-manager/lostCommand" });
    await expect(team.compile().invoke({})).rejects.toMatchObject({ code: "state-manager/lostCommand" });
  });
});

describe("a command within a graph, to a node that the graph does not have", () => {
  const { parts, registry } = agentsOf(() => ({ weather: say("it rains") }), "nobody");
  test.each([
    ["agents/lostHandoff", agentNode(State, parts[2], { registry })],
    ["state-manager/lostCommand", defineNode(State, { agent: "clerk", run: () => new Command({ goto: "nobody" }) })],
    [
      "state-manager/lostCommand",
      defineNode(State, { agent: "clerk", run: () => [new Command({ goto: [new Send("nobody", {})] })] }),
    ],
  ] as const)("throws %s instead of ending the turn", async (code, node) => {
    const graph = new StateGraph(toStateSchema(State))
      .addNode("turn_start", turnStart(State))
      .addNode("first", node, { ends: [END] })
      .addEdge(START, "turn_start")
      .addEdge("turn_start", "first")
      .compile({ checkpointer: new MemorySaver() });
    const session = openSession({ graph, threadId: "ann" });
    await expect(session.send("Tell Ben")).rejects.toMatchObject({ code });
    expect((await session.state())?.execution_handoff_history).toEqual([]);
  });
});
