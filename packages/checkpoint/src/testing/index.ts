export { type WriterResult, writerConformance } from "./writer-conformance.graph.ts";
export type { WriterHost } from "./writer.graph.ts";
export type { WriterPlace } from "./writer-cases.graph.ts";
