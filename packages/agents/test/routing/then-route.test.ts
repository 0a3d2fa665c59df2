import { Command, Overwrite } from "@langchain/langgraph";
import { defineRegistry, describeAgent, killSwitch } from "@tidemark/agents";
import { ThreadRuns } from "@tidemark/agents/internal/langgraph";
import { AgentState, type AgentStateValue, initialState, type Proposal } from "@tidemark/core-state";
import { fixedClock } from "@tidemark/state-manager/testing";
import { describe, expect, test } from "vitest";
import { routerDecision } from "../../src/routing/router-decision.graph.ts";
import { AfterEdit, type GraphNode, thenRoute, type ThenRouteOptions } from "../../src/routing/then-route.graph.ts";
import { config, say, trip } from "../graph/trip-graph.ts";

const clock = fixedClock("2030-01-31T12:00:00.000Z");
const registry = defineRegistry([describeAgent({ name: "weather", description: "Knows the weather." })]);
const base = { ...initialState(AgentState), messages: [] };
type Values = typeof base;
type Options = Partial<ThenRouteOptions<Values>> & { readonly approvals?: Readonly<Record<string, "always">> };

/** What is written and where it goes after a node that answers with this. */
async function after(answer: unknown, values: Partial<AgentStateValue> = {}, options: Options = {}) {
  const { approvals, ...rest } = options;
  const decide = routerDecision(AgentState, { registry, clock, ...(approvals !== undefined && { approvals }) });
  const onTheWay: Record<string, GraphNode<Values>> = {};
  const node = thenRoute(() => Promise.resolve(answer), {
    state: AgentState,
    decide,
    runs: undefined,
    onTheWay,
    ...rest,
  });
  const commands = await node({ ...base, ...values, messages: [] }, config);
  return { updates: commands.map(({ update }) => update ?? {}), goto: commands.flatMap(({ goto }) => goto ?? []) };
}

const merged = (updates: readonly object[]): object => updates.reduce((all, update) => ({ ...all, ...update }), {});

const task = { task_current_task: "Will it rain?" };
const chosen = { ...task, planning_active_capabilities: ["weather"] };
const planned = { ...chosen, planning_execution_plan: { steps: [{ capability: "weather" }] } };

