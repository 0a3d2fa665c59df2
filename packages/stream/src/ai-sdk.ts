export { toUiMessages } from "./ai-sdk/to-ui-messages.graph.ts";
export { toUiMessageStream } from "./ai-sdk/to-ui-message-stream.ts";
export { aiSdkRoutes } from "./http/ai-sdk-routes.graph.ts";
