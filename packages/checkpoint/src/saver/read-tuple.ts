import {
  type Checkpoint,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  maxChannelVersion,
  TASKS,
} from "@langchain/langgraph-checkpoint";
import { nextVersion } from "../snapshots/channel-version.ts";
import { configOf } from "../snapshots/saver-config.ts";
import type { ReadCheckpoint } from "./saver-store.ts";

/** Makes the tuple of a checkpoint that was read. */
export function tupleOf({ row, checkpoint, metadata, pendingWrites, parentWrites }: ReadCheckpoint): CheckpointTuple {
  const { threadId, namespace, id, parent } = row;
  if (parentWrites !== null) addSends(checkpoint, parentWrites);
  return {
    config: configOf(threadId, namespace, id),
    checkpoint,
    metadata,
    pendingWrites,
    ...(parent !== null && { parentConfig: configOf(threadId, namespace, parent) }),
  };
}

/** True if a checkpoint has an old format, in which the sends of a step were stored with its parent. */
export const needsParentWrites = ({ v }: Checkpoint, parent: string | null): boolean => v < 4 && parent !== null;

/** Migrates the sends of a step to the checkpoint, where newer formats have them. */
function addSends(checkpoint: Checkpoint, parentWrites: readonly CheckpointPendingWrite[]): void {
  const sends = parentWrites.filter(([, channel]) => channel === TASKS).map(([, , value]) => value);
  const versions = Object.values(checkpoint.channel_versions);
  checkpoint.channel_values = { ...checkpoint.channel_values, [TASKS]: sends };
  checkpoint.channel_versions = {
    ...checkpoint.channel_versions,
    [TASKS]: versions.length > 0 ? maxChannelVersion(...versions) : nextVersion(undefined),
  };
}