describe("thenRoute", () => {
  test("goes where the router would, on the values as the answer leaves them, and writes what the router would", async () => {
    const { updates, goto } = await after(task);
    expect(goto).toEqual(["classifier"]);
    expect(merged(updates)).toMatchObject({ ...task, control_next_agent: "classifier" });
    expect((await after(new Command({ update: chosen }))).goto).toEqual(["planner"]);
    expect((await after(planned)).goto).toEqual(["weather"]);
  });

  test("writes a field that replaces once, as the router leaves it, and folds one that folds", async () => {
    const handed = { ...planned, control_next_agent: "weather", status_updates: [] };
    const { updates } = await after([new Command({ update: handed }), new Command({ update: { status_updates: [] } })]);
    const names = updates.flatMap((update) => Object.keys(update));
    expect(names.filter((name) => name === "planning_execution_plan")).toHaveLength(1);
    expect(names.filter((name) => name === "status_updates")).toHaveLength(2);
    expect(merged(updates)).toMatchObject({
      control_next_agent: "weather",
      control_active_agent: "weather",
    });
  });

  test("folds what comes after an overwrite into it: the host would pass it over", async () => {
    const status = { message: "Reading", timestamp: "2030-01-31T12:00:00.000Z" };
    const { updates } = await after([
      new Command({
        update: { execution_step_results: new Overwrite({}), capability_context_data: new Overwrite({}) },
      }),
      new Command({ update: { capability_context_data: { WEATHER: { today: status } } } }),
    ]);
    const written = merged(updates);
    expect(written).toHaveProperty("capability_context_data", new Overwrite({ WEATHER: { today: status } }));
    expect(written).toHaveProperty("execution_step_results", new Overwrite({}));
  });

  const proposal: Proposal = {
    proposalId: "p",
    proposedBy: "weather",
    turnId: "turn_1",
    reason: "It rains there.",
    createdAt: "2030-01-31T12:00:00.000Z",
    changes: {},
    baseVersions: {},
  };
  test.each<[string, unknown, Partial<AgentStateValue>, Options]>([
    ["a commit", { ...planned, control_proposals: [proposal] }, {}, {}],
    ["a question to a person", planned, {}, { approvals: { weather: "always" } }],
    ["the end of a run", { control_last_agent: "error" }, planned, {}],
    ["what cannot be folded", { capability_context_data: 7 }, {}, {}],
  ])("leaves %s to the router, and writes the answer", async (_, answer, values, options) => {
    const { updates, goto } = await after(answer, values, options);
    expect(goto).toEqual(["router"]);
    expect(merged(updates)).toEqual(answer);
  });

  test("leaves another attempt, with its pause, to the router", async () => {
    const failure = {
      node: "weather",
      classification: { severity: "retriable" as const },
      retryPolicy: { maxAttempts: 3, delaySeconds: 1, backoffFactor: 1 },
      originalError: "503",
      timestamp: "2030-01-31T12:00:00.000Z",
    };
    expect((await after({ control_has_error: true, control_error_info: failure }, planned)).goto).toEqual(["router"]);
  });

  test("leaves a run that was killed meanwhile to the router", async () => {
    const switches = killSwitch();
    const runs = new ThreadRuns(switches);
    runs.enter(config);
    switches.kill("t", "enough");
    expect((await after(planned, {}, { runs })).goto).toEqual(["router"]);
  });

  test("leaves a command that goes somewhere, or to a graph around this one, alone", async () => {
    for (const command of [new Command({ goto: "weather" }), new Command({ update: {}, graph: Command.PARENT })]) {
      const decide = routerDecision(AgentState, { registry, clock });
      const node = thenRoute(() => command, { state: AgentState, decide, runs: undefined, onTheWay: {} });
      expect(await node(base, config)).toEqual([command]);
    }
  });

  test("does the parts that ask nobody on the way, each on what the one before has written", async () => {
    const seen: unknown[] = [];
    const onTheWay: Record<string, GraphNode<Values>> = {
      classifier: ({ task_current_task: current }) => {
        seen.push(current);
        return { planning_active_capabilities: ["weather"] };
      },
    };
    const { updates, goto } = await after(task, {}, { onTheWay });
    expect([seen, goto]).toEqual([["Will it rain?"], ["planner"]]);
    expect(merged(updates)).toMatchObject({ ...chosen, control_next_agent: "planner" });
  });

  test("a turn without models for task and choice takes a step for each node that works", async () => {
    const { graph } = trip();
    const nodes: string[] = [];
    for await (const update of await graph.stream(say("Go"), { ...config, streamMode: "updates" })) {
      nodes.push(...Object.keys(update));
    }
    // The weather proposes a town, which the router commits before anybody reads it.
    expect(nodes).toEqual(["turn_start", "planner", "weather", "router", "router", "booker", "respond"]);
  });
});

describe("AfterEdit", () => {
  test("sends an edit in the name of a node on to the router, and says nothing in a run", async () => {
    const edited = new AfterEdit();
    expect(await edited.invoke({}, {})).toEqual(["router"]);
    const executionInfo = { checkpointId: "c", checkpointNs: "", taskId: "t", nodeAttempt: 1 };
    expect(await edited.invoke({}, { executionInfo })).toEqual([]);
  });

  test.each(["weather", "planner", "turn_start"])("a thread that is edited in the name of %s goes on", async (node) => {
    const { graph, ran } = trip();
    const asked: object = { ...config, interruptBefore: ["booker"] };
    await graph.invoke(say("Go"), asked);
    await graph.updateState(config, { capability_context_data: { NOTES: { today: { hurry: true } } } }, node);
    expect((await graph.getState(config)).next).toEqual(["router"]);
    const state = await graph.invoke(null, config);
    expect([ran, state.control_workflow_status]).toEqual([["weather", "booker in Bergen"], "completed"]);
  });
});
