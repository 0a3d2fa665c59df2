import { withFence } from "../locks/fenced-savers.ts";
import type { ThreadLocks } from "../locks/thread-locks.ts";
import { TidemarkSaver } from "../saver/saver.ts";
import type { CheckpointWriter } from "../saver/saver-store.ts";
import type { PostgresPool } from "./connection.ts";
import { locksOfSaver } from "./locks/postgres-locks.ts";
import { PostgresMemory, type PostgresSaverSettings } from "./memory.ts";
import { notePlace } from "./saver-place.ts";
import { PostgresReader } from "./reader.ts";
import { PostgresThreadStore } from "./thread-store.ts";

/** A checkpoint saver on Postgres. Create one with `postgresSaver`. */
export interface PostgresSaver extends TidemarkSaver {
  /** Locks of threads in the same schema. A session uses them unless it has others. */
  readonly locks: ThreadLocks;
  /**
   * Creates the tables. The first use does the same; call it when the application starts, so that
   * no run waits for it or is aborted while it happens. It happens once, under a lock, however many processes start together. With
   * complete tables it needs no right to create anything; a right that is missing throws `checkpoint/notPermitted`.
   */
  setup(): Promise<void>;
}

/**
 * Creates the saver of a pool.
 *
 * @internal
 */
export function postgresSaverOf(pool: PostgresPool, settings: PostgresSaverSettings): PostgresSaver {
  const memory = new PostgresMemory(pool, settings);
  const reader = new PostgresReader(memory);
  const threads = new PostgresThreadStore({ memory, reader });
  const saver = new TidemarkSaver({ serializer: memory.serializer, reader, writer: postgresWriter(memory), threads });
  notePlace(saver, { pool, schema: settings.schema });
  const { locks, prepare } = locksOfSaver(pool, settings.schema, () => memory.store.prepare());
  const setup = async (): Promise<void> => {
    await memory.store.prepare();
    await prepare();
  };
  return withFence(Object.assign(saver, { locks, setup }), locks);
}

/** Writes to a thread go through its own writer, one after the other. */
const postgresWriter = (memory: PostgresMemory): CheckpointWriter => ({
  put: ({ threadId, namespace, parent, metadata, checkpoint, token }) =>
    memory
      .thread(threadId)
      .write({ kind: "checkpoint", namespace, parent: parent ?? undefined, described: metadata, checkpoint, token }),
  putWrites: ({ threadId, id: checkpointId, ...writes }) =>
    memory.thread(threadId).write({ kind: "writes", checkpointId, ...writes }),
});
