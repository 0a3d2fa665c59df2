export {
  AgentControl,
  AgentEvent,
  AgentOutput,
  ApprovalRequest,
  AuditEntry,
  ErrorClassification,
  HandoffRecord,
  Plan,
  PlanStep,
  Proposal,
  StatusUpdate,
  TaskRecord,
} from "@tidemark/core-state";
export { ApprovalAnswer, ClarificationVerdict } from "@tidemark/agents";
