export { agUiHandler, anyone, applicationRoutes, serveEvents } from "@tidemark/stream/hono";
export type { AgUiRun } from "@tidemark/stream/hono";
