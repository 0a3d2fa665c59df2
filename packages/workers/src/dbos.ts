export { dbosEngine } from "./dbos/dbos-engine.graph.ts";
