export type { Budget, BudgetPolicy, BudgetResult, DroppedEntries, FittedField } from "./budgets/budget.ts";
export {
  planPruning,
  type PrunableState,
  type PruneOptions,
  type PrunePlan,
  type PruneRule,
} from "./budgets/prune-plan.ts";
export type { FreshMessage, FreshState, FreshStateOptions } from "./seeds/create-fresh-state.ts";
export { listChanges, type ProposedStateDiff, type StateChange } from "./seeds/proposed-state-diff.ts";
export { type Intent, type IntentOptions, type RecordedIntent, recordIntent } from "./seeds/record-intent.ts";
export type { StateManager } from "./seeds/state-manager.ts";
export type { AccessDescriptionOptions } from "./contexts/access.ts";
export type { AgentOutputUpdate } from "./contexts/agent-output-update.ts";
export type { WithAgentOutputs } from "./contexts/agent-output.ts";
export { getExecutionStepsSummary, type WithStepResults } from "./contexts/execution-steps-summary.ts";
export type {
  Cardinality,
  ConstraintMode,
  ContextConstraint,
  ExtractedContext,
  ExtractedContexts,
  Extraction,
  ExtractionFailure,
  ExtractionOptions,
  RequiredContextType,
  StepWithInputs,
} from "./contexts/extraction.ts";
export type {
  ContextLookup,
  FoundContext,
  InvalidContext,
  MissingContext,
  StoredContext,
  UnregisteredContext,
} from "./contexts/lookup.ts";
export type { ContextManager, WithContexts } from "./contexts/manager.ts";
export { ContextMeta, type ContextSource, type WithTurnAndStep } from "./contexts/meta.ts";
export type {
  ContextFields,
  ContextInputOf,
  ContextSchemas,
  ContextSummarizers,
  ContextTypeOf,
  ContextValueOf,
} from "./contexts/registry.ts";
export { type NewContext, storeContext } from "./contexts/store-context.ts";
export type { ContextSummary } from "./contexts/summaries.ts";
export { summarize } from "./contexts/summarize.ts";
export { transitionUpdate } from "./flow/flow.ts";
export type {
  ExplainedEdge,
  FlowDeclaration,
  FlowEdge,
  FlowStep,
  NextOfFlow,
  StepCheck,
  Transition,
  TransitionUpdate,
  WithCurrentStep,
} from "./flow/flow.ts";
export type { CommandGuardOptions, GuardedCommand, GuardedParts } from "./guards/guard-command.ts";
export type { GuardedInput, GuardOptions, InputIssue } from "./guards/guard-input.ts";
export {
  type Approvers,
  approversIn,
  checkApprovers,
  type FindApprovers,
  idOf,
  isSigned,
  type People,
  refusedPerson,
  requesterIn,
  whenIn,
  withSignature,
  withSignaturesNeeded,
} from "./answers/approvers.ts";
export { isUser } from "./kernel/as-user.ts";
export { millisecondsOf, randomIds } from "./kernel/clock.ts";
export {
  createResponseUpdate,
  getMessages,
  getUserQuery,
  type Speaker,
  type WithMessages,
} from "./kernel/conversation.ts";
export type { DevelopmentChecks, FieldLimit } from "./kernel/development.ts";
export { SHOWN } from "./kernel/shown-mark.ts";
export { type FieldWrite, raisedVersions, type WithVersions } from "./kernel/field-versions.ts";
export { isReduced } from "./subgraphs/earlier-writes.ts";
export { visibleRequest, visibleText } from "./kernel/visible-text.ts";
export { shownApproval } from "./ownership/commit-approval.ts";
export { type Touchable, touched } from "./kernel/touched.ts";
export type { Values } from "./kernel/values.ts";
export { versionOfValues } from "./migrations/migrate.ts";
export { declaredMigrations, type MigrationStep } from "./migrations/migrations.ts";
export { blame, type BlameOptions, readPlace, type StateMoment } from "./ownership/blame.ts";
export { changeIdOf } from "./ownership/change-of-proposal.ts";
export { type ChangeDecision, type Refusal, refusalText } from "./ownership/commit-decision.ts";
export { isCommittable } from "./ownership/decide-change.ts";
export type { CommitOptions } from "./ownership/commit.ts";
export { approversOf, type CommitPolicies } from "./ownership/conflict-policy.ts";
export type { EditableValues, ProposalDraft, ProposedChanges } from "./ownership/proposal.ts";
export { runBegunAt } from "./sessions/begun-mark.ts";
export { getCurrentTask, type WithCurrentTask } from "./tasks/current-task.ts";
export type { FinishedTasks, TaskOutcomes } from "./tasks/finish-tasks.ts";
export { getCurrentStep, getCurrentStepIndex, getExecutionPlan, type WithPlan } from "./tasks/plan-position.ts";
export { type AddedTask, addTask, type NewTask, type TaskSources, type WithLedger } from "./tasks/task-ledger.ts";
export {
  type AgentControlChange,
  type AgentControlChanges,
  changeAgentControl,
  type WithAgentControl,
} from "./turns/agent-control.ts";
export {
  type AgentControlSource,
  type ConfiguredAgentControl,
  configuredAgentControl,
} from "./turns/configured-agent-control.ts";
export type { ApprovalProblem, ApprovalQuestion } from "./kernel/pending-interrupt.ts";
export { isWait, pendingInterrupt, requestsOf, waitingFor } from "./kernel/pending-interrupt.ts";
export { answerOf } from "./turns/turn-answer.ts";
export { nextTurnId } from "./turns/turn-id.ts";
export { type RunResult, type SessionRefusal, type WithStatus, withStatus } from "./turns/turn-result.ts";
export type { NewTurn, TurnBeginning, TurnPlan, TurnUpdate } from "./turns/turn.ts";
export type { AcquireOptions, Acquisition } from "@tidemark/checkpoint/internal";
export type { UserRefusal } from "./users/stored-values.ts";
export type {
  Observation,
  OperationEnd,
  OperationPlace,
  OperationStart,
  SpanIds,
  TraceAttribute,
  TraceContent,
  TracedUsage,
  TraceEvent,
  TraceObserver,
} from "./traces/operation.ts";
export {
  beginOperation,
  currentOperation,
  currentTraceparent,
  errorTypeOf,
  isObserved,
  observeOperations,
  type Operation,
  withSender,
} from "./traces/tracing.ts";
export { nodeBuiltin } from "./traces/node-builtin.ts";
export { type CallTokens, reportsTokens, tokensOf } from "./traces/call-tokens.ts";
export { ChunkUsage } from "./traces/chunk-usage.ts";
export type { StartParameters, TokenParameters } from "./traces/start-parameters.ts";
export { factsOf, type NodeFacts, type ToolFacts, withFacts } from "./kernel/node-facts.ts";
export { type Blame } from "./ownership/blame.ts";
