export { createFreshState } from "./compat/create-fresh-state.ts";
export { proposedStateDiff } from "./compat/proposed-state-diff.ts";
export { recordIntent } from "./compat/record-intent.ts";
export { stateManager } from "./compat/state-manager.ts";
export { openStateStore } from "./compat/state-store.graph.ts";
