import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { onTestFinished } from "vitest";
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
    remark: field({
      description: "Remark about this turn.",
      schema: z.string(),
      default: () => "",
      lifetime: "turn",
    }),
  }),
});

/** A conversation in which one agent proposes a town, and another one writes a remark after an approval. */
export function bookedTrip() {
  const saver = sqliteSaver();
  onTestFinished(() => saver.close());
  const weather = defineAgent(Trip, {
    name: "weather",
    description: "Knows the weather.",
    reads: ["task_current_task"],
    proposes: ["trip_city"],
    run: (_, { propose }) => {
      propose({ trip_city: "Bergen" }, "It rains there.");
      return {};
    },
  });
  const booker = defineAgent(Trip, {
    name: "booker",
    description: "Books trains.",
    reads: ["trip_city"],
    writes: ["trip_remark"],
    run: ({ trip_city: city }) => ({ trip_remark: `Booked to ${city}` }),
  });
  const graph = createAgentGraph({
    state: Trip,
    agents: [weather, booker],
    planner: () =>
      Promise.resolve({
        steps: [
          { capability: "weather", taskObjective: "Look at the sky" },
          { capability: "booker", taskObjective: "Book the train" },
        ],
      }),
    approvals: { booker: "always" },
    checkpointer: saver,
  });
  const session = openSession({ graph, threadId: "ann", userId: "user-of-ann" });
  return { session, saver, state: Trip };
}
