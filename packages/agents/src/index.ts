export { type AgentDescription, type AgentOutline, describeAgent } from "./roster/agent-description.ts";
export { ApprovalAnswer, approvalAnswerSchema, readApprovalAnswer, type ReadAnswer } from "./approvals/answer.ts";
export {
  type ApprovalDecision,
  type ApprovalOutcome,
  type ApprovalRefusal,
  cancelApprovals,
  decideApproval,
  type DecisionOptions,
  expireApprovals,
  type PayloadSchema,
} from "./approvals/decision.ts";
export { declinedApprovals } from "./approvals/declined.ts";
export {
  type ApprovalCall,
  type ApprovalContext,
  type ApprovalNeed,
  type ApprovalPolicy,
  type ApprovalRule,
  type ApprovalTest,
  needsApproval,
} from "./approvals/policy.ts";
export {
  type ApprovalDraft,
  approvalHash,
  type ApprovalSubject,
  approvalTypeOf,
  PLAN_APPROVAL,
  planApprovalPayload,
  requestApproval,
} from "./approvals/request.ts";
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
} from "./approvals/state.ts";
export { type ApprovalNews, approvalText } from "./approvals/text.ts";
export { readApprovalWords } from "./approvals/words.ts";
export {
  defaultRetryPolicy,
  isInfrastructure,
  pause,
  retryDelay,
  type RetryKind,
  retryKindOf,
} from "./failures/backoff.ts";
export { askClarification, plainQuestion, type QuestionUpdate } from "./clarification/question.ts";
export { ClarificationVerdict, type ReadVerdict, readVerdict } from "./clarification/verdict.ts";
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
} from "./clarification/clarification.ts";
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
} from "./plans/classification.ts";
export { formatClassification } from "./failures/error-format.ts";
export { classifyError, type ErrorClassifier } from "./failures/classify-error.ts";
export { confidenceOf } from "./conversation/confidence.ts";
export { newMessages } from "./conversation/additions.ts";
export {
  agentRan,
  type AgentRun,
  checkIterations,
  type IterationCheck,
  nextAgentOf,
  type RanUpdate,
  type WithProgress,
} from "./conversation/progress.ts";
export { currentQuestion } from "./conversation/question.ts";
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
} from "./limits/deadline.ts";
export { expandDependencies, type ExpandedSelection } from "./plans/dependency-expansion.ts";
export {
  autonomous,
  bypassesRouting,
  type DirectedMode,
  directedAgent,
  type DirectedModeOptions,
  directTo,
  type OperationModeUpdate,
  type WithOperationMode,
} from "./roster/directed-mode.ts";
export { type ErrorAnswer, errorAnswer, type KeptResult } from "./nodes/error-answer.ts";
export { agentErrors } from "./kernel/errors.ts";
export {
  eventIdOf,
  type EventStamper,
  eventStamper,
  type EventStamperOptions,
  type Unstamped,
  type UnstampedAgentEvent,
} from "./kernel/event-stamper.ts";
export { explainRoute } from "./routing/explain-route.ts";
export { answerAfterFailure, type FinalMessage, finalMessageOf } from "./conversation/final-message.ts";
export { handoffForStep, type WithActiveAgent } from "./handoffs/handoff-step.ts";
export {
  decideHandoff,
  type HandoffDecision,
  type HandoffOptions,
  type HandoffRefusal,
  type HandoffRefusalReason,
  type HandoffRequest,
  type HandoffUpdate,
  pendingHandoff,
  type WithHandoffs,
  type WithOpenHandoff,
} from "./handoffs/handoff.ts";
export { formatHistory, type HistoryFormatOptions } from "./conversation/history-format.ts";
export {
  type HistorySummary,
  type SummarizedHistory,
  summarizeHistory,
  type SummarizeOptions,
  type SummaryMessage,
} from "./conversation/history-summary.ts";
export { historyWindow, type HistoryWindowOptions } from "./conversation/history-window.ts";
export { type AgentMarks, markAgent } from "./roster/identity.ts";
export { killed, type KilledUpdate, killSwitch, type KillSwitch, type StoppableRun } from "./limits/kill.ts";
export { mayRetry, type RetryDecision, retryPolicyOf } from "./limits/limits-retry.ts";
export {
  type Allowance,
  allowances,
  type AttemptKind,
  type Counted,
  type Limits,
  limitsOf,
  mayAttempt,
  recursionLimitOf,
} from "./limits/limits.ts";
export { failed, type Failure, type Ran, succeeded, type Success } from "./run/node-outcome.ts";
export {
  failedFindings,
  type Findings,
  findingsOf,
  type Observations,
  observationsOf,
} from "./conversation/observations.ts";
export { aggregateAnswer, noResultAnswer, planProgress } from "./plans/answer.ts";
export { type StepAnswer, stepTimeout } from "./plans/attempt.ts";
export { checkPlan, type PlanCheck, type PlanCheckOptions, type PlanIssue, type PlanRepair } from "./plans/check.ts";
export { PlanDraft, planOfDraft } from "./plans/draft.ts";
export { planEvents, type PlanEventSource } from "./plans/events.ts";
export {
  type ExecutedPlan,
  executePlan,
  type ExecutePlanOptions,
  type OnStepFailure,
  type RunStep,
  type StepTools,
} from "./plans/execution.ts";
export { isAnsweringStep, readySteps } from "./plans/order.ts";
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
} from "./plans/transitions.ts";
export { type AnswerIssue } from "./plans/issues.ts";
export type {
  Classifier,
  ClassifierInput,
  Planner,
  PlannerInput,
  Responder,
  ResponderInput,
  TaskExtractor,
  TaskExtractorInput,
} from "./plans/parts.ts";
export { answerPrompt, planningPrompt } from "./plans/prompt.ts";
export type { PromptText } from "./plans/text.ts";
export { type AgentRegistry, defineRegistry } from "./roster/registry.ts";
export type { ExplainedRow, Route } from "./kernel/route-decision.ts";
export type { AgentValues } from "./kernel/agent-values.ts";
export type { RouteOptions } from "./routing/route-facts.ts";
export { nodeOf, routed } from "./routing/route-update.ts";
export { decideRoute } from "./routing/route.ts";
export {
  bypassTaskExtraction,
  checkTaskExtraction,
  TaskExtraction,
  type TaskExtractionCheck,
  taskExtractionPrompt,
  type TaskExtractionSources,
  taskExtractionUpdate,
} from "./plans/task-extraction.ts";
