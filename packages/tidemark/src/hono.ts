export { agUiHandler, anyone, serveEvents } from "@tidemark/stream/hono";
export type { AgUiRun } from "@tidemark/stream/hono";
