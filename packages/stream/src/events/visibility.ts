import type { StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { hiddenFields } from "@tidemark/agents/internal";
import type { PatchOperation } from "../patches/patch.ts";

/** Fields that hold the texts of errors, which may name hosts, paths and accounts. */
const ERROR_TEXTS = ["control_error_info", "control_errors", "control_last_error", "execution_last_result"];

/**
 * Says which fields of a state may be seen by a user interface: those that it declares, without the conversation, which
 * travels as messages, without those marked `ui: false` or named in `hidden`, and without those that hold texts of errors.
 *
 * Where a field is hidden, proposals and `approved_payload` are hidden too: they contain values of any field. Requests for
 * approval and the audit log stay visible, without those values; see `visibleValues`.
 */
export function showsField(
  state: StateDeclaration | undefined,
  hidden: readonly string[] = [],
): (field: string) => boolean {
  const declared = Object.entries(state?.fields ?? {});
  const hides = new Set([...hidden, ...hiddenFields(state)]);
  if (hides.size > 0) for (const field of OF_ANY_FIELD) hides.add(field);
  for (const field of ERROR_TEXTS) hides.add(field);
  if (state === undefined) return (field) => !hides.has(field);
  const shown = new Set(
    declared.flatMap(([name, { holds }]) => (holds === "messages" || hides.has(name) ? [] : [name])),
  );
  return (field) => shown.has(field);
}

/** Fields that contain values of any other field. */
const OF_ANY_FIELD = ["control_proposals", "approved_payload"];

/** What of a state a user interface may see. */
export interface Visibility {
  /** Says whether a field may be seen. */
  readonly shows: (field: string) => boolean;
  /** The values that may be seen; what did not change between two calls is the same object. */
  readonly values: (values: PlainRecord) => PlainRecord;
  /** The operations of a patch that may be seen. */
  readonly patch: (patch: readonly PatchOperation[]) => readonly PatchOperation[];
}

/**
 * Says what of a state a user interface may see: which fields, and which of their values.
 *
 * Where a field is hidden, a request for approval is without its payload, objective, note and hash, and so is its entry in
 * the audit log: they may contain values of that field, or be derived from them.
 *
 * @internal
 */
export function visibility(state: StateDeclaration | undefined, hidden: readonly string[] = []): Visibility {
  const shows = showsField(state, hidden);
  const hidesAny = hidden.length > 0 || hiddenFields(state).length > 0;
  const seen = new WeakMap<object, unknown>();

  function once<Value extends object>(value: Value, make: (value: Value) => unknown): unknown {
    if (!seen.has(value)) seen.set(value, make(value));
    return seen.get(value);
  }

  const entry = (each: unknown): unknown =>
    isPlainRecord(each) && isApproval(each) ? once(each, withoutValues) : each;

  function visible(field: string, value: unknown): unknown {
    if (!hidesAny || typeof value !== "object" || value === null) return value;
    if (field === LOG && Array.isArray(value)) return once(value, (log) => log.map(entry));
    if (field !== REQUESTS || !isPlainRecord(value)) return value;
    return once(value, (all) => Object.fromEntries(Object.entries(all).map(([id, each]) => [id, entry(each)])));
  }

  function operation(each: PatchOperation): readonly PatchOperation[] {
    const [, field = "", key, part] = each.path.split("/").map(unescaped);
    if (!shows(field)) return [];
    if (!hidesAny || (field !== REQUESTS && field !== LOG)) return [each];
    if (part !== undefined) return isValue(part, each) ? [] : [each];
    if (each.op === "remove") return [each];
    const value = key === undefined ? visible(field, each.value) : entry(each.value);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of the operation with keys left out
    return [{ ...each, value: value as typeof each.value }];
  }

  return {
    shows,
    values: (values) => {
      const shown = Object.entries(values).filter(([field, each]) => shows(field) && each !== undefined);
      return Object.fromEntries(shown.map(([field, each]) => [field, visible(field, each)]));
    },
    patch: (patch) => patch.flatMap(operation),
  };
}

/**
 * The values of a state that a user interface may see: without hidden fields and, where there are any, without what requests
 * for approval and their entries in the audit log are made of.
 *
 * @example
 * ```ts
 * import { visibleValues } from "@tidemark/stream";
 * import { AgentState, initialState } from "@tidemark/core-state";
 *
 * const values = { ...initialState(AgentState), task_current_task: "Fly" };
 * console.log(visibleValues(AgentState, values)["task_current_task"]); // Fly
 * console.log("task_current_task" in visibleValues(AgentState, values, ["task_current_task"])); // false
 * ```
 */
export const visibleValues = (
  state: StateDeclaration | undefined,
  values: PlainRecord,
  hidden: readonly string[] = [],
): PlainRecord => visibility(state, hidden).values(values);

const REQUESTS = "execution_pending_approvals";
const LOG = "runtime_audit_log";

/** Keys of a request, and of its entry in the audit log, that hold values, are derived from them, or are free text. */
const VALUES = ["asked", "askedPayload", "edited", "hash", "note", "payload", "reason", "stepObjective"];

/** A request, or the entry of the audit log about one. */
const isApproval = (entry: PlainRecord): boolean => entry["action"] === "approval" || "approvalType" in entry;

const withoutValues = (entry: PlainRecord): PlainRecord =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => !VALUES.includes(key)));

/** Whether an operation inside an entry is about values: other entries of the log have a reason, and say whether an edit was made. */
function isValue(key: string, operation: PatchOperation): boolean {
  const value = operation.op === "remove" ? undefined : operation.value;
  return VALUES.includes(key) && key !== "reason" && typeof value !== "boolean";
}

const unescaped = (key: string): string => key.replaceAll("~1", "/").replaceAll("~0", "~");

/** The fields that events are read off; what a hidden one holds must not leave as an event either. */
const NEWS = [
  "status_updates",
  "progress_events",
  "planning_execution_plan",
  "execution_handoff_history",
  "ui_agent_identity",
];

/** The values that news are read off: of fields that may be seen, with the turn and its beginning. */
export function visibleNews(values: PlainRecord, shows: (field: string) => boolean): PlainRecord {
  const fields = NEWS.filter((field) => field in values && shows(field));
  const all = [...fields, "runtime_turn_id", "execution_start_time"];
  return Object.fromEntries(all.map((field) => [field, values[field]]));
}
