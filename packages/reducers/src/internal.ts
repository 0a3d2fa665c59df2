export { agentIdentityReducer, type AgentIdentityShape, createDefaultAgentIdentity } from "./agents/agent-identity.ts";
export { handoffHistoryReducer } from "./agents/handoff-history.ts";
export { planReducer, stampPlan } from "./agents/plan.ts";
export type { CappedContextDataReducer, ContextDataCaps, ContextRef } from "./contexts/context-data-reducer.ts";
export type {
  ContextDataUpdate,
  ContextEntry,
  ContextTypeUpdate,
  DeleteMarker,
} from "./contexts/context-data-update.ts";
export { clearAllContexts, clearContextType } from "./contexts/context-markers.ts";
export type { ErrorKind, ErrorTable } from "./errors/errors.ts";
export type { AppendUniqueOptions } from "./reducers/append-unique.ts";
export type { AppendOptions } from "./reducers/append.ts";
export { batch } from "./reducers/batch.ts";
export type { ComposedUpdate, ComposedValue, MemberReducers } from "./reducers/compose.ts";
export type { MergeByKeyOptions } from "./reducers/merge-by-key.ts";
export type { DeepPartial } from "./reducers/merge-deep.ts";
export type { ItemUpdate, UpsertByIdOptions } from "./reducers/upsert-by-id.ts";
export type { FrozenCopyOptions } from "./values/frozen-copy.ts";
export { formatPath } from "./values/path.ts";
export { isPlainRecord, type PlainRecord } from "./values/plain-record.ts";
export { columnsOf } from "./values/record.ts";
export { isUnsafeKey } from "./values/safe-keys.ts";
export { sameJson } from "./values/same-json.ts";
