export { agUiHandler, anyone, serveEvents } from "@tidemark/stream/hono";
export type { AgUiRun, RunFailure } from "@tidemark/stream/hono";
