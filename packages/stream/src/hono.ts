export {
  type AgUiEndpointOptions,
  agUiHandler,
  type AgUiHandlerOptions,
  type AgUiRun,
  type AgUiRunOptions,
  type AgUiSessionOptions,
  anyone,
} from "./http/ag-ui-handler.graph.ts";
export type { EventStreamLimits } from "./http/event-response.ts";
export { serveEvents, type ServeEventsOptions } from "./http/serve-events.ts";
export type { AgUiSession } from "./http/session-run.graph.ts";
export type { FailureOptions, RunFailure } from "./events/run-failure.ts";
export type { StoredThread } from "./events/thread-events.graph.ts";
