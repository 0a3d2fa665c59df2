export { copyThread, exportThread, importThreads, strictSerializer } from "@tidemark/checkpoint";
export type { ThreadDocument } from "@tidemark/checkpoint";
export { memoryLocks } from "@tidemark/state-manager";
export { changesOf, forgetUser, forkThread, importThread, listThreads } from "@tidemark/state-manager/langgraph";
