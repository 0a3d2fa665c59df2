import { isDate, isMap, isSet } from "../serializer/builtin-kind.ts";
import { isData, isMessage } from "../serializer/message-classes.ts";
import { isPlainObject, type PlainObject } from "../serializer/plain-object.ts";

/**
 * Everything that a value consists of, in the order of a walk. The same walk over the same object finds every change in place without
 * serializing it again.
 */
export type IdentityTrace = readonly unknown[];

// Follows an object in a trace and gives its kind, which never changes.
const LIST = Symbol("list");
const RECORD = Symbol("record");
const MEMBERS = Symbol("members");
const TIME = Symbol("time");
const CLOSED = Symbol("closed");
const END = Symbol("end");

/** Walks a value. Null when it contains something that can change unnoticed, such as bytes. */
export function traceOf(value: object): IdentityTrace | null {
  const trace: unknown[] = [];
  return describe(value, trace) ? trace : null;
}

/** True if a walk over the value finds the same as before. */
export const isUntouched = (value: object, trace: IdentityTrace): boolean => meets(value, trace, 0) === trace.length;

/** True if a value can never change because it is deeply frozen. */
export const isFrozen = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (Object.isFrozen(value) && (Array.isArray(value) || isPlainObject(value)) && Object.values(value).every(isFrozen));

/** Records a walk. False when it meets something that it cannot record. */
function describe(value: unknown, trace: unknown[]): boolean {
  trace.push(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    trace.push(LIST, value.length);
    return value.every((each) => describe(each, trace));
  }
  if (isPlainObject(value)) return describeKeys(value, () => true, trace);
  if (isMessage(value)) return describeKeys(value, isData, trace);
  if (isDate(value)) {
    trace.push(TIME, value.getTime());
    return true;
  }
  const members = membersOf(value);
  if (members === null) return false;
  trace.push(MEMBERS, members.length);
  return members.every((each) => describe(each, trace));
}

function describeKeys(value: object, isPart: (key: string) => boolean, trace: unknown[]): boolean {
  trace.push(RECORD);
  for (const key of Object.keys(value)) {
    const part = valueAt(value, key);
    trace.push(key);
    if (isPart(key)) {
      if (!describe(part, trace)) return false;
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
