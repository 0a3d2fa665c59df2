export { postgresEngine } from "./postgres/postgres-engine.graph.ts";
