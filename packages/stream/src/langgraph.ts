export { storedEvents, streamRun } from "./events/stream-run.graph.ts";
export { streamContinue, streamResume, streamTurn } from "./events/stream-turn.graph.ts";
