export type { AgentStateUpdate, SeedStateUpdate } from "./fields/agent-state.ts";
export type { FieldDescription, JsonSchema, StateDescription, StateJsonSchema } from "./state/describe.ts";
export { agentProgress, AgentProgressEvent, agentStatus, AgentStatusEvent } from "./events/activity-events.ts";
export { parseAgentEvent, type ParsedAgentEvent } from "./events/agent-event.ts";
export { type DetailsOf, EventBase, PersistenceState } from "./events/event-base.ts";
export { agentChanged, AgentChangedEvent, agentHandoff, AgentHandoffEvent } from "./events/handoff-events.ts";
export {
  planCompleted,
  PlanCompletedEvent,
  planGenerated,
  PlanGeneratedEvent,
  planStepCompleted,
  PlanStepCompletedEvent,
  planStepStarted,
  PlanStepStartedEvent,
} from "./events/plan-events.ts";
export { isDevelopment } from "./kernel/environment.ts";
export { isFrameworkField } from "./kernel/field.ts";
export { groupOfName } from "./kernel/group-names.ts";
export type { FieldOptions, FieldTypes, Lifetime, Owner, SchemaTypes, WithoutUser } from "./kernel/field.ts";
export { freezeDeep } from "./kernel/freeze.ts";
export { findNewNonJson, type NonJson } from "./kernel/json.ts";
export { type OptionNames, requireKnownOptions, unknownOption } from "./kernel/known-options.ts";
export { messagesField } from "./kernel/messages.ts";
export { findMessageHarm } from "./kernel/message-harm.ts";
export { nearestName } from "./kernel/nearest-name.ts";
export { agentControlDefaults } from "./schemas/agent-control.ts";
export { Confidence } from "./schemas/agent-output.ts";
export { ApprovalStatus } from "./schemas/approval.ts";
export { ContextData, ContextDataUpdate } from "./schemas/context-data.ts";
export { ConversationSummary, LONGEST_SUMMARY } from "./schemas/conversation-summary.ts";
export { ErrorInfo, ErrorSeverity, NodeFailure, RetryPolicy } from "./schemas/error-info.ts";
export { ExecutionResult, ParallelOutcome, StepResult } from "./schemas/execution-result.ts";
export { GuardrailRefusal, GuardrailStage } from "./schemas/guardrail.ts";
export { HandoffReason } from "./schemas/handoff.ts";
export { AgentIdentity, orchestratorIdentity } from "./schemas/identity.ts";
export { JsonObject, JsonValue } from "./schemas/json-value.ts";
export { ModelUsage } from "./schemas/model-usage.ts";
export { DirectedModeContext, isDirectedMode, OperationMode } from "./schemas/operation-mode.ts";
export { hasPlan, outputKind, OutputKind, PlanStatus, PlanStepStatus } from "./schemas/plan.ts";
export { ProgressEvent, type ProgressEventOptions, type ProgressMetadata } from "./schemas/progress-event.ts";
export { ProposedChange, ProposedPatch, SettledProposal } from "./schemas/proposal.ts";
export { normalizedProgress, type StatusMetadata, type StatusUpdateOptions } from "./schemas/status-update.ts";
export { TaskChange, TaskStatus } from "./schemas/task-record.ts";
export { EpochSeconds, Timestamp } from "./schemas/timestamp.ts";
export { ToolExecution } from "./schemas/tool-execution.ts";
export { ValidationResult } from "./schemas/validation-result.ts";
export { copyIn, copyMarks, taskKey } from "./user/task-key.ts";
export type { ReadUserValue, UserUpdate, UserUpdatesChange } from "./user/user-updates.ts";
export { noUserUpdates, reduceUserUpdates, STORED_USER_VALUE, USER_UPDATES, UserUpdates } from "./user/user-updates.ts";
export { checkValues, mayWrite, parseUpdate, type UpdateCheck, type UpdateOptions } from "./state/update.ts";
export { defineErrors, type Errors, type Reducer } from "@tidemark/reducers";
export { columnsOf, formatPath } from "@tidemark/reducers/internal";
export { stepAgent, stepTask } from "./schemas/plan.ts";
export { type AgentStateValue, type SeedStateValue } from "./fields/agent-state.ts";
export { AgentControl } from "./schemas/agent-control.ts";
export { type UpdateIssue } from "./kernel/update-issue.ts";
export { StatusUpdate } from "./schemas/status-update.ts";
