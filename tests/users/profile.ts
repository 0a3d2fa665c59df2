// A graph that keeps what a user says, as in the tests of this folder.
import { type BaseCheckpointSaver, type BaseStore, END, START, StateGraph } from "@langchain/langgraph";
import { PostgresStore } from "@langchain/langgraph-checkpoint-postgres/store";
import { append, defineNode, extendState, AgentState, field, fields, toStateSchema, turnStart } from "tidemark";
import { sqliteStore } from "tidemark/sqlite";
import { z } from "zod";

const Profile = extendState(AgentState, {
  version: 1,
  fields: fields("profile", {
    facts: field({
      description: "Facts about the user.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "user",
      reducer: append<string>(),
    }),
    name: field({ description: "Name of the user.", schema: z.string(), default: () => "", lifetime: "user" }),
  }),
});

/** The user's message becomes a fact; `name Ann` becomes the name. */
export const profileGraph = (
  checkpointer: BaseCheckpointSaver,
  store: BaseStore,
  /** Runs after the values are read, with the message. */
  afterRead?: (said: string) => Promise<void>,
) =>
  new StateGraph(toStateSchema(Profile))
    .addNode("turn_start", turnStart(Profile))
    .addNode(
      "learn",
      defineNode(Profile, {
        agent: "learn",
        run: async ({ task_user_input: said }) => {
          if (said !== null && said !== "") await afterRead?.(said);
          if (said === null || said === "") return {};
          return said.startsWith("name ") ? { profile_name: said.slice(5) } : { profile_facts: [said] };
        },
      }),
    )
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "learn")
    .addEdge("learn", END)
    .compile({ checkpointer, store });

/** A store on a SQLite file, or on a Postgres with a schema. */
export interface StoreAddress {
  readonly kind: "sqlite" | "postgres";
  /** A file, or a connection string. */
  readonly at: string;
  readonly schema: string;
}

/** Opens a store in this process. */
export function openUserStore({ kind, at, schema }: StoreAddress): {
  readonly store: BaseStore;
  readonly close: () => Promise<void>;
} {
  if (kind === "sqlite") {
    const store = sqliteStore({ file: at });
    return { store, close: () => Promise.resolve(store.close()) };
  }
  const store = new PostgresStore({ connectionOptions: { connectionString: at, max: 2 }, schema });
  return { store, close: async () => store.stop() };
}
