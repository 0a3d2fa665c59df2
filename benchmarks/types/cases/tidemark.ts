// The same 42 fields and ten inline nodes on a declared state.
import { END, START, StateGraph } from "@langchain/langgraph";
import { defineState, field, fieldGroups, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { z } from "zod";

const taskFields = fields("task", {
  alpha: field({ description: "task_alpha", schema: z.string().nullable(), default: () => null, lifetime: "turn" }),
  bravo: field({ description: "task_bravo", schema: z.boolean(), default: () => false, lifetime: "turn" }),
  charlie: field({ description: "task_charlie", schema: z.int(), default: () => 0, lifetime: "turn" }),
  delta: field({
    description: "task_delta",
    schema: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  echo: field({
    description: "task_echo",
    schema: z.array(z.string()),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  foxtrot: field({
    description: "task_foxtrot",
    schema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  golf: field({
    description: "task_golf",
    schema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
    default: () => ({}),
    lifetime: "turn",
    reducer: (current, update) => ({ ...current, ...update }),
  }),
});

const planningFields = fields("planning", {
  alpha: field({ description: "planning_alpha", schema: z.string().nullable(), default: () => null, lifetime: "turn" }),
  bravo: field({ description: "planning_bravo", schema: z.boolean(), default: () => false, lifetime: "turn" }),
  charlie: field({ description: "planning_charlie", schema: z.int(), default: () => 0, lifetime: "turn" }),
  delta: field({
    description: "planning_delta",
    schema: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  echo: field({
    description: "planning_echo",
    schema: z.array(z.string()),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  foxtrot: field({
    description: "planning_foxtrot",
    schema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  golf: field({
    description: "planning_golf",
    schema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
    default: () => ({}),
    lifetime: "turn",
    reducer: (current, update) => ({ ...current, ...update }),
  }),
});

const executionFields = fields("execution", {
  alpha: field({
    description: "execution_alpha",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  bravo: field({ description: "execution_bravo", schema: z.boolean(), default: () => false, lifetime: "turn" }),
  charlie: field({ description: "execution_charlie", schema: z.int(), default: () => 0, lifetime: "turn" }),
  delta: field({
    description: "execution_delta",
    schema: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  echo: field({
    description: "execution_echo",
    schema: z.array(z.string()),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  foxtrot: field({
    description: "execution_foxtrot",
    schema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  golf: field({
    description: "execution_golf",
    schema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
    default: () => ({}),
    lifetime: "turn",
    reducer: (current, update) => ({ ...current, ...update }),
  }),
});

const controlFields = fields("control", {
  alpha: field({ description: "control_alpha", schema: z.string().nullable(), default: () => null, lifetime: "turn" }),
  bravo: field({ description: "control_bravo", schema: z.boolean(), default: () => false, lifetime: "turn" }),
  charlie: field({ description: "control_charlie", schema: z.int(), default: () => 0, lifetime: "turn" }),
  delta: field({
    description: "control_delta",
    schema: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  echo: field({
    description: "control_echo",
    schema: z.array(z.string()),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  foxtrot: field({
    description: "control_foxtrot",
    schema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  golf: field({
    description: "control_golf",
    schema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
    default: () => ({}),
    lifetime: "turn",
    reducer: (current, update) => ({ ...current, ...update }),
  }),
});

const uiFields = fields("ui", {
  alpha: field({ description: "ui_alpha", schema: z.string().nullable(), default: () => null, lifetime: "turn" }),
  bravo: field({ description: "ui_bravo", schema: z.boolean(), default: () => false, lifetime: "turn" }),
  charlie: field({ description: "ui_charlie", schema: z.int(), default: () => 0, lifetime: "turn" }),
  delta: field({
    description: "ui_delta",
    schema: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  echo: field({
    description: "ui_echo",
    schema: z.array(z.string()),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  foxtrot: field({
    description: "ui_foxtrot",
    schema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  golf: field({
    description: "ui_golf",
    schema: z.record(z.string(), z.object({ ok: z.boolean(), text: z.string() })),
    default: () => ({}),
    lifetime: "turn",
    reducer: (current, update) => ({ ...current, ...update }),
  }),
});

const schedulerFields = fields("scheduler", {
  alpha: field({
    description: "scheduler_alpha",
    schema: z.string().nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  bravo: field({ description: "scheduler_bravo", schema: z.boolean(), default: () => false, lifetime: "turn" }),
  charlie: field({ description: "scheduler_charlie", schema: z.int(), default: () => 0, lifetime: "turn" }),
  delta: field({
    description: "scheduler_delta",
    schema: z.object({ id: z.string(), label: z.string(), score: z.number() }).nullable(),
    default: () => null,
    lifetime: "turn",
  }),
  echo: field({
    description: "scheduler_echo",
    schema: z.array(z.string()),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
  foxtrot: field({
    description: "scheduler_foxtrot",
    schema: z.array(z.object({ id: z.string(), at: z.string(), note: z.string().optional() })),
    default: () => [],
    lifetime: "turn",
    reducer: (current, update) => [...(current ?? []), ...(update ?? [])],
  }),
});

const State = defineState({
  version: 1,
  fields: {
    messages: fieldGroups.conversation.messages,
    ...taskFields,
    ...planningFields,
    ...executionFields,
    ...controlFields,
    ...uiFields,
    ...schedulerFields,
  },
});

const graph = new StateGraph(toStateSchema(State))
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
