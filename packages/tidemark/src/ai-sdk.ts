export { aiSdkRoutes, toUiMessages, toUiMessageStream } from "@tidemark/stream/ai-sdk";
