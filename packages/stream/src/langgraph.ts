export { storedEvents, streamEvents } from "./events/stream-events.graph.ts";
export { streamContinue, streamResume, streamTurn, type StreamTurnOptions } from "./events/stream-turn.graph.ts";
