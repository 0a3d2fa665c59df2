import { idOfBytes } from "../saver/id-bytes.ts";
import type { ListedThread } from "../saver/saver-store.ts";
import type { SqliteMemory } from "./memory.ts";
import { atOneMoment } from "./schema.ts";

/** Lists all threads, those that were written last first. SQLite takes the other columns from the row with the greatest number. */
const LIST = `SELECT thread_id, checkpoint_id, tasks, max(seq) AS newest, count(*) AS checkpoints FROM checkpoints
  WHERE checkpoint_ns = '' GROUP BY thread_id ORDER BY newest DESC`;

/**
 * Lists the threads of a database.
 *
 * @internal
 */
export const listThreads = (memory: SqliteMemory): readonly ListedThread[] =>
  atOneMoment(memory.database, () =>
    memory.store.all(LIST).map((row) => ({
      threadId: String(row["thread_id"]),
      checkpoints: Number(row["checkpoints"]),
      newest: idOfBytes(row["checkpoint_id"]),
      hasWrites: Number(row["tasks"]) > 0,
    })),
  );
