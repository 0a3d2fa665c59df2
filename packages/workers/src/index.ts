export { workerErrors } from "./errors.ts";
export type { TurnEngine } from "./engine/turn-engine.graph.ts";
export { defineTurns, type Turns } from "./turns/define-turns.graph.ts";
export type { TurnOutcome } from "./store/turn-outcome.ts";
export { startWorker, type Worker } from "./worker/start-worker.graph.ts";
