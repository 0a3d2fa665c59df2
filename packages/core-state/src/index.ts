export { AgentState, type AgentStateValue, SeedState, type SeedStateValue } from "./agent-state.ts";
export { applyUpdate } from "./apply.ts";
export { describe, toJsonSchema } from "./describe.ts";
export { coreStateErrors } from "./errors.ts";
export { AgentEvent } from "./events/agent-event.ts";
export {
  type Field,
  field,
  type FieldDeclaration,
  type Fields,
  type FieldSettings,
  fields,
  type NamedFields,
  type PrefixedFields,
} from "./field.ts";
export { fieldGroups } from "./fields/field-groups.ts";
export { findNonJson } from "./json.ts";
export { AgentControl } from "./schemas/agent-control.ts";
export { AgentOutput } from "./schemas/agent-output.ts";
export { ApprovalRequest } from "./schemas/approval.ts";
export { AuditEntry } from "./schemas/audit-entry.ts";
export { ErrorClassification } from "./schemas/error-info.ts";
export { HandoffRecord } from "./schemas/handoff.ts";
export { Plan, PlanStep, stepAgent, stepTask } from "./schemas/plan.ts";
export { createProgressEvent } from "./schemas/progress-event.ts";
export { Proposal } from "./schemas/proposal.ts";
export { createStatusUpdate, StatusUpdate } from "./schemas/status-update.ts";
export { TaskRecord } from "./schemas/task-record.ts";
export { defineState, extendState, initialState, type StateDeclaration, type UpdateOf, type ValueOf } from "./state.ts";
export type { UpdateIssue } from "./update-issue.ts";
export { checkUpdate } from "./update.ts";
