export { createFreshState } from "./seeds/create-fresh-state.ts";
export { proposedStateDiff } from "./seeds/proposed-state-diff.ts";
export { recordIntent } from "./seeds/record-intent.ts";
export { stateManager } from "./seeds/state-manager.ts";
export { openStateStore } from "./seeds/state-store.graph.ts";
