export { approvalNode, type ApprovalNodeOptions } from "./approvals/approval-node.graph.ts";
export type { AppFields } from "./app/app-state.ts";
export type { AppOptions, AppSessionOptions } from "./app/app.graph.ts";
export type { ModelParts, ModelPartsOptions } from "./plans/model-parts.graph.ts";
export {
  type ApprovalRequestDraft,
  requestApprovals,
  askApproval,
  type AskApprovalOptions,
  type ApprovalAnswerOutcome,
  type EditablePayloads,
} from "./approvals/ask.graph.ts";
export { type ApprovalBranchOptions, routeAfterApproval } from "./approvals/branch.graph.ts";
export { approvedEffect, type ApprovedEffect, type ApprovedEffectOptions } from "./approvals/effect.graph.ts";
export type { AnswersMessages, ClarificationInput } from "./clarification/asked.graph.ts";
export type { ClarifyNodeOptions } from "./clarification/clarify-node.graph.ts";
export type { IterationStop } from "./clarification/edge.graph.ts";
export type { ClarificationRouterOptions } from "./clarification/router.graph.ts";
export type { BaseAgentOptions, BaseAgentTools } from "./seeds/base-agent.graph.ts";
export type { NodeError, NodeErrorSource, NodeErrors, OnNodeError } from "./failures/node-errors.ts";
export type { ApprovalsOf, ApprovalQuestionOptions } from "./graph/graph-options.graph.ts";
export { handoffCommand, type HandoffCommandOptions, type HandoffResult } from "./handoffs/handoff-command.graph.ts";
export type { HandoffToolOptions } from "./handoffs/handoff-tool.graph.ts";
export { type Emit, eventEmitter, type EventEmitterOptions } from "./kernel/event-emitter.graph.ts";
export {
  askNode,
  type AskNodeOptions,
  errorNode,
  respondNode,
  type RespondOptions,
} from "./nodes/answer-nodes.graph.ts";
export {
  classifierNode,
  type ClassifierOptions,
  plannerNode,
  type PlannerOptions,
  type PlanningNodeOptions,
  taskExtractionNode,
  type TaskExtractionOptions,
} from "./nodes/planning-nodes.graph.ts";
export { explainEdge, limitsOfGraph } from "./routing/explain-edge.graph.ts";
export type { AgentResources } from "./run/agent-resources.graph.ts";
export type { HandoffDetails, ProposableChanges, TypedAgentRuntime } from "./run/agent-runtime.graph.ts";
export type { AgentAnswer, AgentUpdate } from "./run/agent-types.graph.ts";
export type { AgentDefinition, AgentFunction } from "./run/agent.graph.ts";
export type { PartTools } from "./run/infrastructure-node.graph.ts";
export { ThreadRuns } from "./run/thread-runs.graph.ts";
export { REFUSED } from "./guardrails/guards.graph.ts";
export { isSteered, withPeople } from "./models/steering.graph.ts";
export { asCalled } from "./tools/arguments.graph.ts";
export { type AskedTool, type RecordedTool, RecordedTools } from "./kernel/recording.graph.ts";
export { recordedToolsIn, withRecordedTools } from "./tools/recorded-tools.graph.ts";
