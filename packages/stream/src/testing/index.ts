export { type GraphRun, runGraph } from "./run-graph.ts";
