export { writerConformance } from "./writer-conformance.graph.ts";
