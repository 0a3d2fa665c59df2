import type { Checkpoint } from "@langchain/langgraph-checkpoint";
import { copyCheckpoint, isUnchanged, partOf } from "../snapshots/checkpoint-snapshot.ts";
import type { Head, HeadCache } from "../snapshots/head-cache.ts";
import type { StoredSnapshot } from "../snapshots/stored-snapshot.ts";
import type { ValueNode } from "../snapshots/value-nodes.ts";
import type { CheckpointPlace } from "../snapshots/checkpoint-facts.ts";

/** A copy of the checkpoint in memory, if it is the one of this row and nobody has changed its values in place. */
export function unchangedHead(
  head: Head | undefined,
  { document, id }: { readonly document: number; readonly id: string },
): Checkpoint | null {
  if (head?.stored.document.id !== document || head.checkpoint.id !== id) return null;
  return isUnchanged(head.checkpoint, head.stored.tree) ? copyCheckpoint(head.checkpoint) : null;
}

/** Keeps a checkpoint that was read in memory, and lets its values be recognized when they are written again. */
export function keepHead(
  { heads, remember }: { readonly heads: HeadCache; readonly remember: (node: ValueNode) => void },
  { threadId, namespace }: CheckpointPlace,
  head: { readonly checkpoint: Checkpoint; readonly stored: StoredSnapshot },
): void {
  const values = partOf(head.stored.tree, "channel_values");
  if (values !== undefined) for (const node of values.items.values()) remember(node);
  heads.set(threadId, namespace, { checkpoint: copyCheckpoint(head.checkpoint), stored: head.stored });
}
