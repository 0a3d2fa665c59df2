export {
  type AgentControlChange,
  type AgentControlChanges,
  changeAgentControl,
  type WithAgentControl,
} from "./turns/agent-control.ts";
export { agentOutputUpdate, type AgentOutputUpdate } from "./contexts/agent-output-update.ts";
export {
  AGENT_OUTPUT,
  getAgentConfidence,
  getAgentData,
  getAgentOutput,
  type WithAgentOutputs,
} from "./contexts/agent-output.ts";
export { asUser, isUser } from "./kernel/as-user.ts";
export { type Blame, blame, type BlameOptions, readPlace, type StateMoment } from "./ownership/blame.ts";
export {
  type Budget,
  type BudgetPolicy,
  type BudgetResult,
  type Budgets,
  defineBudgets,
  type DroppedEntries,
  fitBudgets,
  type FittedField,
} from "./budgets/budget.ts";
export { type Clock, type Ids, randomIds, systemClock } from "./kernel/clock.ts";
export { type ChangeDecision, type Refusal, refusalText } from "./ownership/commit-decision.ts";
export { commit, type CommitOptions, type CommitResult } from "./ownership/commit.ts";
export {
  type AgentControlSource,
  configuredAgentControl,
  type ConfiguredAgentControl,
} from "./turns/configured-agent-control.ts";
export type { CommitPolicies, ConflictPolicy } from "./ownership/conflict-policy.ts";
export { type AccessDescriptionOptions } from "./contexts/access.ts";
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
export { type ContextManager, contextManager, type WithContexts } from "./contexts/manager.ts";
export { ContextMeta, type ContextSource, type WithTurnAndStep } from "./contexts/meta.ts";
export {
  type ContextFields,
  type ContextInputOf,
  type ContextRegistry,
  type ContextSchemas,
  type ContextSummarizers,
  type ContextTypeOf,
  type ContextValueOf,
  defineContexts,
} from "./contexts/registry.ts";
export type { ContextSummary } from "./contexts/summaries.ts";
export {
  createResponseUpdate,
  getMessages,
  getUserQuery,
  type Speaker,
  speakerOf,
  textOf,
  type WithMessages,
} from "./kernel/conversation.ts";
export {
  createFreshState,
  type FreshMessage,
  type FreshState,
  type FreshStateOptions,
} from "./compat/create-fresh-state.ts";
export { getCurrentTask, type WithCurrentTask } from "./tasks/current-task.ts";
export type { DevelopmentChecks, FieldLimit } from "./kernel/development.ts";
export { digest } from "./kernel/digest.ts";
export { stateManagerErrors } from "./kernel/errors.ts";
export { getExecutionStepsSummary, type WithStepResults } from "./contexts/execution-steps-summary.ts";
export { type FinishedTasks, finishTasks, type TaskOutcomes } from "./tasks/finish-tasks.ts";
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
} from "./flow/flow.ts";
export {
  type CommandGuardOptions,
  guardCommand,
  type GuardedCommand,
  type GuardedParts,
} from "./guards/guard-command.ts";
export { isDevelopment } from "./kernel/environment.ts";
export { type GuardedInput, guardInput, type GuardOptions, type InputIssue } from "./guards/guard-input.ts";
export type { AcquireOptions, Acquisition, Lease, ThreadLocks } from "@tidemark/checkpoint";
export { memoryLocks } from "@tidemark/checkpoint/internal";
export { migrate, versionOfValues } from "./migrations/migrate.ts";
export { defineMigrations, type Migrations, type MigrationStep } from "./migrations/migrations.ts";
export { getCurrentStep, getCurrentStepIndex, getExecutionPlan, type WithPlan } from "./tasks/plan-position.ts";
export { type EditableValues, propose, type ProposalDraft, type ProposedChanges } from "./ownership/proposal.ts";
export {
  listChanges,
  type ProposedStateDiff,
  proposedStateDiff,
  type StateChange,
} from "./compat/proposed-state-diff.ts";
export {
  planPruning,
  type PrunableState,
  type PruneOptions,
  type PrunePlan,
  type PruneRule,
} from "./budgets/prune-plan.ts";
export { type Intent, type IntentOptions, type RecordedIntent, recordIntent } from "./compat/record-intent.ts";
export { type StateManager, stateManager } from "./compat/state-manager.ts";
export { type NewContext, storeContext } from "./contexts/store-context.ts";
export { summarize } from "./contexts/summarize.ts";
export { type AddedTask, addTask, type NewTask, type TaskSources, type WithLedger } from "./tasks/task-ledger.ts";
export { type Touchable, touched } from "./kernel/touched.ts";
export { nextTurnId } from "./turns/turn-id.ts";
export type { PendingInterrupt, SessionRefusal, TurnResult } from "./turns/turn-result.ts";
export {
  type NewTurn,
  planTurn,
  type TurnBeginning,
  type TurnPlan,
  type TurnUpdate,
  turnUpdate,
} from "./turns/turn.ts";
export type { Values } from "./kernel/values.ts";
export type { WithVersions } from "./kernel/field-versions.ts";
