export { agentNode } from "./run/agent-node.graph.ts";
export type { AgentResources } from "./run/agent-resources.graph.ts";
export type { AgentRuntime, HandoffHow, ProposableChanges, TypedAgentRuntime } from "./run/agent-runtime.graph.ts";
export { type Agent, type AgentDefinition, type AgentRun, defineAgent } from "./run/agent.graph.ts";
export type { AgentAnswer, AgentUpdate } from "./run/agent-types.graph.ts";
export {
  askNode,
  type AskNodeOptions,
  errorNode,
  respondNode,
  type RespondOptions,
} from "./nodes/answer-nodes.graph.ts";
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
} from "./approvals/ask.graph.ts";
export { approvalBranch, type ApprovalBranchOptions } from "./approvals/branch.graph.ts";
export { type ApprovedEffect, onceApproved, type OnceApprovedOptions } from "./approvals/effect.graph.ts";
export { approvalNode, type ApprovalNodeOptions } from "./approvals/approval-node.graph.ts";
export { BaseAgent, type BaseAgentOptions, type BaseAgentTools } from "./compat/base-agent.graph.ts";
export type { AnswersClarification, AnswersMessages, ClarificationInput } from "./clarification/asked.graph.ts";
export { type IterationStop, routeToNextAgent } from "./clarification/edge.graph.ts";
export { clarificationRouter, type ClarificationRouterOptions } from "./clarification/router.graph.ts";
export { clarifyNode, type ClarifyNodeOptions } from "./clarification/clarify-node.graph.ts";
export {
  type AgentGraph,
  type AgentGraphOptions,
  type ApprovalsOf,
  type AskingOptions,
  createAgentGraph,
} from "./graph/create-agent-graph.graph.ts";
export { type Emit, eventEmitter, type EventEmitterOptions } from "./kernel/event-emitter.graph.ts";
export { handoffCommand, type HandoffCommandOptions, type HandoffResult } from "./handoffs/handoff-command.graph.ts";
export { handoffTool, type HandoffToolOptions } from "./handoffs/handoff-tool.graph.ts";
export type { PartTools } from "./run/infrastructure-node.graph.ts";
export {
  modelClassifier,
  type ModelClassifierOptions,
  modelPlanner,
  modelResponder,
  modelTaskExtractor,
} from "./plans/model-parts.graph.ts";
export type { NodeError, NodeErrors, NodeErrorPlace, OnNodeError } from "./failures/node-errors.ts";
export {
  classifierNode,
  type ClassifierOptions,
  plannerNode,
  type PlannerOptions,
  type PlanningNodeOptions,
  taskExtractionNode,
  type TaskExtractionOptions,
} from "./nodes/planning-nodes.graph.ts";
export { routerNode } from "./routing/router-node.graph.ts";
export type { RouterOptions } from "./routing/router-options.graph.ts";
export { runAgent, type RunLimits, type RunningAgent, type RunResult } from "./run/run-agent.graph.ts";
export { stoppable, type StoppableNode, type StopOptions } from "./run/stoppable.graph.ts";
export { ThreadRuns } from "./run/thread-runs.graph.ts";
