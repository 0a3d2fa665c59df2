// Faults of agents, limits and storage: each is planted in a graph that is clean without it.
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { checkGraph } from "@tidemark/inspect/internal";
import {
  AgentState,
  commitNode,
  defineNode,
  defineState,
  extendState,
  field,
  fieldGroups,
  tidemark,
  toStateSchema,
  turnStart,
} from "tidemark";
import { defineMigrations, migratingSaver } from "tidemark/checkpoint";
import { agentNode, createAgentGraph, defineAgent } from "tidemark/agents";
import { scriptedModel } from "tidemark/testing";
import { defineContexts } from "@tidemark/state-manager";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { agent, Desk, found, node, start, text } from "./desk.ts";

const all = ["amount", "notes", "checked", "total"] as const;
const reader = agent("reader", { reads: all });
const limit = agent("limit");
const message = { messages: [{ role: "user", content: "Hi." }] };

/** A graph that plans a step of the reader. */
const planned = (options: object, agents: readonly ReturnType<typeof agent>[] = [reader, limit]) =>
  createAgentGraph({
    state: Desk,
    agents,
    planner: () => Promise.resolve({ steps: [{ capability: "reader", taskObjective: "Read." }] }),
    ...options,
  });

/** A graph whose agent proposes before the commit or after it. */
const proposing = (order: "after" | "before") => {
  const graph = start()
    .addNode("a", agentNode(Desk, agent("a", { proposes: ["total"] })))
    .addNode("reader", node("reader"))
    .addNode("limit", node("limit"))
    .addNode("commit", commitNode(Desk))
    .addEdge("turn_start", "reader")
    .addEdge("reader", "limit");
  return order === "after"
    ? graph.addEdge("limit", "commit").addEdge("commit", "a").compile()
    : graph.addEdge("limit", "a").addEdge("a", "commit").compile();
};

describe("limits", () => {
  test.each(["maxIterations", "maxExecutionTimeSeconds", "maxPlanningAttempts", "maxSteps"])(
    "with %s of 0 end every turn of a graph that plans",
    async (name) => {
      const graph = planned({ limits: { [name]: 0 } });
      expect(found(graph).filter((each) => each.startsWith("ended-turn"))).toEqual([`ended-turn: ${name}`]);
      const ended = await planned({ limits: { [name]: 0 }, output: ["control_last_agent"] }).invoke(message);
      expect(ended).toMatchObject({ control_last_agent: "error" });
      expect(found(planned({ limits: { [name]: 5 } }))).toEqual([]);
    },
  );

  test("of planning end no turn of a graph without a plan", async () => {
    const small = tidemark(defineState({ version: 1, fields: { city: text("any") } }));
    const asks = { instructions: "Help.", reads: ["messages", "city"] } as const;
    const build = (limits: object) =>
      small.app({ agents: [small.agent({ ...asks, name: "travel", model: scriptedModel(["Hello."]) })], limits });
    const off = build({ maxPlanningAttempts: 0, maxSteps: 0, maxClarifications: 0, maxReclassifications: 0 });
    expect(found(off.graph)).toEqual([]);
    expect(await off.session("a").send("Hi.")).toMatchObject({ outcome: "done", answer: "Hello." });
    expect(found(build({ maxIterations: 0 }).graph)).toContain("ended-turn: maxIterations");
  });

  test("of an agent's time come after that of the turn", () => {
    const slow = agent("reader", { reads: all, timeoutSeconds: 600 });
    expect(found(planned({}, [slow, limit]))).toEqual(["unreached-limit: reader + timeoutSeconds"]);
    expect(found(planned({ limits: { maxExecutionTimeSeconds: 601 } }, [slow, limit]))).toEqual([]);
  });

  test("of cost need prices", () => {
    expect(found(planned({ limits: { maxCost: 1 } }))).toEqual(["unreached-limit: maxCost"]);
    expect(found(planned({ limits: { maxCost: 1 }, prices: { "gpt-5-mini": { input: 1, output: 1 } } }))).toEqual([]);
  });
});

