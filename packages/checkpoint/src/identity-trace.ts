import { types } from "node:util";
import { isMessage, messageKeys } from "./message-classes.ts";
import { isPlainObject } from "./plain-object.ts";

/**
 * Everything that a value is made of, in the order of a walk: the same walk over the same object tells whether anyone has changed
 * it in place since, without writing it down again.
 */
export type IdentityTrace = readonly unknown[];

const OPAQUE = Symbol("opaque");

/** Walks a value; `null` when it holds what can change unseen, such as bytes. */
export function traceOf(value: object): IdentityTrace | null {
  const trace: unknown[] = [];
  let opaque = false;
  walk(value, (part) => {
    opaque ||= part === OPAQUE;
    trace.push(part);
    return !opaque;
  });
  return opaque ? null : trace;
}

/** Whether a walk over the value still meets what it met then. */
export function isUntouched(value: object, trace: IdentityTrace): boolean {
  let at = 0;
  const same = walk(value, (part) => {
    const met = at < trace.length && Object.is(trace[at], part);
    at += 1;
    return met;
  });
  return same && at === trace.length;
}

type Visit = (part: unknown) => boolean;

function walk(value: unknown, visit: Visit): boolean {
  if (!visit(value)) return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    if (!visit(value.length)) return false;
    for (let index = 0; index < value.length; index += 1) if (!walk(value[index], visit)) return false;
    return true;
  }
  if (isPlainObject(value)) {
    for (const key of Object.keys(value)) if (!visit(key) || !walk(value[key], visit)) return false;
    return visit(true);
  }
  if (isMessage(value)) {
    for (const key of messageKeys(value)) if (!visit(key) || !walk(Reflect.get(value, key), visit)) return false;
    return visit(true);
  }
  if (types.isDate(value)) return visit(value.getTime());
  if (types.isSet(value)) return visit(value.size) && [...value].every((each) => walk(each, visit));
  if (types.isMap(value)) return visit(value.size) && [...value].flat().every((each) => walk(each, visit));
  return visit(OPAQUE);
}
