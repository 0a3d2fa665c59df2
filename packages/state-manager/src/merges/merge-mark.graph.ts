import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

// Stored data contains these names, so they never change.

/** Metadata key with the checkpoints that a merge has brought. */
const MERGED = "tidemark_merged";

/** Metadata key with the id of the checkpoint that {@link MERGED} belongs to: LangGraph copies metadata to other checkpoints. */
const MERGED_OF = "tidemark_merged_of";

/**
 * Checkpoints by id, each with those that it builds on: the one before it, and the one that was merged into it.
 *
 * A merge stores those that it has brought, so that they are known after the fork is pruned or deleted.
 */
export type Ancestry = ReadonlyMap<string, readonly string[]>;

/** Metadata of the checkpoint that a merge stores. `brought` ends with the newest checkpoint of the fork. */
export const mergeMarks = (brought: Ancestry, checkpointId: string): Readonly<Record<string, unknown>> => ({
  [MERGED]: [...brought].map(([id, parents]) => [id, ...parents]),
  [MERGED_OF]: checkpointId,
});

const Brought = z.array(z.tuple([z.string()], z.string()));

/** Checkpoints that a merge has brought with a checkpoint; empty for any other checkpoint. */
export function broughtBy({ checkpoint, metadata }: CheckpointTuple): Ancestry {
  const marks: object = metadata ?? {};
  const found: unknown = Reflect.get(marks, MERGED_OF) === checkpoint.id ? Reflect.get(marks, MERGED) : [];
  return new Map((Brought.safeParse(found).data ?? []).map(([id, ...parents]) => [id, parents]));
}
