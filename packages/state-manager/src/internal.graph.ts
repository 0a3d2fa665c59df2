export type { PruneUpdate } from "./budgets/prune-state.graph.ts";
export type { SaveResult, StateStore, StateStoreOptions } from "./seeds/state-store.graph.ts";
export {
  type BareAnswer,
  checkBareAnswer,
  collectedOfTask,
  isLastAnswer,
  keepCollected,
  shownHashes,
  takeBackAnswer,
  takeBackCopied,
} from "./answers/bare-answer.graph.ts";
export { type ErasedApp, type EraseOptions, eraseUser } from "./erasure/erase-user.graph.ts";
export type { ErasureReceipt } from "./users/erasure-receipt.ts";
export { asAnswerer } from "./kernel/answerers.graph.ts";
export {
  checkpointBefore,
  checkpointInTask,
  checkpointOfTask,
  checkpointsOnPath,
  saverOf,
} from "./kernel/task-checkpoint.graph.ts";
export type { MigratingOptions } from "./migrations/migrating-saver.graph.ts";
export type { MigrationReport, ThreadMigration } from "./migrations/migration-report.graph.ts";
export { findMissingNodes } from "./migrations/missing-nodes.graph.ts";
export type { WithHistory } from "./ownership/blame-history.graph.ts";
export {
  type NodeAnswer,
  type NodeBinding,
  type NodeDefinition,
  type NodeFunction,
  type NodeOwner,
  nodeRuns,
  type NodeRunScope,
} from "./ownership/define-node.graph.ts";
export { guardSend, type SendGuard } from "./ownership/guarded-send.graph.ts";
export type { KeptChange, CommitNodeOptions } from "./ownership/commit-node.graph.ts";
export { graphResult, type GraphWrites, nodeResult, type NodeResult, type Target } from "./kernel/node-result.graph.ts";
export { threadValue, threadValues } from "./kernel/thread-values.graph.ts";
export { type TracedNode, tracedNode, tracedRun } from "./ownership/traced-node.graph.ts";
export type {
  AnyUpdate,
  FieldName,
  KnownFieldsOnly,
  MayWrite,
  OwnedBy,
  OwnerOf,
  UnknownField,
} from "./ownership/writable-update.graph.ts";
export { defaultLocks } from "./savers/default-locks.graph.ts";
export type { HistoryGraph } from "./savers/changes-of.graph.ts";
export type { ListedThread } from "./savers/list-threads.graph.ts";
export { WrappedSaver } from "./savers/wrapped-saver.graph.ts";
export { fencedSaver } from "./sessions/turn-saver.graph.ts";
export { type ForkOptions, type ForkPoint, forkThread } from "./sessions/fork-thread.graph.ts";
export { type SessionSettings, SETTINGS } from "./sessions/leased-thread.graph.ts";
export type { ImportOptions } from "./sessions/import-thread.graph.ts";
export type {
  EditOptions,
  EditResult,
  ProposalResult,
  ProposedBy,
  SessionInput,
  UnfinishedPolicy,
  UnfinishedTurn,
} from "./sessions/session-contract.graph.ts";
export type { TurnOfHistory } from "./sessions/turn-history.graph.ts";
export type { UnfinishedMessage } from "./sessions/unfinished-message.graph.ts";
export {
  commandOf,
  dropOf,
  hasParent,
  leaveGraph,
  type LostCommand,
  NO_PARENT,
} from "./subgraphs/leaving-command.graph.ts";
export { withModelCalls } from "./traces/model-calls.graph.ts";
export { beginsTurns, markTurnStart } from "./turns/turn-start-mark.ts";
export type { TurnStartOptions } from "./turns/turn-start.graph.ts";
export { storeUserValues } from "./users/turn-end.graph.ts";
export { hasUnstoredUpdates, migrationsFor } from "./users/user-turn.graph.ts";
export { Inbox, type SteeringMessage } from "./steering/inbox.graph.ts";
export { messageIds, Steering, steeringIn, type SteeringSource } from "./steering/steering.graph.ts";
export { type SessionOptions } from "./sessions/session-contract.graph.ts";
export { type WritableUpdateOf } from "./ownership/writable-update.graph.ts";
export { type NodeRuntime } from "./ownership/define-node.graph.ts";
export { openWait, type Wait } from "./waits/wait.graph.ts";
