import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Migrations } from "./migrations.ts";
import { migrateTuple, versionOfTuple } from "./migrate-tuple.graph.ts";
import { listThreads } from "../savers/list-threads.graph.ts";
import { interruptIds, newestTuple, pendingWrites } from "../savers/thread-saver.graph.ts";

/** Result of a trial migration of one thread. */
export type ThreadMigration = {
  readonly threadId: string;
  /** Version that wrote the newest checkpoint. */
  readonly version: number;
  /** Number of interrupts that wait for an answer. */
  readonly interrupts: number;
  /** Number of pending writes of finished nodes. */
  readonly writes: number;
} & (
  | { readonly outcome: "current" }
  | { readonly outcome: "migrates"; readonly fields: readonly string[] }
  | { readonly outcome: "newer" | "older" | "fails"; readonly problem: string }
);

/** Result of a trial migration of all threads of a checkpointer. */
export interface MigrationReport {
  readonly threads: readonly ThreadMigration[];
  /** Number of threads by outcome. */
  readonly counts: Readonly<Record<ThreadMigration["outcome"], number>>;
}

/**
 * Migrates every thread of a checkpointer as a dry run, and reports the results. Writes nothing.
 *
 * Migrates the newest checkpoint of each thread with its pending writes, as `migratingSaver` would. Pass the checkpointer
 * itself, not a wrapped one. Reads one thread at a time, starting with the most recently changed.
 */
export async function migrationReport(
  checkpointer: BaseCheckpointSaver,
  migrations: Migrations,
): Promise<MigrationReport> {
  const threads: ThreadMigration[] = [];
  const counts = { current: 0, migrates: 0, newer: 0, older: 0, fails: 0 };
  for (const { threadId } of await listThreads(checkpointer)) {
    const tuple = await newestTuple(checkpointer, threadId);
    if (tuple === undefined) continue;
    const thread = migrationOf(checkpointer, migrations, { threadId, tuple });
    counts[thread.outcome] += 1;
    threads.push(thread);
  }
  return { threads, counts };
}

function migrationOf(
  checkpointer: BaseCheckpointSaver,
  migrations: Migrations,
  { threadId, tuple }: { readonly threadId: string; readonly tuple: CheckpointTuple },
): ThreadMigration {
  const version = versionOfTuple(migrations, tuple);
  const about = { threadId, version, interrupts: interruptIds(tuple).length, writes: pendingWrites(tuple).length };
  try {
    const migrated = migrateTuple(checkpointer, migrations, tuple);
    if (migrated.from === migrations.state.version) return { ...about, outcome: "current" };
    return { ...about, outcome: "migrates", fields: changedFields(tuple, migrated.tuple) };
  } catch (error) {
    if (stateManagerErrors.newerVersion.is(error)) return { ...about, outcome: "newer", problem: error.message };
    if (stateManagerErrors.olderVersion.is(error)) return { ...about, outcome: "older", problem: error.message };
    if (stateManagerErrors.migrationFailed.is(error)) return { ...about, outcome: "fails", problem: error.message };
    throw error;
  }
}

/** Names of the old and new fields whose values change. */
function changedFields(before: CheckpointTuple, after: CheckpointTuple): readonly string[] {
  const [old, migrated] = [before.checkpoint.channel_values, after.checkpoint.channel_values];
  if (!isPlainRecord(old) || !isPlainRecord(migrated)) return [];
  return [...new Set([...Object.keys(old), ...Object.keys(migrated)])]
    .filter((name) => name !== "runtime_schema_version" && !sameJson(old[name], migrated[name]))
    .toSorted();
}
