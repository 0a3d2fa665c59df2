export { AgentOutput, ApprovalRequest, AuditEntry, ErrorClassification, TaskRecord } from "@tidemark/core-state";
export type { HandoffRecord, Plan, PlanStep, Proposal } from "@tidemark/core-state";
export { toGraphSchemas } from "@tidemark/core-state/langgraph";
export { defineErrors, type Errors } from "@tidemark/reducers";
export type { ContextRegistry } from "@tidemark/state-manager";
export {
  AGENT_OUTPUT,
  agentOutputUpdate,
  asUser,
  commit,
  defineContexts,
  defineFlow,
  finishTasks,
  getAgentConfidence,
  getAgentData,
  getAgentOutput,
  guardCommand,
  guardInput,
  propose,
  speakerOf,
  textOf,
} from "@tidemark/state-manager";
export {
  agentErrors,
  answerAfterFailure,
  answerSucceeded,
  ApprovalAnswer,
  approvalText,
  approvedRequests,
  autonomous,
  checkPlan,
  classifyError,
  currentQuestion,
  decideHandoff,
  decideRoute,
  defineRegistry,
  describeAgent,
  directedAgent,
  directTo,
  explainRoute,
  failed,
  failedFindings,
  finalMessageOf,
  findingsOf,
  formatHistory,
  historyWindow,
  killSwitch,
  newMessages,
  pendingHandoff,
  readApprovalAnswer,
} from "@tidemark/agents";
export type { AgentDescription, AgentRegistry, KillSwitch, Limits, PayloadSchema, Responder } from "@tidemark/agents";
export {
  agentNode,
  approvalSteps,
  clarificationRouter,
  clarifyNode,
  createAgentGraph,
  defineAgent,
  handoffTool,
  modelParts,
  routeToNextAgent,
} from "@tidemark/agents/langgraph";
export type {
  Agent,
  AgentGraph,
  AgentRuntime,
  AnswersClarification,
  ApprovalQuestion,
  ReadOwnAnswer,
} from "@tidemark/agents/langgraph";
export { type McpTools, mcpTools } from "@tidemark/agents/mcp";
