export { defineTurns, startWorker, workerErrors } from "@tidemark/workers";
export type { TurnEngine, TurnOutcome, Turns, Worker } from "@tidemark/workers";
