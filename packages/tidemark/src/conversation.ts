export {
  answerAfterFailure,
  answerSucceeded,
  approvalText,
  currentQuestion,
  failedFindings,
  finalMessageOf,
  findingsOf,
  formatHistory,
  historyWindow,
  newMessages,
} from "@tidemark/agents";
export type { ClarificationVerdict, Findings } from "@tidemark/agents";
export { routeToNextAgent } from "@tidemark/agents/langgraph";
export { createProgressEvent, createStatusUpdate } from "@tidemark/core-state";
export type { AgentOutput } from "@tidemark/core-state";
export {
  AGENT_OUTPUT,
  agentOutputUpdate,
  contextManager,
  defineContexts,
  finishTasks,
  getAgentConfidence,
  getAgentData,
  getAgentOutput,
  speakerOf,
  textOf,
} from "@tidemark/state-manager";
