export { copyThread, exportThread, importThreads, strictSerializer } from "@tidemark/checkpoint";
export type { ThreadDocument } from "@tidemark/checkpoint";
export { changesOf, forgetUser, importThread, listThreads } from "@tidemark/state-manager/langgraph";
