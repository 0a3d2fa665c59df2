export { agentIdentityReducer, createDefaultAgentIdentity } from "./agent-identity.ts";
export type { AgentIdentityShape } from "./agent-identity.ts";
export { append } from "./append.ts";
export type { AppendOptions } from "./append.ts";
export { appendUnique } from "./append-unique.ts";
export type { AppendUniqueOptions } from "./append-unique.ts";
export { batch } from "./batch.ts";
export { compose } from "./compose.ts";
export type { ComposedUpdate, ComposedValue, MemberReducers } from "./compose.ts";
export { contextDataReducer } from "./context-data-reducer.ts";
export type { CappedContextDataReducer, ContextDataCaps, ContextRef } from "./context-data-reducer.ts";
export type {
  ContextData,
  ContextDataUpdate,
  ContextEntry,
  ContextTypeUpdate,
  DeleteMarker,
} from "./context-data-update.ts";
export { clearAllContexts, clearContextType, deleteContext } from "./context-markers.ts";
export { defineErrors } from "./errors.ts";
export type { ErrorKind, Errors, ErrorTable, TidemarkError } from "./errors.ts";
export { frozenCopy } from "./frozen-copy.ts";
export type { FrozenCopyOptions } from "./frozen-copy.ts";
export { handoffHistoryReducer } from "./handoff-history.ts";
export { lastWrite } from "./last-write.ts";
export { mergeByKey } from "./merge-by-key.ts";
export type { MergeByKeyOptions } from "./merge-by-key.ts";
export { mergeCapabilityContextData } from "./merge-capability-context-data.ts";
export { mergeDeep } from "./merge-deep.ts";
export type { DeepPartial } from "./merge-deep.ts";
export { formatPath } from "./path.ts";
export { isPlainRecord } from "./plain-record.ts";
export type { PlainRecord } from "./plain-record.ts";
export { planReducer, stampPlan } from "./plan.ts";
export type { Reducer } from "./reducer.ts";
export { reducerErrors } from "./reducer-errors.ts";
export { isUnsafeKey } from "./safe-keys.ts";
export { sameJson } from "./same-json.ts";
export { upsertById } from "./upsert-by-id.ts";
export type { ItemUpdate, UpsertByIdOptions } from "./upsert-by-id.ts";
export { writeOnce } from "./write-once.ts";
