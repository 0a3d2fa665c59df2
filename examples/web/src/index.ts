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
export { type RunningPage, type ServeOptions, serveApplication } from "./serve-application.ts";
export { type PageProgram, startPage } from "./start-page.ts";
export { webServer } from "./web-server.ts";
export { builtPage, type PageSource } from "./built-page.ts";
