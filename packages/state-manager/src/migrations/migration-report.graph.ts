import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import type { Migrations } from "./migrations.ts";
import { liftTuple, versionOfTuple } from "./migrate-tuple.graph.ts";
import { listThreads } from "../savers/list-threads.graph.ts";
import { interruptIds, newestTuple, pendingWrites } from "../savers/thread-saver.graph.ts";

/** What migrations would make of one thread. */
export type ThreadMigration = {
  readonly threadId: string;
  /** The version that wrote its newest checkpoint. */
  readonly version: number;
  /** How many questions wait for an answer. */
  readonly interrupts: number;
  /** How many writes of finished nodes no checkpoint holds yet. */
  readonly writes: number;
} & (
  | { readonly outcome: "current" }
  | { readonly outcome: "lifts"; readonly fields: readonly string[] }
  | { readonly outcome: "newer" | "older" | "fails"; readonly problem: string }
);

/** What migrations would make of all threads of a checkpointer. */
export interface MigrationReport {
  readonly threads: readonly ThreadMigration[];
  /** How many threads come out which way. */
  readonly counts: Readonly<Record<ThreadMigration["outcome"], number>>;
}

/**
 * Says what migrations would make of every thread of a checkpointer, and writes nothing.
 *
 * Each thread's newest checkpoint is lifted with all that is pending on it, exactly as `migratingSaver` would. Give it
 * the checkpointer itself, not a wrapped one. One read of a thread at a time; threads that were changed last come first.
 */
export async function migrationReport(
  checkpointer: BaseCheckpointSaver,
  migrations: Migrations,
): Promise<MigrationReport> {
  const threads: ThreadMigration[] = [];
  const counts = { current: 0, lifts: 0, newer: 0, older: 0, fails: 0 };
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
    const lifted = liftTuple(checkpointer, migrations, tuple);
    if (lifted.from === migrations.state.version) return { ...about, outcome: "current" };
    return { ...about, outcome: "lifts", fields: changedFields(tuple, lifted.tuple) };
  } catch (error) {
    if (stateManagerErrors.newerVersion.is(error)) return { ...about, outcome: "newer", problem: error.message };
    if (stateManagerErrors.olderVersion.is(error)) return { ...about, outcome: "older", problem: error.message };
    if (stateManagerErrors.migrationFailed.is(error)) return { ...about, outcome: "fails", problem: error.message };
    throw error;
  }
}

/** Names of fields, old and new, that do not stay as they are. */
function changedFields(before: CheckpointTuple, after: CheckpointTuple): readonly string[] {
  const [old, lifted] = [before.checkpoint.channel_values, after.checkpoint.channel_values];
  if (!isPlainRecord(old) || !isPlainRecord(lifted)) return [];
  return [...new Set([...Object.keys(old), ...Object.keys(lifted)])]
    .filter((name) => name !== "runtime_schema_version" && !sameJson(old[name], lifted[name]))
    .toSorted();
}
