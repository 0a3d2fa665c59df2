export { keepBudgets } from "./budgets/keep-budgets.graph.ts";
export { pruneState } from "./budgets/prune-state.graph.ts";
export { migratingSaver } from "./migrations/migrating-saver.graph.ts";
export { migrationReport } from "./migrations/migration-report.graph.ts";
export { blameHistory } from "./ownership/blame-history.graph.ts";
export { defineNode, type GraphNodeOf, type NodeTools } from "./ownership/define-node.graph.ts";
export type { WritableUpdateOf } from "./ownership/writable-update.graph.ts";
export { type CommitQuestion, rootWriter } from "./ownership/root-writer.graph.ts";
export { listThreads } from "./savers/list-threads.graph.ts";
export { forkThread } from "./sessions/fork-thread.graph.ts";
export { importThread } from "./sessions/import-thread.graph.ts";
export type {
  Session,
  SessionGraph,
  SessionInput,
  SessionOptions,
  TurnOptions,
} from "./sessions/session-contract.graph.ts";
export { openSession } from "./sessions/session.graph.ts";
export { turnStart } from "./turns/turn-start.graph.ts";
