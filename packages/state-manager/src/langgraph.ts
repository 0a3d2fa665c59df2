export { blameHistory, type WithHistory } from "./langgraph/blame-history.ts";
export {
  commandOf,
  defineNode,
  type GraphNodeOf,
  type NodeAnswer,
  type NodeBinding,
  type NodeDefinition,
  type NodeOwner,
  type NodeRunScope,
  nodeRuns,
  type NodeTools,
  type WritableUpdateOf,
} from "./langgraph/define-node.ts";
export { fencedSaver } from "./langgraph/fenced-saver.ts";
export { type ForkOptions, forkThread, type ForkPoint } from "./langgraph/fork-thread.ts";
export { guardSend, type SendGuard } from "./langgraph/guarded-send.ts";
export { importThread, type ImportOptions } from "./langgraph/import-thread.ts";
export { keepBudgets } from "./langgraph/keep-budgets.ts";
export { listThreads, type ListedThread } from "./langgraph/list-threads.ts";
export { type MigratingOptions, migratingSaver } from "./langgraph/migrating-saver.ts";
export { migrationReport, type MigrationReport, type ThreadMigration } from "./langgraph/migration-report.ts";
export { findMissingNodes } from "./langgraph/missing-nodes.ts";
export { pruneState, type PruneUpdate } from "./langgraph/prune-state.ts";
export { type CommitQuestion, type KeptChange, rootWriter, type RootWriterOptions } from "./langgraph/root-writer.ts";
export type {
  EditOptions,
  EditResult,
  ProposalResult,
  ProposedBy,
  Session,
  SessionGraph,
  SessionOptions,
  TurnOptions,
} from "./langgraph/session-contract.ts";
export { openSession } from "./langgraph/session.ts";
export { openStateStore, type SaveResult, type StateStore, type StateStoreOptions } from "./langgraph/state-store.ts";
export type { TurnOfHistory } from "./langgraph/turn-history.ts";
export { threadValues, withThreadValues } from "./langgraph/thread-values.ts";
export { turnStart, type TurnStartOptions } from "./langgraph/turn-start.ts";
export { markTurnStart } from "./langgraph/turn-start-mark.ts";
