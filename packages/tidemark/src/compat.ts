export { SeedState } from "@tidemark/core-state";
export type { SeedStateValue } from "@tidemark/core-state";
export { BaseAgent, executePlan } from "@tidemark/agents/compat";
export {
  createFreshState,
  openStateStore,
  proposedStateDiff,
  recordIntent,
  stateManager,
} from "@tidemark/state-manager/compat";
