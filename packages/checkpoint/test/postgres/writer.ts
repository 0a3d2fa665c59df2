// Writes checkpoints of a thread into Postgres until it is killed, and says each one that was acknowledged: the bundle of the test calls it.
import { emptyCheckpoint, uuid6 } from "@langchain/langgraph-checkpoint";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import pg from "pg";

/** Orders of a writer, from its command line. */
export interface WriterOrders {
  readonly connectionString: string;
  readonly schema: string;
  readonly threadId: string;
  /** How many checkpoints it writes; with 0 it writes until it is killed. */
  readonly turns: number;
}

export async function run({ connectionString, schema, threadId, turns }: WriterOrders): Promise<void> {
  const pool = new pg.Pool({ connectionString, application_name: "tidemark-writer" });
  const saver = postgresSaver(pool, { schema });

  const newest = await saver.getTuple({ configurable: { thread_id: threadId } });
  let before: string | undefined = newest?.checkpoint.id;
  let log: readonly string[] = Array.isArray(newest?.checkpoint.channel_values["log"])
    ? newest.checkpoint.channel_values["log"].map(String)
    : [];
  process.stdout.write("ready\n");

  const last = turns === 0 ? Infinity : log.length + turns;
  while (log.length < last) {
    const place = { thread_id: threadId, checkpoint_ns: "" };
    const entry = `${log.length} `.repeat(150);
    // As LangGraph does: the writes of a task and the checkpoint after them are sent together.
    const sent =
      before === undefined
        ? Promise.resolve()
        : saver.putWrites({ configurable: { ...place, checkpoint_id: before } }, [["log", [entry]]], "task");
    log = [...log, entry];
    const version = saver.getNextVersion(undefined);
    const checkpoint = {
      ...emptyCheckpoint(),
      id: uuid6(log.length),
      channel_values: { log, size: log.length },
      channel_versions: { log: version, size: version },
    };
    const parent = before === undefined ? place : { ...place, checkpoint_id: before };
    const metadata = { source: "loop", step: log.length, parents: {} } as const;
    await Promise.all([sent, saver.put({ configurable: parent }, checkpoint, metadata, checkpoint.channel_versions)]);
    before = checkpoint.id;
    if (log.length % 20 === 0) await saver.prune(threadId, { keepLast: 10 });
    process.stdout.write(`${before} ${log.length}\n`);
  }
  await pool.end();
}
