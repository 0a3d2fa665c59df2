export { caseGraph as countingGraph, Log, type Stops } from "../src/testing/case-graph.graph.ts";
