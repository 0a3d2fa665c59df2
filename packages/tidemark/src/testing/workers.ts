export { engineCases, runEngineWorker } from "@tidemark/workers/testing";
export type { OpenedEngine } from "@tidemark/workers/testing";
