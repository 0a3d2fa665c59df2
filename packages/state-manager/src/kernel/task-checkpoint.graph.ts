import { BaseCheckpointSaver, type CheckpointTuple, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";

type Configurable = NonNullable<LangGraphRunnableConfig["configurable"]>;

/** Reads the checkpoint that a task started from, with the writes of its superstep. Null without a saver. */
export async function checkpointOfTask(configurable: Configurable): Promise<CheckpointTuple | null> {
  const saver = saverOf(configurable);
  const { thread_id, checkpoint_ns: own }: Readonly<Record<string, unknown>> = configurable;
  if (saver === null || typeof own !== "string") return null;
  const checkpoints: unknown = configurable["checkpoint_map"];
  const checkpoint_ns = own.split("|").slice(0, -1).join("|");
  const checkpoint_id = isPlainRecord(checkpoints) ? checkpoints[checkpoint_ns] : undefined;
  if (typeof checkpoint_id !== "string") return null;
  return (await saver.getTuple({ configurable: { thread_id, checkpoint_ns, checkpoint_id } })) ?? null;
}

/** Reads the parent of a checkpoint that a task started from. Null for the first one. */
export async function checkpointBefore(
  configurable: Configurable,
  { parentConfig }: CheckpointTuple,
): Promise<CheckpointTuple | null> {
  if (parentConfig?.configurable?.["checkpoint_id"] === undefined) return null;
  return (await saverOf(configurable)?.getTuple(parentConfig)) ?? null;
}

/** Reads the newest checkpoint of the graph that a task has called. Null without one. */
export async function checkpointInTask(configurable: Configurable): Promise<CheckpointTuple | null> {
  const saver = saverOf(configurable);
  const { thread_id, checkpoint_ns }: Readonly<Record<string, unknown>> = configurable;
  return (await saver?.getTuple({ configurable: { thread_id, checkpoint_ns } })) ?? null;
}

/**
 * Reads the checkpoints of the graphs that contain a task, from the graph of the thread to that of the task, without
 * those that are not stored.
 */
export async function checkpointsOnPath(configurable: Configurable): Promise<readonly CheckpointTuple[]> {
  const saver = saverOf(configurable);
  const checkpoints: unknown = configurable["checkpoint_map"];
  const { thread_id }: Readonly<Record<string, unknown>> = configurable;
  const places = isPlainRecord(checkpoints) ? Object.entries(checkpoints) : [];
  const found: CheckpointTuple[] = [];
  for (const [checkpoint_ns, checkpoint_id] of places.toSorted(([one], [other]) => one.length - other.length)) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- a path is short
    const tuple = await saver?.getTuple({ configurable: { thread_id, checkpoint_ns, checkpoint_id } });
    if (tuple !== undefined) found.push(tuple);
  }
  return found;
}

/** The saver of a run. Null without one. */
export function saverOf(configurable: Configurable): BaseCheckpointSaver | null {
  const saver: unknown = configurable["__pregel_checkpointer"];
  return saver instanceof BaseCheckpointSaver ? saver : null;
}
