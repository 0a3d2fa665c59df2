// Processes that take turns on one thread, each with its saver, graph and session.
import { type BaseCheckpointSaver, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { postgresLocks, postgresSaver } from "@tidemark/checkpoint/postgres";
import type { SqliteConnection } from "@tidemark/checkpoint/internal/sqlite";
import { sqliteLocks, sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { type ThreadLocks } from "@tidemark/state-manager";
import { openSession, type Session, turnStart } from "@tidemark/state-manager/langgraph";
import pg from "pg";
import { z } from "zod";

export const Said = extendState(AgentState, {
  version: 1,
  fields: fields("log", {
    said: field({
      description: "What was said, turn by turn.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "thread",
      reducer: append<string>(),
    }),
  }),
});

/** Notes what is said, in one step of each turn. */
const saidGraph = (checkpointer: BaseCheckpointSaver) =>
  new StateGraph(toStateSchema(Said))
    .addNode("turn_start", turnStart(Said))
    .addNode("note", ({ task_user_input }) => ({ log_said: [task_user_input ?? ""] }))
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "note")
    .addEdge("note", END)
    .compile({ checkpointer });

export const SAVERS = [
  "sqliteSaver",
  "postgresSaver",
  "stock SqliteSaver",
  "stock PostgresSaver",
  "MemorySaver",
] as const;

/** Where a host keeps its threads. */
export interface HostOrders {
  readonly saver: (typeof SAVERS)[number];
  /** A file, or a connection string. */
  readonly at: string;
  readonly leaseMilliseconds?: number;
}

/** A process, or what stands for one. */
export interface Host {
  session(threadId: string): Session<typeof Said>;
  close(): Promise<void>;
}

/** Opens the saver and the locks of a host. Hosts of one process share a `MemorySaver`. */
export async function openHost(
  { saver: kind, at, leaseMilliseconds = 2_000 }: HostOrders,
  shared?: MemorySaver,
): Promise<Host> {
  const { saver, locks, close } = await connect(kind, at, { leaseMilliseconds }, shared);
  const graph = saidGraph(saver);
  return {
    session: (threadId) => openSession({ graph, state: Said, threadId, ...(locks !== null && { locks }) }),
    close,
  };
}

interface Connected {
  readonly saver: BaseCheckpointSaver;
  readonly locks: ThreadLocks | null;
  readonly close: () => Promise<void>;
}

async function connect(
  kind: HostOrders["saver"],
  at: string,
  lease: { readonly leaseMilliseconds: number },
  shared = new MemorySaver(),
): Promise<Connected> {
  if (kind === "MemorySaver") return { saver: shared, locks: null, close: () => Promise.resolve() };
  if (kind === "sqliteSaver") {
    const saver = sqliteSaver({ file: at });
    return { saver, locks: sqliteLocks(saver.database, lease), close: () => Promise.resolve(saver.close()) };
  }
  if (kind === "stock SqliteSaver") {
    const saver = SqliteSaver.fromConnString(at);
    // The stock saver makes its tables at its first use.
    await saver.getTuple({ configurable: { thread_id: "none" } });
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the saver's driver ships no types
    const database: SqliteConnection & { close(): unknown } = saver.db;
    return { saver, locks: sqliteLocks(database, lease), close: () => Promise.resolve(void database.close()) };
  }
  const pool = new pg.Pool({ connectionString: at, max: 3, application_name: "tidemark-host" });
  pool.on("error", () => {});
  const saver = kind === "postgresSaver" ? postgresSaver(pool, { schema: "clocks" }) : new PostgresSaver(pool);
  await saver.setup();
  return { saver, locks: postgresLocks(pool, lease), close: () => pool.end() };
}
