import type { Planner } from "../../src/plans/parts.ts";
import type { AgentGraphOptions } from "../../src/graph/graph-options.graph.ts";
import { MemorySaver } from "@langchain/langgraph";
import type { Responder } from "@tidemark/agents";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { SeedState, extendState, field, fields, type Plan } from "@tidemark/core-state";
import { countingIds, fixedClock } from "@tidemark/state-manager/testing";
import { z } from "zod";
import { everyField } from "../every-field.ts";

/** State with an additional field that is owned by the root. */
export const Trip = extendState(SeedState, {
  version: 1,
  fields: fields("trip", {
    city: field({
      description: "Destination.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "root",
    }),
  }),
});

/** Options of a trip graph. */
export type Options = AgentGraphOptions<typeof Trip>;

/** Graph of two agents that records the executed ones. `weather` runs inside the first agent. */
export function trip(
  options: Partial<Options> & {
    /** False for a graph without a responder. */
    readonly responds?: false;
    readonly weather?: () => unknown;
    readonly steps?: Plan["steps"];
  } = {},
) {
  const executed: string[] = [];
  const { weather = () => ({}), steps, responds = true, ...rest } = options;
  const oracle = defineAgent(Trip, {
    name: "weather",
    description: "Knows the weather of any town.",
    reads: ["task_current_task"],
    writes: ["capability_context_data"],
    proposes: ["trip_city"],
    run: async (_, { propose, signal }) => {
      executed.push("weather");
      await weather();
      signal.throwIfAborted();
      propose({ trip_city: "Bergen" }, "It rains there.");
      return { capability_context_data: { WEATHER: { today: { sky: "rain" } } } };
    },
  });
  const booker = defineAgent(Trip, {
    name: "booker",
    description: "Books trains.",
    reads: ["trip_city"],
    writes: ["messages"],
    run: ({ trip_city: city }) => {
      executed.push(`booker in ${city}`);
      return { messages: [{ role: "assistant", content: `Booked to ${city}.` }] };
    },
  });
  const planner: Planner = () =>
    Promise.resolve({
      steps: steps ?? [
        { capability: "weather", taskObjective: "Look at the sky", contextKey: "today" },
        { capability: "booker", taskObjective: "Book the train" },
      ],
    });
  const graph = createAgentGraph({
    state: Trip,
    input: ["control_operation_mode", "control_directed_mode_context"],
    output: everyField(Trip),
    agents: [oracle, booker],
    planner,
    ...(responds && {
      responder: ({ steps: done = [], failure }: Parameters<Responder>[0]) =>
        Promise.resolve(failure ?? `Done: ${done.length} steps.`),
    }),
    clock: fixedClock("2030-01-31T12:00:00.000Z"),
    timer: { wait: () => new Promise(() => {}) },
    ids: countingIds(),
    checkpointer: new MemorySaver(),
    ...rest,
  });
  return { graph, executed };
}

export const config = { configurable: { thread_id: "t", user_id: "ann" }, durability: "sync" as const };
export const say = (content: string) => ({ messages: [{ role: "user", content }] });
/** Short waits end immediately; the time limit is never reached. */
export const at = {
  wait: (milliseconds: number) => (milliseconds < 60_000 ? Promise.resolve() : new Promise<void>(() => {})),
};
