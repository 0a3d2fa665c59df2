export {
  type AgentControlChange,
  type AgentControlChanges,
  changeAgentControl,
  type WithAgentControl,
} from "./agent-control.ts";
export { agentOutputUpdate, type AgentOutputUpdate } from "./agent-output-update.ts";
export {
  AGENT_OUTPUT,
  getAgentConfidence,
  getAgentData,
  getAgentOutput,
  type WithAgentOutputs,
} from "./agent-output.ts";
export { asUser, isUser } from "./as-user.ts";
export { type Blame, blame, type BlameOptions, readPlace, type StateMoment } from "./blame.ts";
export {
  type Budget,
  type BudgetPolicy,
  type BudgetResult,
  type Budgets,
  defineBudgets,
  type DroppedEntries,
  fitBudgets,
  type FittedField,
} from "./budget.ts";
export { type Clock, type Ids, randomIds, systemClock } from "./clock.ts";
export { type ChangeDecision, type Refusal, refusalText } from "./commit-decision.ts";
export { commit, type CommitOptions, type CommitResult } from "./commit.ts";
export {
  type AgentControlSource,
  configuredAgentControl,
  type ConfiguredAgentControl,
} from "./configured-agent-control.ts";
export type { CommitPolicies, ConflictPolicy } from "./conflict-policy.ts";
export { type AccessDescriptionOptions } from "./context-access.ts";
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
} from "./context-extraction.ts";
export type {
  ContextLookup,
  FoundContext,
  InvalidContext,
  MissingContext,
  StoredContext,
  UnregisteredContext,
} from "./context-lookup.ts";
export { type ContextManager, contextManager, type WithContexts } from "./context-manager.ts";
export { ContextMeta, type ContextSource, type WithTurnAndStep } from "./context-meta.ts";
export {
  type ContextFields,
  type ContextInputOf,
  type ContextRegistry,
  type ContextSchemas,
  type ContextSummarizers,
  type ContextTypeOf,
  type ContextValueOf,
  defineContexts,
} from "./context-registry.ts";
export type { ContextSummary } from "./context-summaries.ts";
export {
  createResponseUpdate,
  getMessages,
  getUserQuery,
  type Speaker,
  speakerOf,
  textOf,
  type WithMessages,
} from "./conversation.ts";
export { createFreshState, type FreshMessage, type FreshState, type FreshStateOptions } from "./create-fresh-state.ts";
export { getCurrentTask, type WithCurrentTask } from "./current-task.ts";
export type { DevelopmentChecks, FieldLimit } from "./development.ts";
export { digest } from "./digest.ts";
export { stateManagerErrors } from "./errors.ts";
export { getExecutionStepsSummary, type WithStepResults } from "./execution-steps-summary.ts";
export { type FinishedTasks, finishTasks, type TaskOutcomes } from "./finish-tasks.ts";
export {
  defineFlow,
  type ExplainedEdge,
  type Flow,
  type FlowDeclaration,
  type FlowEdge,
  type FlowStep,
  type NextOfFlow,
  type StepCheck,
  type Transition,
  type TransitionUpdate,
  transitionUpdate,
  type WithCurrentStep,
} from "./flow.ts";
export { type CommandGuardOptions, guardCommand, type GuardedCommand, type GuardedParts } from "./guard-command.ts";
export { isDevelopment } from "./environment.ts";
export { type GuardedInput, guardInput, type GuardOptions, type InputIssue } from "./guard-input.ts";
export { memoryLocks } from "@tidemark/checkpoint/internal";
export type { AcquireOptions, Acquisition, Lease, ThreadLocks } from "@tidemark/checkpoint";
export { migrate, versionOfValues } from "./migrate.ts";
export { defineMigrations, type Migrations, type MigrationStep } from "./migrations.ts";
export { getCurrentStep, getCurrentStepIndex, getExecutionPlan, type WithPlan } from "./plan-position.ts";
export {
  type EditableValues,
  propose,
  type ProposalDraft,
  type ProposedChanges,
  type WithVersions,
} from "./proposal.ts";
export { listChanges, type ProposedStateDiff, proposedStateDiff, type StateChange } from "./proposed-state-diff.ts";
export { planPruning, type PrunableState, type PruneOptions, type PrunePlan, type PruneRule } from "./prune-plan.ts";
export { type Intent, type IntentOptions, type RecordedIntent, recordIntent } from "./record-intent.ts";
export { type StateManager, stateManager } from "./state-manager.ts";
export { type NewContext, storeContext } from "./store-context.ts";
export { summarize } from "./summarize.ts";
export { type AddedTask, addTask, type NewTask, type TaskSources, type WithLedger } from "./task-ledger.ts";
export { type Touchable, touched } from "./touched.ts";
export { nextTurnId } from "./turn-id.ts";
export type { PendingInterrupt, SessionRefusal, TurnResult } from "./turn-result.ts";
export {
  type NewTurn,
  planTurn,
  type TurnBeginning,
  type TurnPlan,
  type TurnUpdate,
  turnUpdate,
  type Values,
} from "./turn.ts";
