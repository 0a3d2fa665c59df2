export {
  type StoredEventsOptions,
  storedEvents,
  type StoringGraph,
  type StreamableGraph,
  streamEvents,
  type StreamEventsOptions,
} from "./events/stream-events.graph.ts";
export {
  type ContinuableSession,
  type ResumableSession,
  streamContinue,
  streamResume,
  streamTurn,
  type StreamTurnOptions,
  type TurnAnswer,
  type TurnSession,
  type TurnStreamOptions,
} from "./events/stream-turn.graph.ts";
