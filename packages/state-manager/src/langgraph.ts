export { keepBudgets } from "./budgets/keep-budgets.graph.ts";
export { pruneState } from "./budgets/prune-state.graph.ts";
export { migratingSaver } from "./migrations/migrating-saver.graph.ts";
export { migrationReport } from "./migrations/migration-report.graph.ts";
export { blameHistory } from "./ownership/blame-history.graph.ts";
export { defineNode, type GraphNodeOf, type NodeRuntime } from "./ownership/define-node.graph.ts";
export { commitNode } from "./ownership/commit-node.graph.ts";
export type { CommitQuestion, PendingApproval, PendingQuestion } from "./kernel/pending-interrupt.ts";
export type { WritableUpdateOf } from "./ownership/writable-update.graph.ts";
export { changesOf } from "./savers/changes-of.graph.ts";
export { listThreads } from "./savers/list-threads.graph.ts";
export { importThread } from "./sessions/import-thread.graph.ts";
export type {
  Session,
  SessionGraph,
  SessionOptions,
  TurnOptions,
  UnfinishedPolicy,
  UnfinishedTurn,
} from "./sessions/session-contract.graph.ts";
export { openSession } from "./sessions/session.graph.ts";
export { turnStart } from "./turns/turn-start.graph.ts";
export { forgetUser } from "./users/forget-user.graph.ts";
export { turnEnd } from "./users/turn-end.graph.ts";
