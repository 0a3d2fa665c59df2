export { agUiHandler, anyone } from "./http/ag-ui-handler.graph.ts";
export { serveEvents } from "./http/serve-events.ts";
export { applicationRoutes } from "./http/application-routes.graph.ts";
