export { defineErrors, type Errors, formatPath, type Reducer } from "@tidemark/reducers";
export {
  AgentState,
  type AgentStateUpdate,
  type AgentStateValue,
  SeedState,
  type SeedStateUpdate,
  type SeedStateValue,
} from "./agent-state.ts";
export { applyUpdate } from "./apply.ts";
export {
  describe,
  type FieldDescription,
  type JsonSchema,
  type StateDescription,
  type StateJsonSchema,
  toJsonSchema,
} from "./describe.ts";
export { coreStateErrors } from "./errors.ts";
export { agentProgress, AgentProgressEvent, agentStatus, AgentStatusEvent } from "./events/activity-events.ts";
export { AgentEvent, parseAgentEvent, type ParsedAgentEvent } from "./events/agent-event.ts";
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
export {
  field,
  fields,
  type Field,
  type FieldDeclaration,
  type FieldOptions,
  type Fields,
  type FieldTypes,
  type Lifetime,
  type Owner,
  type PrefixedFields,
  type SchemaTypes,
} from "./field.ts";
export { fieldGroups } from "./fields/field-groups.ts";
export { freezeDeep } from "./freeze.ts";
export { findNonJson, type NonJson } from "./json.ts";
export { type ChatMessage, type ChatMessageInput, messagesField } from "./messages.ts";
export { nearestName } from "./nearest-name.ts";
export { AgentControl, agentControlDefaults } from "./schemas/agent-control.ts";
export { AgentOutput, Confidence } from "./schemas/agent-output.ts";
export { ApprovalRequest, ApprovalStatus } from "./schemas/approval.ts";
export { AuditEntry } from "./schemas/audit-entry.ts";
export { ContextData, ContextDataUpdate } from "./schemas/context-data.ts";
export { ErrorClassification, ErrorInfo, ErrorSeverity, NodeFailure, RetryPolicy } from "./schemas/error-info.ts";
export { ExecutionResult, StepResult } from "./schemas/execution-result.ts";
export { HandoffReason, HandoffRecord } from "./schemas/handoff.ts";
export { AgentIdentity, orchestratorIdentity } from "./schemas/identity.ts";
export { JsonObject, JsonValue } from "./schemas/json-value.ts";
export { DirectedModeContext, isDirectedMode, OperationMode } from "./schemas/operation-mode.ts";
export {
  hasPlan,
  OutputKind,
  outputKind,
  Plan,
  PlanStatus,
  PlanStep,
  PlanStepStatus,
  stepAgent,
  stepTask,
} from "./schemas/plan.ts";
export {
  createProgressEvent,
  ProgressEvent,
  type ProgressEventOptions,
  type ProgressMetadata,
} from "./schemas/progress-event.ts";
export { Proposal, ProposedChange, ProposedPatch, SettledProposal } from "./schemas/proposal.ts";
export {
  createStatusUpdate,
  normalizedProgress,
  type StatusMetadata,
  StatusUpdate,
  type StatusUpdateOptions,
} from "./schemas/status-update.ts";
export { TaskChange, TaskRecord, TaskStatus } from "./schemas/task-record.ts";
export { EpochSeconds, Timestamp } from "./schemas/timestamp.ts";
export { ToolExecution } from "./schemas/tool-execution.ts";
export { ValidationResult } from "./schemas/validation-result.ts";
export { defineState, extendState, initialState, type StateDeclaration, type UpdateOf, type ValueOf } from "./state.ts";
export type { UpdateIssue } from "./update-issue.ts";
export { checkUpdate, checkValues, mayWrite, parseUpdate, type UpdateCheck, type UpdateOptions } from "./update.ts";
