export { type AgentDescription, type AgentOutline, describeAgent } from "./agent-description.ts";
export { ApprovalAnswer, approvalAnswerSchema, readApprovalAnswer, type ReadAnswer } from "./approval-answer.ts";
export {
  type ApprovalDecision,
  type ApprovalOutcome,
  type ApprovalRefusal,
  cancelApprovals,
  decideApproval,
  type DecisionOptions,
  expireApprovals,
  type PayloadSchema,
} from "./approval-decision.ts";
export { declinedApprovals } from "./approval-declined.ts";
export {
  type ApprovalCall,
  type ApprovalContext,
  type ApprovalNeed,
  type ApprovalPolicy,
  type ApprovalRule,
  type ApprovalTest,
  needsApproval,
} from "./approval-policy.ts";
export {
  type ApprovalDraft,
  approvalHash,
  type ApprovalSubject,
  approvalTypeOf,
  PLAN_APPROVAL,
  planApprovalPayload,
  requestApproval,
} from "./approval-request.ts";
export {
  approvalHashNow,
  approvalRequests,
  type ApprovalResumeData,
  approvalResumeData,
  approvedNow,
  approvedRequests,
  approvedUpdate,
  clearedApproval,
  type PayloadNow,
  pendingApprovals,
  type WithApprovals,
} from "./approval-state.ts";
export { type ApprovalNews, approvalText } from "./approval-text.ts";
export { readApprovalWords } from "./approval-words.ts";
export { defaultRetryPolicy, pause, retryDelay, type RetryKind } from "./backoff.ts";
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
  questionAsked,
  type WithClarification,
} from "./clarification.ts";
export {
  capabilitiesPrompt,
  type CapabilityCandidate,
  capabilityCandidates,
  CapabilityMatch,
  capabilityPrompt,
  CapabilitySelection,
  checkClassification,
  type ClassificationCheck,
  type ClassificationQuestion,
  classifyEach,
  type EachClassified,
} from "./classification.ts";
export { formatClassification } from "./classify-error-format.ts";
export { classifyError, type ErrorClassifier } from "./classify-error.ts";
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
export {
  answeredByPerson,
  deadlineExceeded,
  ended,
  executionSeconds,
  remainingSeconds,
  TIME_LIMIT,
  type Timed,
  waitingForPerson,
  type WaitUpdate,
} from "./deadline.ts";
export { expandDependencies, type ExpandedSelection } from "./dependency-expansion.ts";
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
export { type ErrorAnswer, errorAnswer, type KeptResult } from "./error-answer.ts";
export { agentErrors } from "./errors.ts";
export { type PatchOperation, type PatchOptions, recordPatch } from "./event-patch.ts";
export { onceEach, progressOf, replayFrom } from "./event-replay.ts";
export {
  eventIdOf,
  type EventStamper,
  eventStamper,
  type EventStamperOptions,
  type Unstamped,
  type UnstampedAgentEvent,
} from "./event-stamper.ts";
export { showsField, visibleValues } from "./event-visibility.ts";
export { eventsOfState, type EventsOfStateOptions, type WithNews } from "./events-of-state.ts";
export { explainRoute } from "./explain-route.ts";
export { answerAfterFailure, type FinalMessage, finalMessageOf } from "./final-message.ts";
export { handOffForStep, type WithActiveAgent } from "./hand-off-step.ts";
export {
  decideHandOff,
  type HandOffDecision,
  type HandOffOptions,
  type HandOffRefusal,
  type HandOffRefusalReason,
  type HandOffRequest,
  type HandOffUpdate,
  pendingHandOff,
  type WithHandOffs,
  type WithOpenHandOff,
} from "./hand-off.ts";
export { formatHistory, type HistoryFormatOptions } from "./history-format.ts";
export {
  type HistorySummary,
  type SummarisedHistory,
  summariseHistory,
  type SummariseOptions,
  type SummaryMessage,
} from "./history-summary.ts";
export { historyWindow, type HistoryWindowOptions } from "./history-window.ts";
export { type AgentMarks, markAgent } from "./identity.ts";
export { killed, type KilledUpdate, killSwitch, type KillSwitch, type StoppableRun } from "./kill.ts";
export { mayRetry, type RetryDecision, retryPolicyOf } from "./limits-retry.ts";
export {
  type Allowance,
  allowances,
  type AttemptKind,
  type Counted,
  type Limits,
  limitsOf,
  mayAttempt,
  recursionLimitOf,
} from "./limits.ts";
export { failed, type Failure, type Ran, succeeded, type Success } from "./node-outcome.ts";
export { failedFindings, type Findings, findingsOf, type Observations, observationsOf } from "./observations.ts";
export { aggregateAnswer, noResultAnswer, planProgress } from "./plan-answer.ts";
export { type StepAnswer, stepTimeout } from "./plan-attempt.ts";
export { checkPlan, type PlanCheck, type PlanCheckOptions, type PlanIssue, type PlanRepair } from "./plan-check.ts";
export { PlanDraft, planOfDraft } from "./plan-draft.ts";
export { planEvents, type PlanEventSource } from "./plan-events.ts";
export {
  type ExecutedPlan,
  executePlan,
  type ExecutePlanOptions,
  type OnStepFailure,
  type RunStep,
  type StepTools,
} from "./plan-execution.ts";
export { isAnsweringStep, readySteps } from "./plan-order.ts";
export {
  cancelPlan,
  completeStep,
  failPlan,
  failStep,
  finishPlan,
  skipStep,
  startPlan,
  startStep,
  type StepRef,
} from "./plan-transitions.ts";
export { type AnswerIssue } from "./planning-issues.ts";
export type {
  Classifier,
  ClassifierInput,
  Planner,
  PlannerInput,
  Responder,
  ResponderInput,
  TaskExtractor,
  TaskExtractorInput,
} from "./planning-parts.ts";
export { answerPrompt, planningPrompt } from "./planning-prompt.ts";
export type { PromptText } from "./planning-text.ts";
export { type AgentRegistry, defineRegistry } from "./registry.ts";
export type { ExplainedRow, Route } from "./route-decision.ts";
export type { AgentValues } from "./agent-values.ts";
export type { RouteOptions } from "./route-facts.ts";
export { nodeOf, routed } from "./route-update.ts";
export { decideRoute } from "./route.ts";
export { type ParsedRunEvent, parseRunEvent, RunEvent, RunInterrupt, RunMessage } from "./run-events.ts";
export {
  bypassTaskExtraction,
  checkTaskExtraction,
  TaskExtraction,
  type TaskExtractionCheck,
  taskExtractionPrompt,
  type TaskExtractionSources,
  taskExtractionUpdate,
} from "./task-extraction.ts";
