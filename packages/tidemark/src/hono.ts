export { langGraphRoutes } from "@tidemark/stream/agent-protocol";
export { agUiHandler, anyone, applicationRoutes, serveEvents } from "@tidemark/stream/hono";
