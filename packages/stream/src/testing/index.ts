export { type GraphRun, runGraph, type RunGraphOptions, type StoringRunGraph } from "./run-graph.ts";
