export { memory } from "@tidemark/checkpoint";
export type { ThreadStorage } from "@tidemark/checkpoint";
export {
  AgentState,
  checkUpdate,
  defineState,
  describe,
  extendState,
  field,
  fieldGroups,
  fields,
  initialState,
} from "@tidemark/core-state";
export type {
  AgentStateValue,
  ApprovalRequest,
  AuditEntry,
  Field,
  FieldSettings,
  HandoffRecord,
  Plan,
  PlanStep,
  Proposal,
  StateDeclaration,
  StatusUpdate,
  TaskRecord,
  UpdateIssue,
  UpdateOf,
  ValueOf,
  ErrorClassification,
} from "@tidemark/core-state";
export { existingFields, toGraphSchemas, toStateSchema } from "@tidemark/core-state/langgraph";
export type { GraphUpdateOf, GraphValueOf } from "@tidemark/core-state/langgraph";
export {
  append,
  appendUnique,
  compose,
  lastWrite,
  max,
  mergeByKey,
  mergeDeep,
  sum,
  upsertById,
  writeOnce,
} from "@tidemark/reducers";
export type { Reducer, TidemarkError } from "@tidemark/reducers";
export {
  asUser,
  commit,
  defineBudgets,
  defineFlow,
  defineMigrations,
  guardCommand,
  guardInput,
  propose,
  systemClock,
} from "@tidemark/state-manager";
export type {
  Blame,
  Clock,
  ConflictPolicy,
  Ids,
  Lease,
  Migrations,
  PendingInterrupt,
  PreviousTurn,
  PruneRule,
  ThreadLocks,
  TurnResult,
} from "@tidemark/state-manager";
export {
  blameHistory,
  defineNode,
  keepBudgets,
  migratingSaver,
  migrationReport,
  openSession,
  pruneState,
  commitNode,
  turnEnd,
  turnStart,
} from "@tidemark/state-manager/langgraph";
export type {
  CommitQuestion,
  GraphNodeOf,
  NodeRuntime,
  PendingApproval,
  PendingQuestion,
  Session,
  SessionGraph,
  SessionOptions,
  TurnOptions,
  WritableUpdateOf,
} from "@tidemark/state-manager/langgraph";
export { autonomous, checkPlan, directTo, explainRoute, killSwitch, readApprovalAnswer } from "@tidemark/agents";
export type {
  ApprovalAnswer,
  ApprovalRule,
  Classifier,
  Guardrail,
  KillSwitch,
  Limits,
  PayloadSchema,
  Planner,
  Responder,
  TaskExtractor,
} from "@tidemark/agents";
export {
  agentNode,
  approvalSteps,
  clarificationRouter,
  clarifyNode,
  createAgentGraph,
  defineAgent,
  handoffTool,
  modelClassifier,
  modelPlanner,
  modelResponder,
  modelTaskExtractor,
} from "@tidemark/agents/langgraph";
export type {
  Agent,
  AgentGraph,
  AgentGraphOptions,
  AgentRuntime,
  AnswersClarification,
  ApprovalQuestion,
  ReadOwnAnswer,
} from "@tidemark/agents/langgraph";
