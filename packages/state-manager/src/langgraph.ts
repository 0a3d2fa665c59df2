export { blameHistory, type WithHistory } from "./ownership/blame-history.graph.ts";
export {
  bindNode,
  commandOf,
  defineNode,
  type GraphNodeOf,
  type NodeAnswer,
  type NodeBinding,
  type NodeDefinition,
  type NodeRun,
  type NodeTools,
} from "./ownership/define-node.graph.ts";
export type {
  FieldName,
  KnownFieldsOnly,
  MayWrite,
  OwnedBy,
  OwnerOf,
  UnknownField,
  WritableUpdateOf,
} from "./ownership/writable-update.graph.ts";
export { fencedSaver } from "./sessions/fenced-saver.graph.ts";
export { type ForkOptions, forkThread, type ForkPoint } from "./sessions/fork-thread.graph.ts";
export { guardSend, type SendGuard } from "./ownership/guarded-send.graph.ts";
export { importThread, type ImportOptions } from "./sessions/import-thread.graph.ts";
export { keepBudgets } from "./budgets/keep-budgets.graph.ts";
export { listThreads, type ListedThread } from "./savers/list-threads.graph.ts";
export { type MigratingOptions, migratingSaver } from "./migrations/migrating-saver.graph.ts";
export { migrationReport, type MigrationReport, type ThreadMigration } from "./migrations/migration-report.graph.ts";
export { findMissingNodes } from "./migrations/missing-nodes.graph.ts";
export { pruneState, type PruneUpdate } from "./budgets/prune-state.graph.ts";
export {
  type CommitQuestion,
  type KeptChange,
  rootWriter,
  type RootWriterOptions,
} from "./ownership/root-writer.graph.ts";
export type {
  EditOptions,
  EditResult,
  ProposalResult,
  ProposedBy,
  Session,
  SessionGraph,
  SessionInput,
  SessionOptions,
  TurnOptions,
} from "./sessions/session-contract.graph.ts";
export { openSession } from "./sessions/session.graph.ts";
export {
  openStateStore,
  type SaveResult,
  type StateStore,
  type StateStoreOptions,
} from "./compat/state-store.graph.ts";
export type { TurnOfHistory } from "./sessions/turn-history.graph.ts";
export { threadValues, withThreadValues } from "./ownership/thread-values.graph.ts";
export { turnStart, type TurnStartOptions } from "./turns/turn-start.graph.ts";
export { markTurnStart } from "./turns/turn-start-mark.ts";
