export { agentNode } from "./langgraph/agent-node.ts";
export type { AgentResources } from "./langgraph/agent-resources.ts";
export type {
  AgentTools,
  AgentToolTypes,
  HandOffHow,
  HandOffUpdates,
  ProposableChanges,
  TypedAgentTools,
} from "./langgraph/agent-tools.ts";
export {
  type Agent,
  type AgentAnswer,
  type AgentDefinition,
  type AgentInput,
  type AgentUpdate,
  defineAgent,
  type FieldName,
  type WritableField,
} from "./langgraph/agent.ts";
export { askNode, type AskNodeOptions, errorNode, respondNode, type RespondOptions } from "./langgraph/answer-nodes.ts";
export {
  type ApprovalAsked,
  type ApprovalProblem,
  type ApprovalQuestion,
  askApproval,
  type AskedApproval,
  type AskApprovalOptions,
  type EditablePayloads,
  openApprovals,
  type ReadOwnAnswer,
} from "./langgraph/approval-ask.ts";
export { approvalBranch, type ApprovalBranchOptions } from "./langgraph/approval-branch.ts";
export { type ApprovedEffect, onceApproved, type OnceApprovedOptions } from "./langgraph/approval-effect.ts";
export { approvalNode, type ApprovalNodeOptions } from "./langgraph/approval-node.ts";
export { BaseAgent, type BaseAgentOptions, type BaseAgentTools } from "./langgraph/base-agent.ts";
export type { AnswersClarification, AnswersMessages, ClarificationInput } from "./langgraph/clarify-asked.ts";
export { type IterationStop, routeToNextAgent } from "./langgraph/clarify-edge.ts";
export { clarificationRouter, type ClarificationRouterOptions } from "./langgraph/clarify-router.ts";
export { clarifyNode, type ClarifyNodeOptions } from "./langgraph/clarify.ts";
export {
  type AgentGraph,
  type AgentGraphOptions,
  type AskingOptions,
  createAgentGraph,
} from "./langgraph/create-agent-graph.ts";
export { type Emit, eventEmitter, type EventEmitterOptions } from "./langgraph/event-emitter.ts";
export { handOffCommand, type HandOffCommandOptions, type HandOffResult } from "./langgraph/hand-off-command.ts";
export { handOffTool, type HandOffToolOptions } from "./langgraph/hand-off-tool.ts";
export type { PartTools } from "./langgraph/infrastructure-node.ts";
export {
  modelClassifier,
  type ModelClassifierOptions,
  modelPlanner,
  modelResponder,
  modelTaskExtractor,
} from "./langgraph/model-parts.ts";
export type { NodeError, NodeErrors, NodeErrorPlace, OnNodeError } from "./langgraph/node-errors.ts";
export {
  classifierNode,
  type ClassifierOptions,
  plannerNode,
  type PlannerOptions,
  type PlanningNodeOptions,
  taskExtractionNode,
  type TaskExtractionOptions,
} from "./langgraph/planning-nodes.ts";
export {
  type StoredEventsOptions,
  storedEvents,
  type StoringGraph,
  type StreamableGraph,
  streamEvents,
  type StreamEventsOptions,
} from "./langgraph/stream-events.ts";
export {
  type ContinuableSession,
  type ResumableSession,
  streamContinue,
  streamResume,
  streamTurn,
  type StreamTurnOptions,
  type TurnAnswer,
  type TurnSession,
  type TurnStreamOptions,
} from "./langgraph/stream-turn.ts";
export { ThreadRuns } from "./langgraph/thread-runs.ts";
