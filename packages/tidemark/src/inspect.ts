export { inspector, inspectErrors, threadReader } from "@tidemark/inspect";
export type { ThreadReader } from "@tidemark/inspect";
