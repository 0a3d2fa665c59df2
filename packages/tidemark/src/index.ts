export {
  AgentState,
  checkUpdate,
  coreStateErrors,
  defineState,
  extendState,
  field,
  fieldGroups,
  fields,
  initialState,
} from "@tidemark/core-state";
export type {
  ChatMessage,
  ChatMessageInput,
  Field,
  FieldDeclaration,
  Fields,
  NamedFields,
  PrefixedFields,
  StateDeclaration,
  UpdateOf,
  ValueOf,
} from "@tidemark/core-state";
export { existingFields, toStateSchema } from "@tidemark/core-state/langgraph";
export type {
  DeclaredSchema,
  ExistingFields,
  GraphFields,
  GraphSchemas,
  GraphUpdateOf,
  GraphValueOf,
  InputOf,
  StateOf,
} from "@tidemark/core-state/langgraph";
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
export type { ContextDataUpdate, Reducer, TidemarkError } from "@tidemark/reducers";
export { stateManagerErrors, systemClock } from "@tidemark/state-manager";
export type { Clock, Ids, PendingInterrupt, ThreadLocks, ThreadStorage, TurnResult } from "@tidemark/state-manager";
export { commitNode, defineNode, memory, openSession, turnEnd, turnStart } from "@tidemark/state-manager/langgraph";
export type {
  CommitQuestion,
  GraphNodeOf,
  PendingApproval,
  PendingQuestion,
  Session,
  SessionGraph,
  TurnOptions,
} from "@tidemark/state-manager/langgraph";
export { tidemark } from "@tidemark/agents/langgraph";
export type { Agent, App, AppSession, AppState, Tidemark } from "@tidemark/agents/langgraph";
