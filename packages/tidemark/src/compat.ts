export { SeedState } from "@tidemark/core-state";
export type { SeedStateUpdate, SeedStateValue } from "@tidemark/core-state";
export { BaseAgent } from "@tidemark/agents/compat";
export {
  agentIdentityReducer,
  createDefaultAgentIdentity,
  handoffHistoryReducer,
  planReducer,
  stampPlan,
} from "@tidemark/reducers/compat";
export {
  createFreshState,
  proposedStateDiff,
  recordIntent,
  stateManager,
  openStateStore,
  getExecutionStepsSummary,
  storeContext,
  createResponseUpdate,
  getMessages,
  getUserQuery,
  getCurrentTask,
  getCurrentStep,
  getCurrentStepIndex,
  getExecutionPlan,
  configuredAgentControl,
} from "@tidemark/state-manager/compat";
export type { StateManager } from "@tidemark/state-manager/compat";
