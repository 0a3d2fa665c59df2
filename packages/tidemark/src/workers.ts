export { defineTurns, startWorker } from "@tidemark/workers";
export type { TurnEngine, TurnOutcome, Turns, Worker } from "@tidemark/workers";
