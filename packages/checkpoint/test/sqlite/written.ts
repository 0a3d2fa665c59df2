import {
  type BaseCheckpointSaver,
  type CheckpointTuple,
  emptyCheckpoint,
  uuid6,
} from "@langchain/langgraph-checkpoint";
import type { SqliteSaver } from "../../src/sqlite.ts";

/** The config of a thread, or of a checkpoint of it. */
export const thread = (id: string, checkpoint?: string) => ({
  configurable: { thread_id: id, checkpoint_ns: "", ...(checkpoint !== undefined && { checkpoint_id: checkpoint }) },
});

/** How many rows a table has. */
export const count = (saver: SqliteSaver, table: string): number =>
  Number(saver.database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);

/** The checkpoints of a thread, newest first. */
export async function all(saver: BaseCheckpointSaver, id: string): Promise<CheckpointTuple[]> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of saver.list({ configurable: { thread_id: id } })) tuples.push(tuple);
  return tuples;
}

let step = 0;

/** Puts a checkpoint with these values. */
export async function put(
  saver: BaseCheckpointSaver,
  id: string,
  values: Record<string, unknown>,
  parent?: string,
): Promise<string> {
  step += 1;
  const checkpoint = {
    ...emptyCheckpoint(),
    id: uuid6(step),
    channel_values: values,
    channel_versions: Object.fromEntries(Object.keys(values).map((key) => [key, saver.getNextVersion(undefined)])),
  };
  await saver.put(thread(id, parent), checkpoint, { source: "loop", step, parents: {} }, checkpoint.channel_versions);
  return checkpoint.id;
}

/** The values of the newest checkpoint, or of one. */
export const values = async (saver: BaseCheckpointSaver, id: string, checkpoint?: string) =>
  (await saver.getTuple(thread(id, checkpoint)))?.checkpoint.channel_values;

/** A text that is long enough to be stored as a value. */
export const long = (seed: string) => seed.repeat(600);
