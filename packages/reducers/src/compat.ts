export { agentIdentityReducer, createDefaultAgentIdentity } from "./agent-identity.ts";
export { handoffHistoryReducer } from "./handoff-history.ts";
export { planReducer, stampPlan } from "./plan.ts";
