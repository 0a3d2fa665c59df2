export {
  classifyError,
  decideHandoff,
  decideRoute,
  defineRegistry,
  describeAgent,
  directedAgent,
  failed,
  pendingHandoff,
  approvedRequests,
} from "@tidemark/agents";
export { findNonJson, stepAgent, stepTask, toJsonSchema } from "@tidemark/core-state";
export { deleteContext } from "@tidemark/reducers";
export { digest, fitBudgets, migrate, planTurn, turnUpdate } from "@tidemark/state-manager";
export { defineErrors, type Errors } from "@tidemark/reducers";
