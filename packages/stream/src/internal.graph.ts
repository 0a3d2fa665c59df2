export type { ToAgUiOptions } from "./ag-ui/to-ag-ui.ts";
export type { FailureOptions } from "./events/run-failure.ts";
export type {
  StoredEventsOptions,
  StoringGraph,
  StreamableGraph,
  StreamRunOptions,
} from "./events/stream-run.graph.ts";
export type {
  ContinuableSession,
  ResumableSession,
  TurnAnswer,
  TurnSession,
  TurnStreamOptions,
} from "./events/stream-turn.graph.ts";
export type { StoredThread } from "./events/thread-events.graph.ts";
export type {
  AgUiEndpointOptions,
  AgUiHandlerOptions,
  AgUiRunOptions,
  AgUiSessionOptions,
} from "./http/ag-ui-handler.graph.ts";
export type { EventStreamLimits } from "./http/event-response.ts";
export type { ServeEventsOptions } from "./http/serve-events.ts";
export type { AgUiSession } from "./http/session-run.graph.ts";
export type { ViewOptions } from "./events/visibility.ts";
