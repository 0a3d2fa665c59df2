// The baseline: 42 fields and ten inline nodes on LangGraph's StateSchema.
import { END, MessagesValue, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  messages: MessagesValue,
  task_alpha: z.string().nullable().default(null),
  task_bravo: z.boolean().default(false),
  task_charlie: z.int().default(0),
  task_delta: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable().default(null),
  task_echo: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()), reducer: (current, update) => [...current, ...update] },
  ),
  task_foxtrot: new ReducedValue(
    z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })).default(() => []),
    {
      inputSchema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
      reducer: (current, update) => [...current, ...update],
    },
  ),
  task_golf: new ReducedValue(
    z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })).default(() => ({})),
    {
      inputSchema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
      reducer: (current, update) => ({ ...current, ...update }),
    },
  ),
  planning_alpha: z.string().nullable().default(null),
  planning_bravo: z.boolean().default(false),
  planning_charlie: z.int().default(0),
  planning_delta: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable().default(null),
  planning_echo: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()), reducer: (current, update) => [...current, ...update] },
  ),
  planning_foxtrot: new ReducedValue(
    z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })).default(() => []),
    {
      inputSchema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
      reducer: (current, update) => [...current, ...update],
    },
  ),
  planning_golf: new ReducedValue(
    z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })).default(() => ({})),
    {
      inputSchema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
      reducer: (current, update) => ({ ...current, ...update }),
    },
  ),
  execution_alpha: z.string().nullable().default(null),
  execution_bravo: z.boolean().default(false),
  execution_charlie: z.int().default(0),
  execution_delta: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable().default(null),
  execution_echo: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()), reducer: (current, update) => [...current, ...update] },
  ),
  execution_foxtrot: new ReducedValue(
    z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })).default(() => []),
    {
      inputSchema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
      reducer: (current, update) => [...current, ...update],
    },
  ),
  execution_golf: new ReducedValue(
    z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })).default(() => ({})),
    {
      inputSchema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
      reducer: (current, update) => ({ ...current, ...update }),
    },
  ),
  control_alpha: z.string().nullable().default(null),
  control_bravo: z.boolean().default(false),
  control_charlie: z.int().default(0),
  control_delta: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable().default(null),
  control_echo: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()), reducer: (current, update) => [...current, ...update] },
  ),
  control_foxtrot: new ReducedValue(
    z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })).default(() => []),
    {
      inputSchema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
      reducer: (current, update) => [...current, ...update],
    },
  ),
  control_golf: new ReducedValue(
    z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })).default(() => ({})),
    {
      inputSchema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
      reducer: (current, update) => ({ ...current, ...update }),
    },
  ),
  ui_alpha: z.string().nullable().default(null),
  ui_bravo: z.boolean().default(false),
  ui_charlie: z.int().default(0),
  ui_delta: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable().default(null),
  ui_echo: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()), reducer: (current, update) => [...current, ...update] },
  ),
  ui_foxtrot: new ReducedValue(
    z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })).default(() => []),
    {
      inputSchema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
      reducer: (current, update) => [...current, ...update],
    },
  ),
  ui_golf: new ReducedValue(
    z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })).default(() => ({})),
    {
      inputSchema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
      reducer: (current, update) => ({ ...current, ...update }),
    },
  ),
  scheduler_alpha: z.string().nullable().default(null),
  scheduler_bravo: z.boolean().default(false),
  scheduler_charlie: z.int().default(0),
  scheduler_delta: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable().default(null),
  scheduler_echo: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()), reducer: (current, update) => [...current, ...update] },
  ),
  scheduler_foxtrot: new ReducedValue(
    z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })).default(() => []),
    {
      inputSchema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
      reducer: (current, update) => [...current, ...update],
    },
  ),
});

const graph = new StateGraph(State)
  .addNode("node_0", (state) => ({
    task_alpha: state.planning_alpha,
    task_charlie: state.task_charlie + 1,
    task_echo: ["0"],
  }))
  .addNode("node_1", (state) => ({
    planning_alpha: state.execution_alpha,
    planning_charlie: state.planning_charlie + 1,
    planning_echo: ["1"],
  }))
  .addNode("node_2", (state) => ({
    execution_alpha: state.control_alpha,
    execution_charlie: state.execution_charlie + 1,
    execution_echo: ["2"],
  }))
  .addNode("node_3", (state) => ({
    control_alpha: state.ui_alpha,
    control_charlie: state.control_charlie + 1,
    control_echo: ["3"],
  }))
  .addNode("node_4", (state) => ({ ui_alpha: state.scheduler_alpha, ui_charlie: state.ui_charlie + 1, ui_echo: ["4"] }))
  .addNode("node_5", (state) => ({
    scheduler_alpha: state.task_alpha,
    scheduler_charlie: state.scheduler_charlie + 1,
    scheduler_echo: ["5"],
  }))
  .addNode("node_6", (state) => ({
    task_alpha: state.planning_alpha,
    task_charlie: state.task_charlie + 1,
    task_echo: ["6"],
  }))
  .addNode("node_7", (state) => ({
    planning_alpha: state.execution_alpha,
    planning_charlie: state.planning_charlie + 1,
    planning_echo: ["7"],
  }))
  .addNode("node_8", (state) => ({
    execution_alpha: state.control_alpha,
    execution_charlie: state.execution_charlie + 1,
    execution_echo: ["8"],
  }))
  .addNode("node_9", (state) => ({
    control_alpha: state.ui_alpha,
    control_charlie: state.control_charlie + 1,
    control_echo: ["9"],
  }))
  .addEdge(START, "node_0")
  .addEdge("node_0", "node_1")
  .addEdge("node_1", "node_2")
  .addEdge("node_2", "node_3")
  .addEdge("node_3", "node_4")
  .addEdge("node_4", "node_5")
  .addEdge("node_5", "node_6")
  .addEdge("node_6", "node_7")
  .addEdge("node_7", "node_8")
  .addEdge("node_8", "node_9")
  .addEdge("node_9", END)
  .compile();

export async function run(): Promise<string | null> {
  const result = await graph.invoke({ messages: [], task_alpha: "start" });
  for await (const chunk of await graph.stream({ messages: [], task_alpha: "start" }, { streamMode: "values" })) {
    if (chunk.ui_bravo) return chunk.task_alpha;
  }
  return result.task_alpha;
}
