export type {
  AskedQuestion,
  OfferedChoice,
  Source,
  SourceBlock,
  TypedAnswer,
  WebApplication,
  WebSession,
  WebView,
} from "./application.ts";
export { type PageProgram, type RunningPage, serveApplication, type ServeOptions, startPage } from "./serve.ts";
export { webServer } from "./web-server.ts";
export { builtPage, type PageSource } from "./built-page.ts";
