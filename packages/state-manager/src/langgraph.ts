export { blameHistory, type WithHistory } from "./langgraph/blame-history.ts";
export {
  defineNode,
  type GraphNodeOf,
  type NodeAnswer,
  type NodeDefinition,
  type NodeTools,
  type WritableUpdateOf,
} from "./langgraph/define-node.ts";
export { turnStart, type TurnStartOptions } from "./langgraph/turn-start.ts";
export { type CommitQuestion, rootWriter, type RootWriterOptions } from "./langgraph/root-writer.ts";
export { fencedSaver } from "./langgraph/fenced-saver.ts";
