import { isDate, isMap, isSet } from "../serializer/builtin-kind.ts";
import { isData, isMessage } from "../serializer/message-classes.ts";
import { isPlainObject, type PlainObject } from "../serializer/plain-object.ts";
import type { IdentityTrace, RecordNode, ValueNode } from "./value-nodes.ts";

// What follows an object in a trace, and says how to look at it: its kind is for life.
const LIST = Symbol("list");
const RECORD = Symbol("record");
const MEMBERS = Symbol("members");
const TIME = Symbol("time");
const CLOSED = Symbol("closed");
const END = Symbol("end");

/** Walks a value; `null` when it holds what can change unseen, such as bytes, or more parts than the limit. */
export function traceOf(value: object, limit = Infinity): IdentityTrace | null {
  const trace: unknown[] = [];
  return describe(value, trace, limit) ? trace : null;
}

/** Whether a walk over the value still meets what it met then. */
export const isUntouched = (value: object, trace: IdentityTrace): boolean => meets(value, trace, 0) === trace.length;

/** Whether a node stands for this very value, and nobody has changed it in place since. */
export function isIntact(value: unknown, node: ValueNode): boolean {
  if (!Object.is(value, node.source)) return false;
  if (typeof value !== "object" || value === null || node.frozen === true) return true;
  const { trace } = node;
  if (trace !== null && trace !== undefined) return meets(value, trace, 0) === trace.length;
  if (node.kind === "record") return isIntactRecord(value, node);
  if (node.kind !== "list") return false;
  const { items } = node;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (list.length !== items.length) return false;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined || !isIntact(list[index], item)) return false;
  }
  return true;
}

function isIntactRecord(value: object, node: RecordNode): boolean {
  // A list is walked several times as fast as a map.
  node.parts ??= { keys: [...node.items.keys()], nodes: [...node.items.values()] };
  const { keys, nodes } = node.parts;
  let at = 0;
  for (const key in value) {
    const item = nodes[at];
    if (keys[at] !== key || item === undefined || !isIntact(valueAt(value, key), item)) return false;
    at += 1;
  }
  return at === keys.length;
}

/** Whether nobody can ever change a value: it is frozen to its depths. */
export const isFrozen = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (Object.isFrozen(value) && (Array.isArray(value) || isPlainObject(value)) && Object.values(value).every(isFrozen));

/** Writes down what a walk meets; gives `false` when it cannot, or may not go on. */
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
