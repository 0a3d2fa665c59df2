export { runGraph } from "./run-graph.ts";
