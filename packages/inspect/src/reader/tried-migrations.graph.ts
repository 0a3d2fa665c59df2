import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { StateDeclaration } from "@tidemark/core-state";
import { declaredMigrations } from "@tidemark/state-manager/internal";
import { migrationReport } from "@tidemark/state-manager/langgraph";
import type { MigrationReport } from "./migration-report.ts";

/** Tries the migrations that a state declares on every thread of a saver. Null if it declares none. */
export async function triedMigrations(
  saver: BaseCheckpointSaver,
  state: StateDeclaration | undefined,
): Promise<MigrationReport | null> {
  const migrations = state === undefined ? undefined : declaredMigrations(state);
  if (migrations === undefined) return null;
  const { threads, counts } = await migrationReport(saver, migrations);
  const failed = threads.find(({ outcome }) => outcome === "fails" || outcome === "newer" || outcome === "older");
  return { counts, firstFailure: failed ?? null };
}
