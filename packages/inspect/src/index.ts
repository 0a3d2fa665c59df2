export { inspector } from "./app/inspector.graph.ts";
export { inspectErrors } from "./errors.ts";
export type { ThreadReader } from "./reader/thread-reader.ts";
export { threadReader } from "./reader/thread-reader-of.graph.ts";
