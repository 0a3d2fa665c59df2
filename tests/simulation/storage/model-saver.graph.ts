import {
  type Checkpoint,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { checkpointErrors, strictSerializer } from "@tidemark/checkpoint";
import {
  type ReadCheckpoint,
  readThread,
  readThreadDocument,
  type SaverStore,
  writtenThread,
} from "@tidemark/checkpoint/internal";
import { TidemarkSaver } from "@tidemark/checkpoint/internal/sqlite";
import { keyOf, type ModelCheckpoint, type ModelDatabase, type ModelWrites } from "./model-database.ts";
import { newestOf, type StorageWitness } from "./witness.ts";

const serializer = strictSerializer();

const notModeled = (): never => {
  throw new Error("The model of the database has no such operation.");
};

/** The saver of a host on tables in memory: Tidemark's saver, with the model behind its port. */
export function modelSaver(database: ModelDatabase, witness: StorageWitness): TidemarkSaver {
  const { scheduler } = database;

  const writesOf = (threadId: string, namespace: string, id: string): readonly (readonly [string, ModelWrites])[] =>
    [...(database.writes.get(keyOf(threadId, namespace, id)) ?? [])].toSorted(([one, { path }], [other, also]) =>
      compared(path, also.path) === 0 ? compared(one, other) : compared(path, also.path),
    );

  const pendingWrites = (row: ModelCheckpoint): CheckpointPendingWrite[] =>
    writesOf(row.threadId, row.namespace, row.id).flatMap(([taskId, { parts }]) =>
      Object.entries(parts)
        .toSorted(([one], [other]) => Number(one) - Number(other))
        .map(([, [channel, value]]): CheckpointPendingWrite => [taskId, channel, serializer.parse(value)]),
    );

  const shown = (row: ModelCheckpoint): ReadCheckpoint => ({
    row: { ...row, document: row.sequence },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `put` below writes it
    checkpoint: serializer.parse(row.body) as Checkpoint,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    metadata: serializer.parse(row.metadata) as ReadCheckpoint["metadata"],
    pendingWrites: pendingWrites(row),
    parentWrites: null,
  });

  const tupleOf = (row: ModelCheckpoint): CheckpointTuple => {
    const { checkpoint, metadata, pendingWrites: writes } = shown(row);
    const place = { thread_id: row.threadId, checkpoint_ns: row.namespace };
    return {
      config: { configurable: { ...place, checkpoint_id: row.id } },
      checkpoint,
      metadata,
      pendingWrites: writes,
      ...(row.parent !== null && { parentConfig: { configurable: { ...place, checkpoint_id: row.parent } } }),
    };
  };

  const requireLease = (threadId: string, token: number | null): void => {
    if (database.isFenced(threadId, token)) throw checkpointErrors.fenced({ threadId });
  };

  const add = (row: Omit<ModelCheckpoint, "sequence">): void => {
    database.sequence += 1;
    const rows = database.checkpoints.get(row.threadId) ?? [];
    const place = rows.findIndex((each) => each.namespace === row.namespace && each.id === row.id);
    const old = rows[place];
    if (old === undefined) rows.push({ ...row, sequence: database.sequence });
    else rows[place] = { ...row, parent: row.parent === row.id ? old.parent : row.parent, sequence: old.sequence };
    database.checkpoints.set(row.threadId, rows);
  };

  const addWrites = (key: string, taskId: string, path: string, writes: readonly (readonly [string, unknown])[]) => {
    const tasks = database.writes.get(key) ?? new Map<string, ModelWrites>();
    const old = tasks.get(taskId);
    const parts: Record<string, readonly [string, string]> = { ...old?.parts };
    for (const [position, [channel, value]] of writes.entries()) {
      const place = WRITES_IDX_MAP[channel] ?? position;
      // A task that runs again does not overwrite what it wrote, but may be interrupted or fail again.
      if (place < 0 || parts[place] === undefined) parts[place] = [channel, serializer.stringify(value)];
    }
    tasks.set(taskId, { path: old?.path === undefined || old.path === "" ? path : old.path, parts });
    database.writes.set(key, tasks);
  };

  const reader: SaverStore["reader"] = {
    read: (threadId, namespace, checkpointId) =>
      database.read(`reads ${threadId}`, () => {
        const rows = database.rows(threadId, namespace);
        const row = checkpointId === undefined ? rows.at(-1) : rows.find(({ id }) => id === checkpointId);
        return row && shown(row);
      }),
    newestId: (threadId, namespace) =>
      database.read(`reads ${threadId}`, () => database.rows(threadId, namespace).at(-1)?.id ?? null),
    async *list({ asked, before, limit, matches }) {
      yield await database.read(`lists ${asked.threadId ?? "all threads"}`, () => {
        const threads = asked.threadId === undefined ? [...database.checkpoints.keys()] : [asked.threadId];
        const rows = threads.flatMap((threadId) => database.rows(threadId, asked.namespace)).toReversed();
        const from = before === undefined ? 0 : rows.findIndex(({ id }) => id === before.checkpointId) + 1;
        const wanted = rows.slice(from).filter(({ id, metadata }) => {
          const isAsked = asked.checkpointId === undefined || id === asked.checkpointId;
          return isAsked && (matches === null || matches(metadata));
        });
        return wanted.slice(0, limit).map(shown);
      });
    },
    records: notModeled,
    values: notModeled,
    sharedValues: notModeled,
    deltaHistory: notModeled,
  };

  const writer: SaverStore["writer"] = {
    put({ threadId, namespace, id, parent, checkpoint, metadata, token }) {
      const life = scheduler.running;
      const body = serializer.stringify(checkpoint);
      return database.write(`stores checkpoint ${id.slice(9, 18)} of ${threadId}`, `lease of ${threadId}`, () => {
        requireLease(threadId, token);
        add({ threadId, namespace, id, parent, metadata, body });
        const { channel_values: values } = checkpoint;
        if (namespace === "") witness.stored(life, { threadId, id, parent, token, values });
      });
    },
    putWrites({ threadId, namespace, id, taskId, taskPath, writes, token }) {
      const life = scheduler.running;
      const channels = writes.map(([channel]) => channel).join(", ");
      const texts = writes.map(([channel, value]) => [channel, value] as const);
      return database.write(`stores writes of ${threadId} (${channels})`, `lease of ${threadId}`, () => {
        requireLease(threadId, token);
        addWrites(keyOf(threadId, namespace, id), taskId, taskPath, texts);
        witness.wrote(life, threadId, token, texts);
      });
    },
  };

  const threads: SaverStore["threads"] = {
    list: notModeled,
    mark: notModeled,
    namespaces: notModeled,
    pruning: notModeled,
    hasMoreThan: () => Promise.resolve(false),
    remove: (threadId, { fence = null }) => {
      const life = scheduler.running;
      return database.write(`removes ${threadId}`, `lease of ${threadId}`, () => {
        requireLease(threadId, fence);
        database.remove(threadId);
        witness.removed(life, threadId, fence);
        return true;
      });
    },
    copy: notModeled,
    read: (threadId) =>
      database.read(`reads all of ${threadId}`, () => {
        const tuples = database.rows(threadId, undefined).map(tupleOf);
        return tuples.length === 0 ? null : readThreadDocument(writtenThread(threadId, tuples, serializer), serializer);
      }),
    write: (threadId, stored) => {
      const life = scheduler.running;
      return database.write(`stores the copy ${threadId}`, `lease of ${threadId}`, () => {
        if (database.rows(threadId, undefined).length > 0) throw checkpointErrors.threadExists({ threadId });
        for (const tuple of readThread(threadId, stored, serializer)) {
          const { checkpoint, metadata, pendingWrites: writes = [] } = tuple;
          const namespace = String(tuple.config.configurable?.["checkpoint_ns"] ?? "");
          const parentId: unknown = tuple.parentConfig?.configurable?.["checkpoint_id"];
          const parent = typeof parentId === "string" ? parentId : null;
          const texts = { metadata: serializer.stringify(metadata), body: serializer.stringify(checkpoint) };
          add({ threadId, namespace, id: checkpoint.id, parent, ...texts });
          const key = keyOf(threadId, namespace, checkpoint.id);
          for (const { taskId, taskPath } of stored.writes.filter(({ id }) => id === checkpoint.id)) {
            const own = writes
              .filter(([task]) => task === taskId)
              .map(([, channel, value]) => [channel, value] as const);
            addWrites(key, taskId, taskPath, own);
          }
        }
        witness.copied(life, threadId, newestOf(stored.checkpoints));
      });
    },
    setExpiry: notModeled,
    expired: notModeled,
    isInterrupted: notModeled,
    sizes: notModeled,
    vacuum: notModeled,
  };

  return new TidemarkSaver({ serializer, reader, writer, threads });
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
