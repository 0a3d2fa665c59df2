export { type AgentDescription, type AgentOutline, describeAgent } from "./agent-description.ts";
export {
  autonomous,
  bypassesRouting,
  type DirectedMode,
  directedAgent,
  type DirectedModeOptions,
  directTo,
  type OperationModeUpdate,
  type WithOperationMode,
} from "./directed-mode.ts";
export { agentErrors } from "./errors.ts";
export { handOffForStep, type WithActiveAgent } from "./hand-off-step.ts";
export {
  decideHandOff,
  type HandOffDecision,
  type HandOffOptions,
  type HandOffRefusal,
  type HandOffRefusalReason,
  type HandOffRequest,
  type HandOffUpdate,
  type WithHandOffs,
} from "./hand-off.ts";
export { type AgentMarks, markAgent } from "./identity.ts";
export { type AgentRegistry, defineRegistry } from "./registry.ts";
export { stableId } from "./stable-id.ts";
export { askClarification, plainQuestion, type QuestionUpdate } from "./clarification-question.ts";
export { ClarificationVerdict, type ReadVerdict, readVerdict } from "./clarification-verdict.ts";
export {
  answerSucceeded,
  type ClarificationOptions,
  type ClarificationUpdate,
  type Clarify,
  decideClarification,
  type Proceed,
  type ProceedReason,
  proceedWithoutModel,
  type WithClarification,
} from "./clarification.ts";
export { confidenceOf } from "./confidence.ts";
export { newMessages } from "./conversation-additions.ts";
export {
  agentRan,
  type AgentRun,
  checkIterations,
  type IterationCheck,
  nextAgentOf,
  type RanUpdate,
  type WithProgress,
} from "./conversation-progress.ts";
export { currentQuestion } from "./conversation-question.ts";
export { answerAfterFailure, type FinalMessage, finalMessageOf } from "./final-message.ts";
export { formatHistory, type HistoryFormatOptions } from "./history-format.ts";
export {
  type HistorySummary,
  type SummarisedHistory,
  summariseHistory,
  type SummariseOptions,
  type SummaryMessage,
} from "./history-summary.ts";
export { historyWindow, type HistoryWindowOptions } from "./history-window.ts";
export { failedFindings, type Findings, type Observations, observationsOf } from "./observations.ts";
