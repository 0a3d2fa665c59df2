export { SeedState } from "@tidemark/core-state";
export type { SeedStateValue } from "@tidemark/core-state";
export { BaseAgent, executePlan } from "@tidemark/agents/seeds";
export {
  createFreshState,
  openStateStore,
  proposedStateDiff,
  recordIntent,
  stateManager,
} from "@tidemark/state-manager/seeds";
