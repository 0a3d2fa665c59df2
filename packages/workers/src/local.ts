export { localEngine } from "./local/local-engine.graph.ts";
