import { isPlainRecord } from "@tidemark/reducers/internal";
import { speakerOf } from "../kernel/conversation.ts";

/** Entries of a field that are dropped together. */
export interface BudgetUnit {
  /** Keys of the entries: message ids, positions, keys, or `[type, key]` of contexts. */
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
  readonly bytes: number;
  /** True for entries that are never dropped. */
  readonly pinned: boolean;
}

/** A value split into units, with the function that rebuilds it. */
interface SplitValue {
  readonly units: readonly BudgetUnit[];
  readonly rebuild: (kept: readonly BudgetUnit[], summary: unknown) => unknown;
}

/**
 * Splits the value of a field into units that can be dropped: messages with their tool results, entries of a list, contexts,
 * members of a record.
 *
 * @internal
 */
export function budgetUnits(field: string, value: unknown): SplitValue {
  if (field === "messages" && Array.isArray(value)) return { units: messageUnits(value), rebuild: listOf };
  if (Array.isArray(value)) return { units: value.map((each, index) => unitOf(index, each)), rebuild: listOf };
  if (field === "capability_context_data" && isPlainRecord(value)) {
    const entries = Object.entries(value).flatMap(([type, keys]) =>
      Object.entries(isPlainRecord(keys) ? keys : {}).map(([key, entry]) => unitOf([type, key], entry)),
    );
    return { units: entries, rebuild: contextsOf };
  }
  if (isPlainRecord(value)) {
    return { units: Object.entries(value).map(([key, each]) => unitOf(key, each)), rebuild: recordOf };
  }
  return {
    units: value === null || value === undefined ? [] : [{ ...unitOf("", value), pinned: true }],
    rebuild: () => value,
  };
}

const unitOf = (key: unknown, value: unknown): BudgetUnit => ({
  keys: [key],
  values: [value],
  bytes: bytesOf(value),
  pinned: false,
});

const listOf = (kept: readonly BudgetUnit[], summary: unknown): unknown => {
  const values = kept.flatMap((unit) => unit.values);
  if (summary === undefined) return values;
  // The summary replaces the oldest entries, after the pinned ones.
  const pinned = kept.filter((unit) => unit.pinned).flatMap((unit) => unit.values);
  return [...pinned, summary, ...values.slice(pinned.length)];
};

const recordOf = (kept: readonly BudgetUnit[], summary: unknown): unknown => ({
  ...(isPlainRecord(summary) ? summary : {}),
  ...Object.fromEntries(kept.map(({ keys, values }) => [String(keys[0]), values[0]])),
});

function contextsOf(kept: readonly BudgetUnit[], summary: unknown): unknown {
  const contexts: Record<string, Record<string, unknown>> = {};
  for (const { keys, values } of kept) {
    const [type, key] = Array.isArray(keys[0]) ? keys[0].map(String) : [];
    if (type !== undefined && key !== undefined) contexts[type] = { ...contexts[type], [key]: values[0] };
  }
  return { ...(isPlainRecord(summary) ? summary : {}), ...contexts };
}

/** Groups a message with tool calls and its tool results: providers reject one without the other. */
function messageUnits(messages: readonly unknown[]): readonly BudgetUnit[] {
  const units: { keys: unknown[]; values: unknown[]; bytes: number; pinned: boolean }[] = [];
  for (const [index, message] of messages.entries()) {
    const last = units.at(-1);
    const id: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "id") : undefined;
    if (speakerOf(message) === "tool" && last !== undefined && callsTools(last.values[0])) {
      last.keys.push(id);
      last.values.push(message);
      last.bytes += bytesOf(message);
    } else {
      const pinned = index === 0 && speakerOf(message) === "system";
      units.push({ keys: [id], values: [message], bytes: bytesOf(message), pinned });
    }
  }
  return units;
}

function callsTools(message: unknown): boolean {
  const calls: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "tool_calls") : null;
  return Array.isArray(calls) && calls.length > 0;
}

const sizes = new WeakMap<object, number>();

/** Returns the size of a value as JSON in bytes. A frozen value is measured once. */
export function bytesOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return lengthOf(value);
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const bytes = lengthOf(value);
  if (Object.isFrozen(value)) sizes.set(value, bytes);
  return bytes;
}

const lengthOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value) ?? "").length;
