import { isDate, isMap, isSet } from "../serializer/builtin-kind.ts";
import { isData, isMessage } from "../serializer/message-classes.ts";
import { isPlainObject, type PlainObject } from "../serializer/plain-object.ts";
import { itemsOf } from "./record-items.ts";
import type { IdentityTrace, ListNode, RecordNode, ValueNode } from "./value-nodes.ts";

// Follows an object in a trace and gives its kind, which never changes.
const LIST = Symbol("list");
const RECORD = Symbol("record");
const MEMBERS = Symbol("members");
const TIME = Symbol("time");
const CLOSED = Symbol("closed");
const END = Symbol("end");

/** Walks a value. Null when it contains something that can change unnoticed, such as bytes, or more parts than the limit. */
export function traceOf(value: object, limit = Infinity): IdentityTrace | null {
  const trace: unknown[] = [];
  return describe(value, trace, limit) ? trace : null;
}

/** True if a walk over the value finds the same as before. */
export const isUntouched = (value: object, trace: IdentityTrace): boolean => meets(value, trace, 0) === trace.length;

/** Detection of changes in place inside old parts of a value: by one of the next comparisons, or by the next one. */
export type ChangesInPlace = "gradual" | "immediate";

/** Default limit of {@link isIntact}: a comparison looks into old parts with about this many objects and fields. */
const GRADUAL = 6_000;

/** Limit of {@link isIntact}. */
export const limitOf = (changes: ChangesInPlace): number => (changes === "immediate" ? Infinity : GRADUAL);

/** Number of the newest parts that every comparison looks into. */
const NEWEST = 32;

/** Cost of a part, besides that of its fields. */
const VISIT = 16;

/** Cost of a part that has to be serialized to be compared. */
const SERIALIZED = 256;

/**
 * True if a node was made from this object, and no change in place is found.
 *
 * A part that was replaced, added or removed is always found. A change inside a part is found at once in the newest parts, and in others
 * when it is their turn: each call looks into the next ones, up to the limit.
 */
export function isIntact(value: unknown, node: ValueNode, limit: number): boolean {
  if (!Object.is(value, node.source)) return false;
  if (typeof value !== "object" || value === null || node.frozen === true) return true;
  const { trace } = node;
  if (trace !== null && trace !== undefined) return meets(value, trace, 0) === trace.length;
  if (node.kind === "inline" || node.kind === "row") return false;
  return hasSameParts(value, node) && changedParts(node, nodesOf(node).length, limit).length === 0;
}

/** Sources of the parts of a branch. */
export function sourcesOf(node: ListNode | RecordNode): readonly unknown[] {
  node.sources ??= nodesOf(node).map(({ source }) => source);
  return node.sources;
}

/** Parts of a branch in order. */
export function nodesOf(node: ListNode | RecordNode): readonly ValueNode[] {
  if (node.kind === "list") return node.items;
  const items = itemsOf(node.items);
  node.items = items;
  return items.nodes;
}

function hasSameParts(value: object, node: ListNode | RecordNode): boolean {
  const sources = sourcesOf(node);
  if (node.kind === "list") {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    if (list.length !== sources.length) return false;
    for (let index = 0; index < list.length; index += 1) if (!Object.is(list[index], sources[index])) return false;
    return true;
  }
  const { names } = itemsOf(node.items);
  let at = 0;
  for (const key in value) {
    if (names[at] !== key || !Object.is(valueAt(value, key), sources[at])) return false;
    at += 1;
  }
  return at === names.length;
}

/** Indexes, below `count`, of parts that have changed in place. Looks into the newest ones, and continues with others where it stopped. */
export function changedParts(node: ListNode | RecordNode, count: number, limit: number): readonly number[] {
  const nodes = nodesOf(node);
  const sources = sourcesOf(node);
  const changed: number[] = [];
  /** Looks into a part. Returns what it cost. */
  const look = (index: number): number => {
    const source = sources[index];
    if (typeof source !== "object" || source === null) return 1;
    const part = nodes[index];
    if (part === undefined || part.frozen === true) return 1;
    if (!isIntact(source, part, limit)) changed.push(index);
    return costOf(part, limit);
  };
  const newest = Math.max(0, count - NEWEST);
  for (let index = newest; index < count; index += 1) look(index);
  let cost = 0;
  let at = node.cursor ?? 0;
  for (let left = newest; left > 0 && cost < limit; left -= 1) {
    if (at >= newest) at = 0;
    cost += look(at);
    at += 1;
  }
  node.cursor = at;
  return changed;
}

function costOf(node: ValueNode, limit: number): number {
  if (node.trace !== null && node.trace !== undefined) return VISIT + node.trace.length;
  if (node.kind === "inline" || node.kind === "row") return SERIALIZED;
  return Math.min(limit, VISIT + nodesOf(node).length);
}

/** True if a value can never change because it is deeply frozen. */
export const isFrozen = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (Object.isFrozen(value) && (Array.isArray(value) || isPlainObject(value)) && Object.values(value).every(isFrozen));

/** Records a walk. False when it meets something that it cannot record, or the limit. */
function describe(value: unknown, trace: unknown[], limit: number): boolean {
  trace.push(value);
  if (typeof value !== "object" || value === null) return true;
  if (trace.length > limit) return false;
  if (Array.isArray(value)) {
    trace.push(LIST, value.length);
    return value.every((each) => describe(each, trace, limit));
  }
  if (isPlainObject(value)) return describeKeys(value, () => true, trace, limit);
  if (isMessage(value)) return describeKeys(value, isData, trace, limit);
  if (isDate(value)) {
    trace.push(TIME, value.getTime());
    return true;
  }
  const members = membersOf(value);
  if (members === null) return false;
  trace.push(MEMBERS, members.length);
  return members.every((each) => describe(each, trace, limit));
}

function describeKeys(value: object, isPart: (key: string) => boolean, trace: unknown[], limit: number): boolean {
  trace.push(RECORD);
  for (const key of Object.keys(value)) {
    const part = valueAt(value, key);
    trace.push(key);
    if (isPart(key)) {
      if (!describe(part, trace, limit)) return false;
    } else trace.push(part, ...(typeof part === "object" && part !== null ? [CLOSED] : []));
  }
  trace.push(END);
  return true;
}

/** Index in the trace at which the walk over the value ends, or -1 when the value differs. */
function meets(value: unknown, trace: IdentityTrace, start: number): number {
  if (!Object.is(trace[start], value)) return -1;
  let at = start + 1;
  if (typeof value !== "object" || value === null) return at;
  const kind = trace[at];
  at += 1;
  if (kind === RECORD) {
    for (const key in value) {
      if (trace[at] !== key) return -1;
      at = meets(valueAt(value, key), trace, at + 1);
      if (at === -1) return -1;
    }
    return trace[at] === END ? at + 1 : -1;
  }
  if (kind === CLOSED) return at;
  if (kind === TIME) return isDate(value) && Object.is(value.getTime(), trace[at]) ? at + 1 : -1;
  const list: readonly unknown[] = Array.isArray(value) ? value : (membersOf(value) ?? []);
  if (list.length !== trace[at]) return -1;
  at += 1;
  for (let index = 0; index < list.length && at !== -1; index += 1) at = meets(list[index], trace, at);
  return at;
}

function membersOf(value: object): readonly unknown[] | null {
  if (isSet(value)) return [...value];
  return isMap(value) ? [...value].flat() : null;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of any object may be asked for; Reflect.get is slower
const valueAt = (value: object, key: string): unknown => (value as PlainObject)[key];
