export { restateEngine } from "./restate/restate-engine.graph.ts";
