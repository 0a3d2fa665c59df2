import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { append } from "@tidemark/reducers";
import { AgentState, extendState, field, fieldGroups, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { z } from "zod";
import { defineNode, openSession, turnStart } from "../../src/langgraph.ts";
import type { SessionOptions } from "../../src/sessions/session-contract.graph.ts";

/** What a traveler has mentioned: facts are added by any conversation, the name is replaced. */
export const Profile = extendState(AgentState, {
  version: 1,
  fields: {
    ...fieldGroups.session,
    ...fields("profile", {
      facts: field({
        description: "Facts about the user, in the order in which they were mentioned.",
        schema: z.array(z.string()),
        default: () => [],
        lifetime: "user",
        reducer: append<string>(),
      }),
      name: field({
        description: "Name of the user; empty until it is known.",
        schema: z.string(),
        default: () => "",
        lifetime: "user",
        owner: "planner",
      }),
      theme: field({
        description: "Color theme.",
        schema: z.string(),
        default: () => "light",
        lifetime: "user",
        withoutUser: "thread",
      }),
    }),
  },
});

/** A graph that stores what its user says: `name Ann` replaces the name, any other text is a fact. */
export function profileGraph({
  store,
  checkpointer = new MemorySaver(),
  beforeEnd,
}: {
  readonly store?: BaseStore;
  readonly checkpointer?: BaseCheckpointSaver;
  readonly beforeEnd?: () => Promise<unknown> | undefined;
}) {
  const learn = defineNode(Profile, {
    agent: "planner",
    run: async ({ task_user_input: said }) => {
      await beforeEnd?.();
      const text = said ?? "";
      if (text === "") return {};
      return text.startsWith("name ") ? { profile_name: text.slice(5) } : { profile_facts: [text] };
    },
  });
  return new StateGraph(toStateSchema(Profile))
    .addNode("turn_start", turnStart(Profile))
    .addNode("learn", learn)
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "learn")
    .addEdge("learn", END)
    .compile({ checkpointer, ...(store !== undefined && { store }) });
}

type ProfileGraph = ReturnType<typeof profileGraph>;

/** Opens a conversation of a user. */
export const conversation = (
  graph: ProfileGraph,
  threadId: string,
  options: Partial<SessionOptions<typeof Profile, ProfileGraph>> = {},
) => openSession({ graph, threadId, userId: "ann", ...options });
