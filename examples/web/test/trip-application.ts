import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph";
import { AgentState, extendState, field, fields, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { z } from "zod";
import type { WebApplication } from "../src/index.ts";

const city = field({
  description: "Destination; null until it is known.",
  schema: z.string().nullable(),
  default: () => null,
  lifetime: "thread",
  ui: true,
  owner: "root",
});

/** A state with a visible field. */
const Trip = extendState(AgentState, { version: 1, fields: fields("trip", { city }) });

/** The same state with a field that is not for the page. */
const SecretTrip = extendState(AgentState, {
  version: 1,
  fields: fields("trip", {
    city,
    passport: field({
      description: "Passport number.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "thread",
      owner: "any",
    }),
  }),
});

/** Options of {@link tripApplication}. */
export interface TripOptions {
  /** Awaited by the first agent. */
  readonly wait?: () => Promise<void>;
  readonly checkpointer?: BaseCheckpointSaver;
  /** Text of the last message of a turn. */
  readonly answer?: string;
}

/** A trip application and the record of its bookings. */
export interface TripApplication {
  readonly application: WebApplication;
  /** The cities that were booked. */
  readonly booked: readonly (string | null)[];
}

/** Creates a trip planner: one agent proposes a city, another books it after approval. */
export function tripApplication({
  wait = () => Promise.resolve(),
  checkpointer = new MemorySaver(),
  answer = "Have a good journey.",
}: TripOptions = {}): TripApplication {
  const booked: (string | null)[] = [];
  const scout = defineAgent(Trip, {
    name: "scout",
    description: "Finds a rainy city.",
    reads: ["task_current_task"],
    writes: [],
    proposes: ["trip_city"],
    run: async (_, { propose }) => {
      await wait();
      propose({ trip_city: "Bergen" }, "It rains there.");
      return {};
    },
  });
  const booker = defineAgent(Trip, {
    name: "booker",
    description: "Books trains.",
    reads: ["trip_city"],
    writes: ["messages"],
    run: ({ trip_city: to }) => {
      booked.push(to);
      return { messages: [{ role: "assistant", content: `Booked to ${to}.` }] };
    },
  });
  const graph = createAgentGraph({
    state: Trip,
    agents: [scout, booker],
    planner: () =>
      Promise.resolve({
        steps: [
          { capability: "scout", taskObjective: "Look at the sky" },
          { capability: "booker", taskObjective: "Book the train" },
        ],
      }),
    responder: ({ failure }) => Promise.resolve(failure ?? answer),
    approvals: { booker: "always" },
    checkpointer,
  });
  const session = (threadId: string) => openSession({ graph, threadId, userId: "ann" });
  const application = {
    title: "Trips",
    intro: "Where it rains.",
    suggestions: ["A train to where it rains"],
    state: Trip,
    graph,
    session,
    thread: "trip",
  };
  return { application, booked };
}

/** An application with a field that is not for the page. */
export function secretApplication(): WebApplication {
  const clerk = defineAgent(SecretTrip, {
    name: "clerk",
    description: "Reads passports.",
    reads: [],
    writes: ["trip_passport", "messages"],
    run: () => ({ trip_passport: "P-7654321", messages: [{ role: "assistant", content: "Thank you." }] }),
  });
  const graph = createAgentGraph({
    state: SecretTrip,
    agents: [clerk],
    planner: () => Promise.resolve({ steps: [{ capability: "clerk", taskObjective: "Read it" }] }),
    checkpointer: new MemorySaver(),
  });
  const session = (threadId: string) => openSession({ graph, threadId });
  return { title: "Passports", intro: "", state: SecretTrip, graph, session, thread: "trip" };
}
