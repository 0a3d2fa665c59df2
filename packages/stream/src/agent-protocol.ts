export { langGraphRoutes } from "./http/langgraph-routes.graph.ts";
