import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { vi } from "vitest";
import { z } from "zod";

const Trip = extendState(AgentState, {
  version: 1,
  fields: fields("trip", {
    city: field({
      description: "Destination.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "root",
    }),
    sky: field({
      description: "Weather at the destination.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "weather",
    }),
  }),
});

/** A graph of two agents, one after the other, whose turns may take a minute. */
export const minuteGraph = (checkpointer: BaseCheckpointSaver) =>
  createAgentGraph({
    state: Trip,
    agents: [
      defineAgent(Trip, {
        name: "weather",
        description: "Knows the weather.",
        reads: ["task_current_task"],
        writes: ["trip_sky"],
        run: () => ({ trip_sky: "rain" }),
      }),
      defineAgent(Trip, {
        name: "booker",
        description: "Books trains.",
        reads: ["trip_sky"],
        writes: ["messages"],
        run: ({ trip_sky: sky }) => ({ messages: [{ role: "assistant", content: `Booked in the ${sky}.` }] }),
      }),
    ],
    limits: { maxExecutionTimeSeconds: 60 },
    planner: () =>
      Promise.resolve({
        steps: [
          { capability: "weather", taskObjective: "Look at the sky" },
          { capability: "booker", taskObjective: "Book the train" },
        ],
      }),
    checkpointer,
  });

/** Runs work as if it were hours ago, by the clock that LangGraph and the graph read. */
export async function hoursAgo<Result>(hours: number, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - hours * 3_600_000 });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
