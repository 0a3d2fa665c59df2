import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { untyped } from "../untyped.ts";

/** Checkpoint to store in a saver. Missing parts have defaults. */
export interface RawPoint {
  readonly id: string;
  readonly parent?: string;
  readonly namespace?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly metadata?: object;
  readonly writes?: readonly (readonly [taskId: string, channel: string, value: unknown])[];
  readonly ts?: string;
}

/** Stores checkpoints in a saver without a graph. */
export async function putPoints(saver: BaseCheckpointSaver, threadId: string, points: readonly RawPoint[]) {
  for (const { id, parent, namespace = "", values = {}, metadata, writes = [], ts } of points) {
    const place = { thread_id: threadId, checkpoint_ns: namespace };
    const versions = Object.fromEntries(Object.keys(values).map((name) => [name, 1]));
    const checkpoint = {
      ...emptyCheckpoint(),
      id,
      ...(ts !== undefined && { ts }),
      channel_values: { ...values },
      channel_versions: versions,
    };
    await saver.put(
      { configurable: { ...place, ...(parent !== undefined && { checkpoint_id: parent }) } },
      checkpoint,
      untyped(metadata ?? { source: "loop", step: 0, parents: {} }),
      versions,
    );
    for (const [taskId, channel, value] of writes) {
      await saver.putWrites({ configurable: { ...place, checkpoint_id: id } }, [[channel, value]], taskId);
    }
  }
}
