import { DatabaseSync } from "node:sqlite";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { sqliteLocks } from "@tidemark/checkpoint/sqlite";
import type { EngineWork, TurnEngine, TurnRunner } from "../engine/turn-engine.graph.ts";
import { workerErrors } from "../errors.ts";
import { SqliteTurns } from "../sqlite/sqlite-turns.ts";
import { Signals } from "./signals.ts";

/** Time after which a worker looks for turns of other processes, in milliseconds. */
const LOOK = 100;

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
 * import { AgentState, createAgentGraph, defineAgent } from "tidemark";
 * import { scriptedModel } from "tidemark/testing";
 * import { defineTurns, startWorker } from "@tidemark/workers";
 * import { localEngine } from "@tidemark/workers/local";
 *
 * const echo = defineAgent(AgentState, {
 *   name: "echo",
 *   description: "Answers.",
 *   run: () => ({ messages: [{ role: "assistant", content: "Hello." }] }),
 * });
 * const graph = createAgentGraph({ state: AgentState, agents: [echo], checkpointer: new MemorySaver() });
 * const turns = defineTurns({ name: "desk", graph, engine: localEngine({ file: ":memory:" }) });
 * const worker = await startWorker(turns);
 * const { turnId } = await turns.send("ann", "Hi");
 * console.log((await turns.result(turnId)).outcome); // done
 * await worker.stop();
 * ```
 */
export function localEngine({ file }: LocalEngineOptions): TurnEngine {
  const stores = new Map<string, SqliteTurns>();
  const signals = new Signals();
  return {
    name: "local",
    store(queue) {
      const known = stores.get(queue);
      if (known !== undefined) return known;
      const store = new SqliteTurns(queue, open(file));
      stores.set(queue, store);
      return store;
    },
    locks: (saver, leaseMilliseconds) => (hasDatabase(saver) ? sqliteLocks(saver.database, { leaseMilliseconds }) : null),
    async dispatch() {
      signals.wake();
    },
    work: async (runner) => work(runner, signals),
    changed: (_, signal) => signals.wait(LOOK, signal),
    async close() {
      for (const store of stores.values()) await store.close();
      stores.clear();
    },
  };
}

const hasDatabase = (saver: BaseCheckpointSaver): saver is BaseCheckpointSaver & { readonly database: DatabaseSync } =>
  "database" in saver && saver.database instanceof DatabaseSync;

function open(file: string) {
  try {
    const durable = connect(file, "FULL");
    // A database in memory belongs to one connection.
    return { durable, fast: file === ":memory:" ? durable : connect(file, "NORMAL") };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw workerErrors.unavailable({ problem }, { cause: error });
  }
}

function connect(file: string, synchronous: "FULL" | "NORMAL"): DatabaseSync {
  const connection = new DatabaseSync(file);
  connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
  return connection;
}

function work(runner: TurnRunner, signals: Signals): EngineWork {
  const stopped = new AbortController();
  const slot = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        if (await runner.runNext()) {
          signals.wake();
          continue;
        }
      } catch (error) {
        runner.report(error);
      }
      await signals.wait(LOOK, stopped.signal);
    }
  };
  const slots = Array.from({ length: runner.concurrency }, slot);
  return {
    async stop() {
      stopped.abort();
      await Promise.all(slots);
    },
  };
}
