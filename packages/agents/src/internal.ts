export { approvalAnswerSchema, type ReadAnswer } from "./approvals/answer.ts";
export {
  type ApprovalDecision,
  type ApprovalOutcome,
  type ApprovalRefusal,
  cancelApprovals,
  decideApproval,
  type DecisionOptions,
  expireApprovals,
} from "./approvals/decision.ts";
export {
  type ApprovalCall,
  type ApprovalContext,
  type ApprovalNeed,
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
  approvalResumeData,
  type ApprovalResumeData,
  validApproval,
  approvedUpdate,
  clearedApproval,
  declinedApprovals,
  type PayloadNow,
  pendingApprovals,
  type WithApprovals,
} from "./approvals/state.ts";
export type { ApprovalNotice } from "./approvals/text.ts";
export { readApprovalWords } from "./approvals/words.ts";
export {
  type ClarificationOptions,
  type ClarificationUpdate,
  type Clarify,
  decideClarification,
  type Proceed,
  type ProceedReason,
  proceedWithoutModel,
  type WithClarification,
} from "./clarification/clarification.ts";
export { askClarification, plainQuestion, type QuestionUpdate } from "./clarification/question.ts";
export { questionAsked } from "./clarification/clarification.ts";
export { confidenceOf } from "./conversation/confidence.ts";
export { type ReadVerdict, readVerdict } from "./clarification/verdict.ts";
export type { FinalMessage } from "./conversation/final-message.ts";
export type { HistoryFormatOptions } from "./conversation/history-format.ts";
export {
  type HistorySummary,
  type SummarizedHistory,
  summarizeHistory,
  type SummarizeOptions,
  type SummaryMessage,
} from "./conversation/history-summary.ts";
export type { HistoryWindowOptions } from "./conversation/history-window.ts";
export { type Observations, observationsOf } from "./conversation/observations.ts";
export {
  agentRunUpdate,
  type AgentRun,
  checkIterations,
  type IterationCheck,
  nextAgentOf,
  type AgentRunUpdate,
  type WithProgress,
} from "./conversation/progress.ts";
export { defaultRetryPolicy, pause, retryDelay, type RetryKind } from "./failures/backoff.ts";
export type { ErrorClassifier } from "./failures/classify-error.ts";
export { formatClassification } from "./failures/error-format.ts";
export { handoffForStep, type WithActiveAgent } from "./handoffs/handoff-step.ts";
export {
  type HandoffDecision,
  type HandoffOptions,
  type HandoffRefusal,
  type HandoffRefusalReason,
  type HandoffRequest,
  type HandoffUpdate,
  isOfTurn,
  type WithHandoffs,
  type WithOpenHandoff,
} from "./handoffs/handoff.ts";
export type { AgentValues } from "./kernel/agent-values.ts";
export { isBuiltInNode } from "./kernel/built-in-nodes.ts";
export {
  eventIdOf,
  eventStamper,
  type EventStamper,
  type EventStamperOptions,
  type Unstamped,
  type UnstampedAgentEvent,
} from "./kernel/event-stamper.ts";
export { subjectOf } from "./kernel/event-subject.ts";
export { OUTPUT_TOOL } from "./kernel/output-tool.ts";
export type { ExplainedRow, Route } from "./kernel/route-decision.ts";
export {
  waitEndUpdate,
  deadlineExceeded,
  turnEndUpdate,
  executionSeconds,
  remainingSeconds,
  isWaiting,
  TIME_LIMIT,
  type Timed,
  waitUpdate,
  type WaitUpdate,
} from "./limits/deadline.ts";
export { killedUpdate, type KilledUpdate, type StoppableRun } from "./limits/kill.ts";
export { mayRetry, type RetryDecision, retryPolicyOf } from "./limits/limits-retry.ts";
export {
  type Allowance,
  allowances,
  type AttemptKind,
  type Counted,
  limitsOf,
  mayAttempt,
  recursionLimitOf,
} from "./limits/limits.ts";
export { errorAnswer, type ErrorAnswer, type KeptResult } from "./nodes/error-answer.ts";
export { aggregateAnswer, noResultAnswer, planProgress } from "./plans/answer.ts";
export { type StepAnswer, stepTimeout } from "./seeds/attempt.ts";
export type { PlanCheck, PlanCheckOptions, PlanIssue, PlanRepair } from "./plans/check.ts";
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
export { expandDependencies, type ExpandedSelection } from "./plans/dependency-expansion.ts";
export { PlanDraft, planOfDraft } from "./plans/draft.ts";
export { planEvents, type PlanEventSource } from "./plans/events.ts";
export type { ExecutedPlan, ExecutePlanOptions, RunStep, StepTools } from "./seeds/execute-plan.ts";
export type { FailurePolicy, OnStepFailure } from "./plans/failure-policy.ts";
export type { AnswerIssue } from "./plans/issues.ts";
export { isAnsweringStep, linksOf, readySteps } from "./plans/order.ts";
export { readStoredPlan } from "./plans/stored-plan.ts";
export type {
  ClassifierInput,
  PlannerAnswer,
  PlannerInput,
  ResponderInput,
  TaskExtractorInput,
} from "./plans/parts.ts";
export { answerPrompt, planningPrompt } from "./plans/prompt.ts";
export {
  bypassTaskExtraction,
  checkTaskExtraction,
  TaskExtraction,
  type TaskExtractionCheck,
  taskExtractionPrompt,
  type TaskExtractionSources,
  taskExtractionUpdate,
} from "./plans/task-extraction.ts";
export type { PromptText } from "./plans/text.ts";
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
export type { AgentOutline } from "./roster/agent-description.ts";
export {
  bypassesRouting,
  type DirectedMode,
  type DirectedModeOptions,
  type OperationModeUpdate,
  type WithOperationMode,
} from "./roster/directed-mode.ts";
export { type AgentMarks, activeAgentUpdate } from "./roster/identity.ts";
export type { RouteOptions } from "./routing/route-facts.ts";
export { nodeOf, routeUpdate } from "./routing/route-update.ts";
export { type Failure, type NodeRun, succeeded, type Success } from "./run/node-outcome.ts";
export { usageTotals } from "./limits/usage.ts";
export { epochSecondsOf } from "./kernel/clock.ts";
export { type Planner } from "./plans/parts.ts";
