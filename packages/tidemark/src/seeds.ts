export { AgentState, createProgressEvent, createStatusUpdate, SeedState } from "@tidemark/core-state";
export { BaseAgent, executePlan } from "@tidemark/agents/seeds";
export { deleteContext, mergeCapabilityContextData } from "@tidemark/reducers";
export { contextManager } from "@tidemark/state-manager";
export {
  createFreshState,
  openStateStore,
  proposedStateDiff,
  recordIntent,
  stateManager,
} from "@tidemark/state-manager/seeds";
