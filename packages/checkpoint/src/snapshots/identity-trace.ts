import { isDate, isMap, isSet } from "../serializer/builtin-kind.ts";
import { isData, isMessage } from "../serializer/message-classes.ts";
import { isPlainObject, type PlainObject } from "../serializer/plain-object.ts";
import { type Parts, partsFrom } from "./parts.ts";
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

/** Default limit of a comparison: it looks into older parts until their cost exceeds this. A message costs about 40, a small record 10. */
const GRADUAL = 4_000;

/** Limit of comparisons. */
export const limitOf = (changes: ChangesInPlace): number => (changes === "immediate" ? Infinity : GRADUAL);

/** Number of the newest parts that every comparison looks into. */
const NEWEST = 32;

/** Cost of a part, besides that of the objects, names and values in it, which cost 1 each. */
const VISIT = 4;

/** Cost of a part that has to be serialized to be compared. */
const SERIALIZED = 256;

/** Budget of one comparison, besides the newest parts. */
export interface Slice {
  left: number;
}

/**
 * True if a node was made from this object, and no change in place is found that was made after its last checkpoint.
 *
 * A part that was replaced, added or removed is found, and a change inside one of the newest parts. A change inside another part is found
 * if each checkpoint looks into all of them. In a larger value it may be older than the last checkpoint, and is left to the next one:
 * found here, it would be lost.
 */
export function isCurrent(value: unknown, node: ValueNode, limit: number): boolean {
  if (!Object.is(value, node.source)) return false;
  if (typeof value !== "object" || value === null || node.frozen === true) return true;
  const { trace } = node;
  if (trace !== null && trace !== undefined) return meets(value, trace, 0) === trace.length;
  if (node.kind === "inline" || node.kind === "row" || !hasSameParts(value, node)) return false;
  const parts = partsOf(node);
  if (!parts.hasObjects) return true;
  const { nodes, sources } = parts.arrays;
  node.covered ??= fits(parts, limit);
  const first = node.covered ? 0 : Math.max(0, parts.size - NEWEST);
  for (let place = first; place < parts.size; place += 1) {
    const part = nodes[place];
    if (part === undefined || !isCurrent(sources[place], part, limit)) return false;
  }
  return true;
}

/** True if one comparison can look into all parts. */
function fits(parts: Parts<ValueNode>, limit: number): boolean {
  if (limit === Infinity) return true;
  let cost = 0;
  for (let place = 0; place < parts.size - NEWEST && cost < limit; place += 1) {
    const part = parts.arrays.nodes[place];
    if (part !== undefined) cost += costOf(part);
  }
  return cost < limit;
}

/** Cost of a look into a part, without the parts of a branch, which are looked into one by one. */
function costOf(node: ValueNode): number {
  if (typeof node.source !== "object" || node.source === null || node.frozen === true) return 1;
  if (node.trace !== null && node.trace !== undefined) return VISIT + node.trace.length;
  return node.kind === "inline" || node.kind === "row" ? SERIALIZED : VISIT + partsOf(node).size;
}

/** Parts of a branch in order. */
export function partsOf(node: ListNode | RecordNode): Parts<ValueNode> {
  if (Array.isArray(node.items) || node.items instanceof Map) node.items = partsFrom(node.items);
  return node.items;
}

function hasSameParts(value: object, node: ListNode | RecordNode): boolean {
  const parts = partsOf(node);
  const { names, sources } = parts.arrays;
  if (node.kind === "list") {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    if (list.length !== parts.size) return false;
    for (let index = 0; index < list.length; index += 1) if (!Object.is(list[index], sources[index])) return false;
    return true;
  }
  const keys = Object.keys(value);
  if (keys.length !== parts.size) return false;
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] ?? "";
    if (names[place] !== key || !Object.is(valueAt(value, key), sources[place])) return false;
  }
  return true;
}

/**
 * Places, below `count`, of parts that have changed in place. Looks into the newest ones, and continues with others where the comparison
 * before it has stopped, as far as the slice goes.
 */
export function changedParts(node: ListNode | RecordNode, count: number, slice: Slice): readonly number[] {
  const parts = partsOf(node);
  const changed: number[] = [];
  node.covered = true;
  if (!parts.hasObjects) return changed;
  const { nodes, sources } = parts.arrays;
  const look = (place: number): void => {
    const part = nodes[place];
    if (part === undefined) return;
    if (!looksTheSame(sources[place], part, slice)) changed.push(place);
    if ((part.kind === "list" || part.kind === "record") && part.covered === false) node.covered = false;
  };
  const newest = Math.max(0, count - NEWEST);
  for (let place = newest; place < count; place += 1) {
    const { left } = slice;
    look(place);
    // The newest parts are looked into in any case. Only the older parts of a large branch among them count.
    const part = nodes[place];
    if ((part?.kind !== "list" && part?.kind !== "record") || Array.isArray(part.trace)) slice.left = left;
  }
  let at = node.cursor ?? 0;
  let left = newest;
  for (; left > 0 && slice.left > 0; left -= 1) {
    if (at >= newest) at = 0;
    look(at);
    at += 1;
  }
  node.cursor = at;
  if (left > 0) node.covered = false;
  return changed;
}

/** True if no change in place is found in a part. */
function looksTheSame(source: unknown, node: ValueNode, slice: Slice): boolean {
  slice.left -= costOf(node);
  if (typeof source !== "object" || source === null || node.frozen === true) return true;
  const { trace } = node;
  if (trace !== null && trace !== undefined) return meets(source, trace, 0) === trace.length;
  if (node.kind === "inline" || node.kind === "row") return false;
  return hasSameParts(source, node) && changedParts(node, partsOf(node).size, slice).length === 0;
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
