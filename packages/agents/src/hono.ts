export {
  type AgUiEndpointOptions,
  agUiHandler,
  type AgUiHandlerOptions,
  type AgUiRun,
  type AgUiRunOptions,
  type AgUiSessionOptions,
  anyone,
} from "./hono/ag-ui-handler.ts";
export type { EventStreamLimits } from "./hono/event-response.ts";
export { serveEvents, type ServeEventsOptions } from "./hono/serve-events.ts";
export type { AgUiSession } from "./hono/session-run.ts";
export type { FailureOptions, RunFailure } from "./run-failure.ts";
export type { StoredThread } from "./langgraph/thread-events.ts";
