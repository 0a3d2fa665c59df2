export { checkpointErrors, copyThread, exportThread, importThreads, strictSerializer } from "@tidemark/checkpoint";
export type { ThreadDocument } from "@tidemark/checkpoint";
export { findNonJson } from "@tidemark/core-state";
export { defineBudgets, defineMigrations, digest, fitBudgets, migrate } from "@tidemark/state-manager";
export type { Budgets, Migrations } from "@tidemark/state-manager";
export {
  blameHistory,
  changesOf,
  forgetUser,
  importThread,
  keepBudgets,
  listThreads,
  migratingSaver,
  migrationReport,
  pruneState,
} from "@tidemark/state-manager/langgraph";
