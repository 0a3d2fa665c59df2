export type { AnswersClarification, AnswersMessages, ClarificationInput } from "./langgraph/clarify-asked.ts";
export { clarificationRouter, type ClarificationRouterOptions } from "./langgraph/clarify-router.ts";
export { type IterationStop, routeToNextAgent } from "./langgraph/clarify-edge.ts";
export { clarifyNode, type ClarifyNodeOptions } from "./langgraph/clarify.ts";
export {
  type ApprovalAsked,
  type ApprovalQuestion,
  askApproval,
  type AskedApproval,
  type AskOptions,
  openApprovals,
} from "./langgraph/approval-ask.ts";
export { type ApprovedEffect, onceApproved, type OnceApprovedOptions } from "./langgraph/approval-effect.ts";
export {
  approvalBranch,
  type ApprovalBranchOptions,
  approvalNode,
  type ApprovalNodeOptions,
} from "./langgraph/approval-node.ts";
export { type Emit, eventEmitter, type EventEmitterOptions } from "./langgraph/event-emitter.ts";
export {
  type StoredEventsOptions,
  storedEvents,
  type StoringGraph,
  type StreamableGraph,
  streamEvents,
  type StreamEventsOptions,
} from "./langgraph/stream-events.ts";
export {
  modelClassifier,
  type ModelClassifierOptions,
  modelPlanner,
  modelResponder,
  modelTaskExtractor,
} from "./langgraph/model-parts.ts";
