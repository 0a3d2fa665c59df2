import type { TaskRecord } from "@tidemark/core-state";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";
import { checkTask, type TaskSources, unusedId, type WithLedger } from "../tasks/task-ledger.ts";

/** Interpretation of a user message. */
export interface Intent {
  /** Text of the user message. */
  readonly query: string;
  /** Intent in a word or a sentence, such as `flight_search`. */
  readonly intent: string;
  /** Extracted values by name. */
  readonly extracted: Readonly<Record<string, unknown>>;
  /** Reasoning behind the interpretation. */
  readonly reasoning: string;
  /** True when the information is sufficient to start. */
  readonly sufficient: boolean;
  /** Missing information. */
  readonly missing?: readonly string[];
  /** Id of the task to which this message adds information. Without the id of an existing task, a new one is created. */
  readonly taskId?: string | null;
}

/** Time, ids and names for `recordIntent`. */
export interface IntentOptions extends TaskSources {
  /** Maps extracted names to the names used in the state. Defaults to the extracted names. */
  readonly names?: Readonly<Record<string, string>>;
  /** Origin of a new task. Defaults to `root`. */
  readonly origin?: string;
}

/** An intent recorded in the ledger. */
export interface RecordedIntent {
  readonly taskId: string;
  /** Extracted values under the names of the state; empty when they were refused. */
  readonly extracted: Readonly<Record<string, unknown>>;
  readonly update: { readonly task_ledger: TaskRecord[] };
}

/**
 * Returns the update that records the intent of a user message in the ledger, even if more information is needed.
 *
 * The status of the task is `in_progress` if the information is sufficient, otherwise `pending`. Its metadata contains the user's
 * message, the extracted values, the reasoning, and the missing information. With the id of an existing task, that task is updated and
 * keeps its timestamp. Extracted values that cannot be stored are left out, and `refusedInfo` contains the reason. An `intent` that
 * is not a string throws `state-manager/invalidTask`.
 *
 * @example
 * ```ts
 * import { recordIntent } from "tidemark/seeds";
 * import { countingIds } from "tidemark/testing";
 *
 * const recorded = recordIntent(
 *   { task_ledger: [] },
 *   { query: "To Oslo in May", intent: "complete_trip", extracted: { departureDate: "2030-05-02" }, reasoning: "a trip", sufficient: true },
 *   { now: "2030-01-31T12:00:00.000Z", ids: countingIds("task"), names: { departureDate: "startDate" } },
 * );
 * console.log(recorded.extracted, recorded.update.task_ledger[0]?.status); // { startDate: '2030-05-02' } in_progress
 * ```
 */
export function recordIntent(values: WithLedger, intent: Intent, options: IntentOptions): RecordedIntent {
  const ledger = values.task_ledger ?? [];
  const known = ledger.find(({ taskId }) => taskId === intent.taskId);
  const extracted = renameMembers(intent.extracted, options.names ?? {});
  const before = known ?? {
    taskId: unusedId(ledger, options.ids),
    timestamp: options.now,
    agentOrigin: options.origin ?? "root",
    metadata: {},
  };
  const task = {
    ...before,
    intent: intent.intent,
    status: intent.sufficient ? "in_progress" : "pending",
    metadata: metadataOf(intent, before.metadata),
  };
  const whole = checkTask({ ...task, metadata: withExtracted(task.metadata, before.metadata, extracted) });
  if (whole.ok && isPlainRecord(extracted)) return recorded(whole.task, extracted);
  const refusedInfo = whole.ok ? `expected an object, found ${jsonKind(extracted)}` : whole.message;
  const without = checkTask({
    ...task,
    metadata: { ...withExtracted(task.metadata, before.metadata, {}), refusedInfo },
  });
  if (without.ok) return recorded(without.task, {});
  throw stateManagerErrors.invalidTask({ at: without.at, problem: without.message });
}

const recorded = (task: TaskRecord, extracted: PlainRecord): RecordedIntent => ({
  taskId: task.taskId,
  extracted: frozenCopy(extracted),
  update: { task_ledger: [task] },
});

/** Appends an answer to the previous query. The ledger merges metadata, so outdated entries are overwritten. */
function metadataOf({ query, reasoning, missing = [] }: Intent, before: PlainRecord): PlainRecord {
  const previousQuery = before["userQuery"];
  return {
    userQuery: typeof previousQuery === "string" ? `${previousQuery}\n${query}` : query,
    reasoning,
    ...((missing.length > 0 || Object.hasOwn(before, "missingInfo")) && { missingInfo: [...missing] }),
  };
}

function withExtracted(metadata: PlainRecord, before: PlainRecord, extracted: unknown): PlainRecord {
  const known = before["extractedInfo"];
  const merged = isPlainRecord(known) && isPlainRecord(extracted) ? { ...known, ...extracted } : extracted;
  return { ...metadata, extractedInfo: merged };
}

/** Renames members. A target name that is already in use is not overwritten. */
function renameMembers(record: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!isPlainRecord(record)) return record;
  const used = new Set(Object.keys(record));
  const members = Object.entries(record).map(([key, value]) => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    if (name === undefined || used.has(name)) return [key, value] as const;
    used.add(name);
    return [name, value] as const;
  });
  return Object.fromEntries(members);
}
