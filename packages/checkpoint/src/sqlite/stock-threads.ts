import type { DatabaseSync } from "node:sqlite";
import type { Checkpoint, CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { checkpointErrors } from "../kernel/errors.ts";
import { strictSerializer } from "../serializer/strict-serializer.ts";
import type { ThreadSource } from "../threads/thread-store.ts";

const serializer = strictSerializer();

/**
 * Reads the threads that LangGraph's `SqliteSaver` has written, for `importThreads`. Needs neither that saver nor an addon.
 *
 * Writes nothing to the database. Values that LangGraph's serializer stored are restored as plain data and messages; nothing else is
 * revived. A value that cannot be read throws `checkpoint/unreadable`. A database without the tables has no threads.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { importThreads } from "tidemark/checkpoint";
 * import { sqliteSaver, stockThreads } from "tidemark/sqlite";
 *
 * const old = stockThreads(new DatabaseSync(":memory:"));
 * console.log(await importThreads(old, sqliteSaver())); // { imported: [], skipped: [] }
 * ```
 */
export function stockThreads(database: DatabaseSync): ThreadSource {
  const select = `SELECT thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata FROM checkpoints`;
  return {
    async *list({ configurable }) {
      if (!hasTables(database)) return;
      const thread: unknown = configurable?.["thread_id"];
      const newestFirst = "ORDER BY checkpoint_id DESC";
      const rows =
        typeof thread === "string"
          ? database.prepare(`${select} WHERE thread_id = ? ${newestFirst}`).iterate(thread)
          : database.prepare(`${select} ${newestFirst}`).iterate();
      for (const row of rows) yield await tupleOf(database, row);
    },
  };
}

const hasTables = (database: DatabaseSync): boolean =>
  database
    .prepare("SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table' AND name IN ('checkpoints', 'writes')")
    .get()?.["tables"] === 2;

type Row = Readonly<Record<string, unknown>>;

async function tupleOf(database: DatabaseSync, row: Row): Promise<CheckpointTuple> {
  const { parent_checkpoint_id: parent } = row;
  const at = { thread_id: text(row["thread_id"]), checkpoint_ns: text(row["checkpoint_ns"]) };
  const configOf = (id: unknown) => ({ configurable: { ...at, checkpoint_id: text(id) } });
  const checkpoint = await load(row["type"], row["checkpoint"]);
  if (!isCheckpoint(checkpoint)) throw checkpointErrors.unreadable({ problem: "it is not a checkpoint" });
  const metadata = await load(row["type"], row["metadata"]);
  if (!isMetadata(metadata)) throw checkpointErrors.unreadable({ problem: "it has no metadata" });
  return {
    config: configOf(row["checkpoint_id"]),
    checkpoint,
    metadata,
    ...(parent !== null && { parentConfig: configOf(parent) }),
    pendingWrites: await writesOf(database, row),
  };
}

type Writes = NonNullable<CheckpointTuple["pendingWrites"]>;

async function writesOf(database: DatabaseSync, row: Row): Promise<Writes> {
  const rows = database
    .prepare(
      `SELECT task_id, channel, type, value FROM writes
       WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ? ORDER BY task_id, idx`,
    )
    .all(text(row["thread_id"]), text(row["checkpoint_ns"]), text(row["checkpoint_id"]));
  return Promise.all(
    rows.map(async ({ task_id: task, channel, type, value }): Promise<Writes[number]> => {
      return [text(task), text(channel), await load(type, value)];
    }),
  );
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The saver of LangGraph stores text as text, or as its bytes. */
function load(type: unknown, value: unknown): Promise<unknown> {
  if (typeof value !== "string" && !(value instanceof Uint8Array)) {
    throw checkpointErrors.unreadable({ problem: "it is empty" });
  }
  return serializer.loadsTyped(type === null ? "json" : text(type), value);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isCheckpoint = (value: unknown): value is Checkpoint =>
  isRecord(value) && isRecord(value["channel_values"]) && isRecord(value["channel_versions"]);

const isMetadata = (value: unknown): value is CheckpointMetadata => isRecord(value);
