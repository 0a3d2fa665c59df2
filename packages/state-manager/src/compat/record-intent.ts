import type { TaskRecord } from "@tidemark/core-state";
import { frozenCopy } from "@tidemark/reducers";
import { isPlainRecord, type PlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";
import { jsonKind } from "../kernel/json-kind.ts";
import { checkTask, type TaskSources, unusedId, type WithLedger } from "../tasks/task-ledger.ts";

/** What the root understood of a message. */
export interface Intent {
  /** The user's words. */
  readonly query: string;
  /** What is wanted, in a word or a sentence: `flight_search`. */
  readonly intent: string;
  /** What the message says of it, by name. */
  readonly extracted: Readonly<Record<string, unknown>>;
  /** Why it was understood like this. */
  readonly reasoning: string;
  /** Whether that is enough to begin. */
  readonly sufficient: boolean;
  /** What the user has yet to say. */
  readonly missing?: readonly string[];
  /** The task that this message adds to, when it answers a question; without it, or when it is unknown, a new one begins. */
  readonly taskId?: string | null;
}

/** Where time and ids come from, and the names that the state uses. */
export interface IntentOptions extends TaskSources {
  /** Names in the state by names in what was extracted. Defaults to the names as they were extracted. */
  readonly names?: Readonly<Record<string, string>>;
  /** The origin that a new task is recorded with. Defaults to `root`. */
  readonly origin?: string;
}

/** An intent in the ledger. */
export interface RecordedIntent {
  readonly taskId: string;
  /** What was extracted, under the names of the state: for the fields that hold it. Empty when it was refused. */
  readonly extracted: Readonly<Record<string, unknown>>;
  readonly update: { readonly task_ledger: TaskRecord[] };
}

/**
 * Gives the update that notes what the user wants: always, also when too little was said to begin.
 *
 * A task that can begin is `in_progress`, one that cannot is `pending`. Its metadata has the
 * user's words, what was extracted, the reasoning, and what is missing. With the id of a known task that one goes on, and
 * keeps when it was recorded. What was extracted comes from a model: when it may not be stored, the intent is noted without it,
 * and `refusedInfo` says why. An intent that is no text throws `state-manager/invalidTask`.
 *
 * @example
 * ```ts
 * import { recordIntent } from "@tidemark/state-manager/compat";
 * import { countingIds } from "@tidemark/state-manager/testing";
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

/** An answer to a question adds to what was said before it; the ledger merges metadata, so what is settled is overwritten. */
function metadataOf({ query, reasoning, missing = [] }: Intent, before: PlainRecord): PlainRecord {
  const asked = before["userQuery"];
  return {
    userQuery: typeof asked === "string" ? `${asked}\n${query}` : query,
    reasoning,
    ...((missing.length > 0 || Object.hasOwn(before, "missingInfo")) && { missingInfo: [...missing] }),
  };
}

function withExtracted(metadata: PlainRecord, before: PlainRecord, extracted: unknown): PlainRecord {
  const known = before["extractedInfo"];
  const merged = isPlainRecord(known) && isPlainRecord(extracted) ? { ...known, ...extracted } : extracted;
  return { ...metadata, extractedInfo: merged };
}

/** A name that is there already keeps its value, and the other one its own name: nothing is written over. */
function renameMembers(record: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!isPlainRecord(record)) return record;
  const taken = new Set(Object.keys(record));
  const members = Object.entries(record).map(([key, value]) => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    if (name === undefined || taken.has(name)) return [key, value] as const;
    taken.add(name);
    return [name, value] as const;
  });
  return Object.fromEntries(members);
}
