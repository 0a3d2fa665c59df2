export type { OpenedEngine } from "./case-desk.graph.ts";
export { engineCases } from "./engine-cases.graph.ts";
export { runEngineWorker } from "./run-engine-worker.graph.ts";
