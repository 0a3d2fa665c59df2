import type { StateDeclaration } from "@tidemark/core-state";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { hiddenFields } from "@tidemark/agents/internal";
import type { PatchOperation } from "../patches/patch.ts";

/** Fields that contain error texts, which may include host names, paths and accounts. */
const ERROR_TEXTS = [
  "control_error_info",
  "control_errors",
  "control_last_error",
  "conversation_summary_error",
  "execution_last_result",
];

/**
 * Returns a function that decides whether a user interface may see a field of a state. Declared fields are
 * visible, except messages, which are sent as message events, fields marked `ui: false` or listed in `hidden`, and fields
 * that contain error texts.
 *
 * If any field is hidden, proposals and `approved_payload` are hidden too: they contain values of any field. Approval
 * requests and the audit log stay visible without those values; see `visibleValues`.
 */
export function showsField(
  state: StateDeclaration | undefined,
  hidden: readonly string[] = [],
): (field: string) => boolean {
  const declared = Object.entries(state?.fields ?? {});
  const hides = new Set([...hidden, ...hiddenFields(state)]);
  if (hides.size > 0) for (const field of OF_ANY_FIELD) hides.add(field);
  for (const field of ERROR_TEXTS) hides.add(field);
  // The summary repeats the messages.
  if (hides.has("messages")) hides.add("conversation_summary");
  if (state === undefined) return (field) => !hides.has(field);
  const shown = new Set(
    declared.flatMap(([name, { holds }]) => (holds === "messages" || hides.has(name) ? [] : [name])),
  );
  return (field) => shown.has(field);
}

/** Fields that contain values of any other field. */
const OF_ANY_FIELD = ["control_proposals", "approved_payload"];

/** Visible parts of a state for a user interface. */
export interface Visibility {
  /** Returns true for a visible field. */
  readonly shows: (field: string) => boolean;
  /** Returns the visible values. Values that do not change between two calls are the same objects. */
  readonly values: (values: PlainRecord) => PlainRecord;
  /** Returns the visible operations of a patch. */
  readonly patch: (patch: readonly PatchOperation[]) => readonly PatchOperation[];
}

/**
 * Creates the visibility of a state for a user interface: its visible fields and their visible values.
 *
 * If any field is hidden, approval requests, their entries in the audit log and those of guardrails have no payload, objective,
 * note, reason and hash: these may contain values of that field, or be derived from them.
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

  const entry = (value: unknown): unknown =>
    isPlainRecord(value) && hasValues(value) ? once(value, withoutValues) : value;

  function visible(field: string, value: unknown): unknown {
    if (!hidesAny || typeof value !== "object" || value === null) return value;
    if (field === LOG && Array.isArray(value)) return once(value, (log) => log.map(entry));
    if (field !== REQUESTS || !isPlainRecord(value)) return value;
    return once(value, (all) => Object.fromEntries(Object.entries(all).map(([id, request]) => [id, entry(request)])));
  }

  function visibleOperation(operation: PatchOperation): readonly PatchOperation[] {
    const [, field = "", key, part] = operation.path.split("/").map(unescapeKey);
    if (!shows(field)) return [];
    if (!hidesAny || (field !== REQUESTS && field !== LOG)) return [operation];
    if (part !== undefined) return isValue(part, operation) ? [] : [operation];
    if (operation.op === "remove") return [operation];
    const value = key === undefined ? visible(field, operation.value) : entry(operation.value);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value of the operation without some keys
    return [{ ...operation, value: value as typeof operation.value }];
  }

  return {
    shows,
    values: (values) => {
      const shown = Object.entries(values).filter(([field, value]) => shows(field) && value !== undefined);
      return Object.fromEntries(shown.map(([field, value]) => [field, visible(field, value)]));
    },
    patch: (patch) => patch.flatMap(visibleOperation),
  };
}

/**
 * Values of a state that a user interface may see: without hidden fields and, if there are any, without the payloads of
 * approval requests and of their entries in the audit log.
 *
 * @example
 * ```ts
 * import { AgentState, initialState } from "tidemark";
 * import { visibleValues } from "tidemark/stream";
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

/** Keys of a request and its audit log entry that contain values, are derived from values, or are free text. */
const VALUES = ["asked", "askedPayload", "edited", "hash", "note", "payload", "reason", "stepObjective"];

/** Returns true for an approval request, for its entry in the audit log, and for that of a guardrail. */
const hasValues = (entry: PlainRecord): boolean =>
  entry["action"] === "approval" || entry["action"] === "guardrail" || "approvalType" in entry;

const withoutValues = (entry: PlainRecord): PlainRecord =>
  Object.fromEntries(Object.entries(entry).filter(([key]) => !VALUES.includes(key)));

/** Returns true if an operation inside an entry changes a hidden value. `reason` and the boolean `edited` are used by other entries. */
function isValue(key: string, operation: PatchOperation): boolean {
  const value = operation.op === "remove" ? undefined : operation.value;
  return VALUES.includes(key) && key !== "reason" && typeof value !== "boolean";
}

const unescapeKey = (key: string): string => key.replaceAll("~1", "/").replaceAll("~0", "~");

/** Fields from which events are derived. The values of hidden ones must not be sent as events either. */
const EVENT_FIELDS = [
  "status_updates",
  "progress_events",
  "planning_execution_plan",
  "execution_handoff_history",
  "ui_agent_identity",
];

/** Values from which events are derived: the visible fields, with the id and start of the turn. */
export function visibleEventFields(values: PlainRecord, shows: (field: string) => boolean): PlainRecord {
  const fields = EVENT_FIELDS.filter((field) => field in values && shows(field));
  const all = [...fields, "runtime_turn_id", "execution_start_time"];
  return Object.fromEntries(all.map((field) => [field, values[field]]));
}
