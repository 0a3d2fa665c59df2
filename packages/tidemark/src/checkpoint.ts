export { copyThread, exportThread, importThread, importThreads, strictSerializer } from "@tidemark/checkpoint";
export type { ThreadDocument } from "@tidemark/checkpoint";
export { memoryLocks } from "@tidemark/state-manager";
