import { type BaseCheckpointSaver, type BaseStore, InMemoryStore, MemorySaver } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "@tidemark/checkpoint";
import { leasedLocks, memoryLocks, withFence } from "@tidemark/checkpoint/internal";
import type { ThreadLocks } from "@tidemark/state-manager";
import { ModelDatabase, type Semantics } from "./model-database.ts";
import { ModelItems } from "./model-items.graph.ts";
import { modelLeases } from "./model-locks.ts";
import { modelSaver } from "./model-saver.graph.ts";
import type { FaultErrors, Scheduler } from "../scheduler.ts";
import { openDatabase, operated, sqliteParts } from "./sqlite-storage.graph.ts";
import type { StorageWitness } from "./witness.ts";

/** Databases: two models in memory, the real savers on SQLite, and LangGraph's saver without locks between hosts. */
export type StorageKind = Semantics | "sqlite" | "stock";

/** What a host uses to store. */
export interface HostStorage {
  readonly saver: BaseCheckpointSaver;
  readonly locks: ThreadLocks;
  readonly store: BaseStore;
}

/** A database that all hosts use. */
export interface Storage {
  /** Opens it for the simulated host that runs. */
  open(): HostStorage;
  /** Value of an item of the store as it is now. */
  item(namespace: readonly string[], key: string): unknown;
  /** What it contains, or something that differs whenever that differs. */
  digest(): unknown;
}

/** Time of a lease, in milliseconds. */
export const LEASE = 1_000;

const unavailable = (text: string, problem: string) =>
  checkpointErrors.unavailable({ problem: `${problem} while it ${text}` });

const ERRORS: FaultErrors = {
  lost: (text) => checkpointErrors.connectionLost({ problem: `the connection ended while it ${text}` }),
  cut: (text) => checkpointErrors.connectionLost({ problem: `the connection ended before it ${text}` }),
  busy: (text) => unavailable(text, "the database was locked"),
  full: (text) => unavailable(text, "the disk was full"),
};

const notExplored = (): never => {
  throw new Error("Only the models of databases can be explored.");
};

const parsed = (text: string): unknown => JSON.parse(text);

/** Opens an empty database. */
export function openStorage(kind: StorageKind, scheduler: Scheduler, witness: StorageWitness): Storage {
  const world = { scheduler, errors: ERRORS };
  if (kind === "stock") return stockStorage(world, witness);
  if (kind === "sqlite") {
    const database = openDatabase(scheduler);
    return {
      open() {
        const { saver, leases, store } = sqliteParts(database, world, witness);
        const locks = leasedLocks(leases, { leaseMilliseconds: LEASE });
        return { saver: withFence(saver, locks), store, locks };
      },
      item(namespace, key) {
        const text = database
          .prepare("SELECT value FROM tidemark_items WHERE path = ? AND key = CAST(? AS BLOB)")
          .get(namespace.join(":"), key);
        return text === undefined ? null : parsed(String(text["value"]));
      },
      digest: notExplored,
    };
  }
  const database = new ModelDatabase(kind, scheduler, ERRORS);
  return {
    open() {
      const locks = leasedLocks(modelLeases(database, witness), { leaseMilliseconds: LEASE });
      return { saver: withFence(modelSaver(database, witness), locks), locks, store: new ModelItems(database) };
    },
    item(namespace, key) {
      const text = database.items.get([...namespace, key].join("/"));
      return text === undefined ? null : parsed(text);
    },
    digest: () => database.digest(),
  };
}

/** LangGraph's saver and store, shared by all hosts, each of which has locks within its process. */
function stockStorage(world: Parameters<typeof operated>[1], witness: StorageWitness): Storage {
  const shared = new MemorySaver();
  const store = new InMemoryStore();
  type Config = { readonly configurable?: Readonly<Record<string, unknown>> };
  const threadOf = ({ configurable }: Config) => String(configurable?.["thread_id"]);
  return {
    open() {
      const life = world.scheduler.running;
      const saver = operated(shared, world, {
        getTuple: (config: Config) => ({ text: `reads ${threadOf(config)}`, writes: false }),
        put: (
          config: Config,
          { id, channel_values: values }: { id: string; channel_values: Record<string, unknown> },
        ) => ({
          text: `stores checkpoint ${id.slice(9, 18)} of ${threadOf(config)}`,
          writes: true,
          done: () => {
            witness.stored(life, { threadId: threadOf(config), id, parent: null, token: null, values });
          },
        }),
        putWrites: (config: Config) => ({ text: `stores writes of ${threadOf(config)}`, writes: true }),
      });
      return { saver, store, locks: memoryLocks() };
    },
    item: () => null,
    digest: notExplored,
  };
}
