import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { defineRegistry, describeAgent, directTo, killSwitch } from "@tidemark/agents";
import type { PlannerAnswer, Planner } from "@tidemark/agents/internal";
import { clarificationRouter, clarifyNode, createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { scriptedModel } from "@tidemark/agents/testing";
import {
  type AgentState,
  createProgressEvent,
  createStatusUpdate,
  initialState,
  SeedState,
} from "@tidemark/core-state";
import { type SeedStateUpdate } from "@tidemark/core-state/internal";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { changeAgentControl } from "@tidemark/state-manager/internal";
import { defineContexts, defineFlow } from "@tidemark/state-manager";
import { turnStart } from "@tidemark/state-manager/langgraph";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { z } from "zod";

const now = "2030-01-31T12:00:00.000Z";
const clock = fixedClock(now);
const config = { configurable: { thread_id: "ann", user_id: "ann" } };
const say = (content: string) => ({ messages: [{ role: "user", content }] });

interface Streams {
  stream(input: unknown, options: object): Promise<AsyncIterable<unknown>>;
}

/** State with the fields that the graphs use: `AgentState`, or `SeedState` with all groups of fields. */
type State = typeof AgentState;

/** Runs graphs and records the fields that their nodes wrote with a value other than the default. */
class Observed {
  /** Nodes that wrote a field, by field. */
  readonly writers = new Map<string, Set<string>>();
  readonly #defaults: ReadonlyMap<string, unknown>;

  constructor(state: State) {
    this.#defaults = new Map<string, unknown>(Object.entries(initialState(state)));
  }

  /** Runs to the end or to a question. */
  async run(graph: Streams, input: unknown): Promise<void> {
    for await (const part of await graph.stream(input, {
      ...config,
      streamMode: "updates",
      outputKeys: [...this.#defaults.keys()],
    })) {
      for (const [node, update] of Object.entries<unknown>(isPlainRecord(part) ? part : {})) {
        if (node.startsWith("__")) continue;
        for (const fields of [update].flat()) if (isPlainRecord(fields)) this.#record(node, fields);
      }
    }
  }

  #record(node: string, update: Readonly<Record<string, unknown>>): void {
    for (const [field, value] of Object.entries(update)) {
      if (JSON.stringify(valueOf(value)) === JSON.stringify(this.#defaults.get(field))) continue;
      this.writers.set(field, (this.writers.get(field) ?? new Set()).add(node));
    }
  }
}

/** Unwraps a value that replaces a reduced field, as the start of a turn writes it. */
const valueOf = (value: unknown): unknown =>
  isPlainRecord(value) && Object.hasOwn(value, "__overwrite__") ? value["__overwrite__"] : value;

const contexts = defineContexts({ WEATHER: z.object({ sky: z.string() }).describe("Weather at a place") });

/** Graph of `createAgentGraph` whose first attempts fail in every way that is counted. */
function failingGraph(state: State) {
  let failures = 1;
  const weather = defineAgent(state, {
    name: "weather",
    description: "Knows the weather.",
    identity: { agentName: "Weather" },
    reads: [],
    proposes: ["task_current_task"],
    contexts,
    run: (_, { context, propose }) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error("connection reset"), { code: "ECONNRESET" });
      context.set("WEATHER", "today", { sky: "rain" });
      propose({ task_current_task: "Tell Ben to take care" }, "It rains.");
      return {};
    },
  });
  const mail = defineAgent(state, { name: "mail", description: "Sends mail.", reads: [], run: () => ({}) });
  const plans: PlannerAnswer[] = [
    { steps: [{ capability: "ghost" }] },
    {
      steps: [
        { capability: "weather", taskObjective: "Look at the sky", contextKey: "today" },
        { capability: "mail", taskObjective: "Write to Ben" },
      ],
    },
    { steps: [{ capability: "clarify", taskObjective: "To whom?" }] },
  ];
  const planner: Planner = () => Promise.resolve(plans.shift() ?? []);
  const extraction = { task: "Tell Ben of the weather", dependsOnChatHistory: true, dependsOnUserMemory: true };
  return createAgentGraph({
    state,
    agents: [weather, mail],
    planner,
    taskExtractor: () => Promise.resolve(extraction),
    classifier: () => Promise.resolve(["weather", "mail"]),
    approvals: { mail: "always" },
    limits: { maxStepRetries: 1, maxPlanningAttempts: 3 },
    clock,
    timer: { wait: (milliseconds) => (milliseconds < 60_000 ? Promise.resolve() : new Promise<void>(() => {})) },
    ids: countingIds(),
    checkpointer: new MemorySaver(),
  });
}

/** Graph of `createAgentGraph` that is stopped by a kill switch. */
function killedGraph(state: State) {
  const runs = killSwitch();
  const weather = defineAgent(state, {
    name: "weather",
    description: "Knows the weather.",
    reads: [],
    run: () => {
      runs.kill("ann", "the user left");
      return {};
    },
  });
  return createAgentGraph({
    state,
    agents: [weather],
    planner: () => Promise.resolve({ steps: [{ capability: "weather" }] }),
    killSwitch: runs,
    clock,
    checkpointer: new MemorySaver(),
  });
}

/** Updates of functions that `createAgentGraph` does not use. */
function updatesOfRules(): SeedStateUpdate {
  const registry = defineRegistry([describeAgent({ name: "mail", description: "Sends mail." })]);
  const flow = defineFlow<SeedStateUpdate>()({
    start: "start",
    steps: { start: { next: [{ to: "read", because: "it begins" }] }, read: {} },
  });
  const moved = flow.transition({}, { from: "start", to: "read", now });
  const directed = directTo({}, "mail", { registry });
  const changed = changeAgentControl(initialState(SeedState), { maxStepRetries: 2 }, "thread");
  const timestamp = Date.parse(now) / 1000;
  return {
    ...createStatusUpdate("Reading", 0.5, { timestamp }),
    ...createProgressEvent(1, 2, "Reading", { timestamp }),
    ...(moved.outcome === "moved" && moved.update),
    ...(directed.outcome === "directed" && directed.update),
    ...(changed.outcome === "changed" && changed.update),
  };
}

/** Custom graph with clarification and a node that returns the updates of rules. */
function parts() {
  return new StateGraph(toStateSchema(SeedState))
    .addNode("turn_start", turnStart(SeedState, { clock }))
    .addNode("rules", updatesOfRules)
    .addNode(
      "orchestrator",
      clarificationRouter(SeedState, { decide: () => "CLARIFICATION: the topic", proceed: "mail", clock }),
    )
    .addNode("clarify", clarifyNode(SeedState, { clock }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "rules")
    .addEdge("rules", "orchestrator")
    .addEdge("orchestrator", "clarify")
    .addEdge("clarify", END)
    .compile({ checkpointer: new MemorySaver() });
}

/** Runs the graphs of `createAgentGraph` and returns the nodes that wrote each field. */
export async function writersOfAgentGraph(state: State): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const observed = new Observed(state);
  const graph = failingGraph(state);
  await observed.run(graph, say("Tell Ben"));
  await observed.run(graph, new Command({ resume: "yes" }));
  await observed.run(graph, say("And then?"));
  await observed.run(killedGraph(state), say("Tell Ben"));
  return observed.writers;
}

/** Graph of an agent with a model that calls a tool. */
function searching() {
  const search = { description: "Searches.", inputs: z.object({}), run: () => "found" };
  const finder = defineAgent(SeedState, {
    name: "finder",
    description: "Finds.",
    reads: ["messages"],
    tools: { search },
  });
  const model = scriptedModel([{ toolCalls: [{ name: "search", args: {} }] }, "Found."]);
  return createAgentGraph({ state: SeedState, model, agents: [finder], clock, checkpointer: new MemorySaver() });
}

/** Graph with a window of two messages, whose summary fails in the second of three turns, and with a guardrail. */
function talking() {
  const summaries = ["Ann greeted.", "", "Ann greeted twice."];
  const greeter = defineAgent(SeedState, {
    name: "greeter",
    description: "Greets.",
    reads: ["messages"],
    writes: ["messages"],
    run: () => ({ messages: [{ role: "assistant", content: "Hello." }] }),
  });
  return createAgentGraph({
    state: SeedState,
    agents: [greeter],
    conversation: { window: { max: 2 }, summary: { summarize: () => summaries.shift() ?? "" } },
    guardrails: [{ name: "words", beforeTurn: ({ text }) => (text === "Never" ? { refuse: "not that" } : null) }],
    clock,
    timer: { wait: () => new Promise<void>(() => {}) },
    checkpointer: new MemorySaver(),
  });
}

/** Runs a custom graph, an agent with a model and a long conversation, and returns the nodes that wrote each field. */
export async function writersOfParts(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const observed = new Observed(SeedState);
  await observed.run(parts(), say("Tell Ben"));
  await observed.run(searching(), say("Search"));
  const graph = talking();
  for (const words of ["Hi", "Hi again", "And again", "Never"]) await observed.run(graph, say(words));
  return observed.writers;
}
