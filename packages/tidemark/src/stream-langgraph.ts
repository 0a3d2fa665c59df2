export { langGraphRoutes } from "@tidemark/stream/agent-protocol";
