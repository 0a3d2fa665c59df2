// Takes turns on a thread in a separate process: each turn appends one entry, and is acknowledged on a separate line.
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { defineState, field, fields } from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { postgresLocks } from "@tidemark/checkpoint/postgres";
import type { SqliteConnection } from "@tidemark/checkpoint/internal/sqlite";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import { stateManagerErrors, type ThreadLocks } from "@tidemark/state-manager";
import { fencedSaver } from "@tidemark/state-manager/internal/langgraph";
import pg from "pg";
import { z } from "zod";

/** Arguments of a worker. */
export interface WorkerOrders {
  readonly store: "sqlite" | "postgres";
  /** A file, or a connection string. */
  readonly at: string;
  readonly name: string;
  readonly turns: number;
  readonly leaseMilliseconds: number;
  /** How long the node of each turn works. */
  readonly workMilliseconds: number;
  readonly locked: boolean;
  /** Says that it is ready, and begins when a line comes. Defaults to false. */
  readonly waits?: boolean;
}

const Log = defineState({
  version: 1,
  fields: fields("log", {
    entries: field({
      description: "Who was here.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "thread",
      reducer: append<string>(),
    }),
    wanted: field({ description: "Who is here now.", schema: z.string(), default: () => "", lifetime: "turn" }),
  }),
});

/** A graph that works for a while and then appends its input. */
export const logGraph = (checkpointer: BaseCheckpointSaver, work: () => Promise<unknown>) =>
  new StateGraph(toStateSchema(Log))
    .addNode("work", async () => {
      await work();
      return {};
    })
    .addNode("write", ({ log_wanted }) => ({ log_entries: [log_wanted] }))
    .addEdge(START, "work")
    .addEdge("work", "write")
    .addEdge("write", END)
    .compile({ checkpointer });

/** The stock saver and the locks in the same database. */
export async function openStore(
  orders: Pick<WorkerOrders, "store" | "at" | "leaseMilliseconds">,
): Promise<{ readonly saver: BaseCheckpointSaver; readonly locks: ThreadLocks; readonly close: () => Promise<void> }> {
  const { leaseMilliseconds } = orders;
  if (orders.store === "postgres") {
    const pool = new pg.Pool({ connectionString: orders.at, max: 3 });
    // A worker ignores a connection that the server closes while it is idle.
    pool.on("error", () => {});
    const saver = new PostgresSaver(pool);
    await saver.setup();
    return { saver, locks: postgresLocks(pool, { leaseMilliseconds }), close: () => pool.end() };
  }
  const saver = SqliteSaver.fromConnString(orders.at);
  // The stock saver makes its tables at its first use.
  await saver.getTuple({ configurable: { thread_id: "" } });
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the saver's driver ships no types
  const database: SqliteConnection & { close(): unknown } = saver.db;
  const close = () => Promise.resolve(void database.close());
  return { saver, locks: sqliteLocks(database, { leaseMilliseconds }), close };
}

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Takes the turns; the bundle of the tests calls it. */
export async function run(orders: WorkerOrders): Promise<void> {
  const { saver, locks, close } = await openStore(orders);
  const graph = logGraph(saver, () => pause(orders.workMilliseconds));
  if (orders.waits === true) {
    say({ entry: "", outcome: "ready" });
    await once(process.stdin, "data");
    process.stdin.destroy();
  }
  for (let turn = 0; turn < orders.turns; turn += 1) {
    const entry = `${orders.name}:${turn}`;
    const configurable = { thread_id: "shared" };
    const input = { log_wanted: entry };
    if (!orders.locked) {
      await graph.invoke(input, { configurable, durability: "sync" });
      say({ entry, outcome: "done" });
      continue;
    }
    const acquisition = await locks.acquire("shared");
    if (acquisition.outcome !== "acquired") continue;
    const { lease } = acquisition;
    say({ entry, outcome: "begun", token: lease.token });
    try {
      const fenced = { ...configurable, __pregel_checkpointer: fencedSaver(saver, lease) };
      await graph.invoke(input, { configurable: fenced, durability: "sync" });
      say({ entry, outcome: "done" });
    } catch (error) {
      if (!stateManagerErrors.fenced.is(error)) throw error;
      say({ entry, outcome: "fenced" });
    } finally {
      await lease.release();
    }
  }
  await close();
}
