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
export type { AgentRegistry, AgentDescription, Route } from "@tidemark/agents";
export { findNonJson, stepAgent, stepTask } from "@tidemark/core-state";
export { digest, fitBudgets, migrate, planTurn, transitionUpdate, turnUpdate } from "@tidemark/state-manager";
