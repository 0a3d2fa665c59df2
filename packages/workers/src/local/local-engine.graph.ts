import { DatabaseSync } from "node:sqlite";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { SqlTurns } from "../sql/sql-turns.ts";
import { sqliteDatabase } from "../sqlite/sqlite-database.ts";

/** Options of {@link localEngine}. */
interface LocalEngineOptions {
  /** Path of the SQLite file, such as that of `sqliteSaver`. Several processes of one machine may use it. */
  readonly file: string;
}

/**
 * Keeps turns in a SQLite file and runs them in the processes of one machine, without a server.
 *
 * An accepted turn survives a killed process and a loss of power. The turns of a process that was killed are taken over at once by the
 * others, those of a process that is frozen after `takeOverSeconds`.
 *
 * @example
 * ```ts
 * import { MemorySaver } from "@langchain/langgraph";
 * import { AgentState } from "tidemark";
 * import { createAgentGraph, defineAgent } from "tidemark/agents";
 * import { defineTurns, startWorker } from "tidemark/workers";
 * import { localEngine } from "tidemark/workers/local";
 *
 * const echo = defineAgent(AgentState, {
 *   name: "echo",
 *   description: "Answers.",
 *   reads: ["messages"],
 *   writes: ["messages"],
 *   run: () => ({ messages: [{ role: "assistant", content: "Hello." }] }),
 * });
 * const graph = createAgentGraph({ state: AgentState, agents: [echo], checkpointer: new MemorySaver() });
 * const turns = defineTurns({ name: "desk", graph, engine: localEngine({ file: ":memory:" }) });
 * const worker = await startWorker(turns);
 * await turns.send("ann", "Hi", { idempotencyKey: "request 7" });
 * console.log((await turns.result("request 7")).outcome); // done
 * await worker.stop();
 * ```
 */
export function localEngine({ file }: LocalEngineOptions): TurnEngine {
  const stores = new Map<string, SqlTurns>();
  return {
    name: "local",
    store(queue) {
      const known = stores.get(queue);
      if (known !== undefined) return known;
      const store = new SqlTurns(queue, sqliteDatabase(file));
      stores.set(queue, store);
      return store;
    },
    locks: (saver, leaseMilliseconds) =>
      hasDatabase(saver) ? sqliteLocks(saver.database, { leaseMilliseconds }) : null,
    // The storage tells the workers.
    async dispatch() {},
    work: async (runner) => runner.openDeliveries(),
    async close() {
      for (const store of stores.values()) await store.close();
      stores.clear();
    },
  };
}

const hasDatabase = (saver: BaseCheckpointSaver): saver is BaseCheckpointSaver & { readonly database: DatabaseSync } =>
  "database" in saver && saver.database instanceof DatabaseSync;
