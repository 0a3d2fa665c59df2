export { AgentState, SeedState } from "./fields/agent-state.ts";
export { applyUpdate } from "./state/apply.ts";
export type { ChatMessage, ChatMessageInput } from "./kernel/messages.ts";
export { describe, toJsonSchema } from "./state/describe.ts";
export { coreStateErrors } from "./kernel/errors.ts";
export { AgentEvent } from "./events/agent-event.ts";
export {
  type Field,
  field,
  type FieldDeclaration,
  type Fields,
  fields,
  type NamedFields,
  type PrefixedFields,
} from "./kernel/field.ts";
export { fieldGroups } from "./fields/field-groups.ts";
export { findNonJson } from "./kernel/json.ts";
export { AgentOutput } from "./schemas/agent-output.ts";
export { ApprovalRequest } from "./schemas/approval.ts";
export { AuditEntry } from "./schemas/audit-entry.ts";
export { ErrorClassification } from "./schemas/error-info.ts";
export { HandoffRecord } from "./schemas/handoff.ts";
export { Plan, PlanStep } from "./schemas/plan.ts";
export { createProgressEvent } from "./schemas/progress-event.ts";
export { Proposal } from "./schemas/proposal.ts";
export { createStatusUpdate } from "./schemas/status-update.ts";
export { TaskRecord } from "./schemas/task-record.ts";
export {
  defineState,
  extendState,
  initialState,
  type StateDeclaration,
  type UpdateOf,
  type ValueOf,
} from "./state/state.ts";
export { checkUpdate } from "./state/update.ts";