describe("agents", () => {
  test("that require what nobody provides", () => {
    const contexts = defineContexts({ FORECAST: z.object({ sky: z.string() }) });
    const asking = agent("reader", { reads: all, contexts, requires: ["FORECAST"] });
    const giving = agent("limit", { provides: ["FORECAST"] });
    expect(found(planned({}, [agent("reader", { reads: all, requires: ["FORECAST"] }), limit]))).toEqual([
      "unmet-requirement: reader + FORECAST",
    ]);
    expect(found(planned({}, [asking, giving]))).toEqual([]);
  });

  test("that hand work around in a circle", () => {
    const Calls = extendState(AgentState, { version: 1, fields: fieldGroups.calls });
    const own = (name: string, handoffs: readonly string[]) =>
      agentNode(
        Calls,
        defineAgent(Calls, { name, model: scriptedModel([]), instructions: "Help.", reads: ["messages"], handoffs }),
      );
    const build = (last: readonly string[]) =>
      new StateGraph(toStateSchema(Calls))
        .addNode("turn_start", turnStart(Calls))
        .addNode("a", own("a", ["b"]), { ends: ["b", END] })
        .addNode("b", own("b", ["c", "a"]), { ends: ["a", "c", END] })
        .addNode("c", own("c", last), { ends: ["a", END] })
        .addEdge(START, "turn_start")
        .addEdge("turn_start", "a")
        .compile();
    expect(found(build(["a"]))).toEqual(["endless-handoffs: a + b + c"]);
    expect(found(build([]))).toEqual([]);
  });

  test("that propose after the commit", () => {
    expect(found(proposing("after"))).toEqual(["unreached-commit: a"]);
    expect(found(proposing("before"))).toEqual([]);
  });

  test("with tools of which nobody knows whether they change something", () => {
    const desk = tidemark(defineState({ version: 1, fields: { city: text("any") } }));
    const tool = { description: "Does it.", inputs: z.object({}) };
    const build = (readOnly: boolean) =>
      desk.app({
        agents: [
          desk.agent({
            name: "travel",
            model: scriptedModel([]),
            instructions: "Plan.",
            reads: ["messages", "city"],
            readOnly,
            tools: {
              look: { ...tool, run: () => "seen" },
              pay: { ...tool, run: (_inputs, { key }) => key },
              sign: { ...tool, approve: "always", run: () => "signed" },
            },
          }),
        ],
      });
    expect(checkGraph(build(false).graph).unknown).toEqual([
      'Whether these tools change something outside the state is not declared; nobody approves their calls, and they take no key: "look".',
    ]);
    expect(checkGraph(build(true).graph).unknown).toEqual([]);
    const asking = createAgentGraph({
      state: Desk,
      agents: [
        agent("reader", { run: undefined, model: scriptedModel([]), tools: { look: { ...tool, run: () => 1 } } }),
      ],
      approvals: { reader: "always" },
    });
    expect(checkGraph(asking).unknown).toEqual([]);
  });
});

describe("fields", () => {
  test("that are hidden and returned", () => {
    const Hidden = extendState(Desk, {
      version: 1,
      fields: { secret: field(z.string(), { default: "", lifetime: "thread", ui: false }) },
    });
    const build = (output: readonly "secret"[]) =>
      createAgentGraph({
        state: Hidden,
        agents: [agent("reader", { reads: [...all] }), limit],
        planner: () => Promise.resolve({ steps: [] }),
        output,
      });
    expect(found(build(["secret"]))).toEqual(["hidden-output: secret"]);
    expect(found(build([]))).toEqual(["unread-field: secret"]);
    const open = new StateGraph(toStateSchema(Hidden))
      .addNode("any", () => ({}))
      .addEdge(START, "any")
      .compile();
    expect(found(open).some((each) => each.startsWith("hidden-output"))).toBe(false);
  });

  test("of a state whose version is above 1, without migrations", () => {
    const fields = { city: text("any") };
    const build = (State: ReturnType<typeof declare>, checkpointer?: MemorySaver | ReturnType<typeof migratingSaver>) =>
      new StateGraph(toStateSchema(State))
        .addNode("a", defineNode(State, { agent: "a", run: () => ({}) }))
        .addEdge(START, "a")
        .compile({ ...(checkpointer !== undefined && { checkpointer }) });
    const declare = (version: number) => defineState({ version, fields });
    expect(found(build(declare(2), new MemorySaver()))).toEqual(["missing-migration: version 2"]);
    expect(found(build(declare(1), new MemorySaver()))).toEqual([]);
    expect(found(build(declare(2)))).toEqual([]);
    expect(checkGraph(build(declare(2))).unknown.at(-1)).toContain("the migrations from version 1 to 2");
    const Two = declare(2);
    const migrations = defineMigrations(Two, [{ to: 2, description: "Nothing changes." }]);
    expect(found(build(Two, new MemorySaver()))).toEqual([]);
    expect(found(build(declare(2), migratingSaver(new MemorySaver(), migrations)))).toEqual([
      "missing-migration: version 2",
    ]);
    expect(found(build(Two, migratingSaver(new MemorySaver(), migrations)))).toEqual([]);
  });

  test("of a turn that nothing resets are right in a graph without sessions and threads, and the report says so", () => {
    const State = defineState({ version: 1, fields: { city: text("any", "turn") } });
    const graph = new StateGraph(toStateSchema(State))
      .addNode("a", defineNode(State, { agent: "a", run: () => ({}) }))
      .addEdge(START, "a")
      .compile();
    const { findings, unknown } = checkGraph(graph);
    expect(findings).toEqual([]);
    expect(unknown).toContainEqual(expect.stringContaining("no checkpointer, and no node is turnStart"));
  });
});
