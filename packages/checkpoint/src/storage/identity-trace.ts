import { types } from "node:util";
import { isMessage, messageKeys } from "../serializer/message-classes.ts";
import { isPlainObject } from "../serializer/plain-object.ts";

import type { IdentityTrace, ValueNode } from "./value-tree.ts";

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

/** Whether a node stands for this very value, and nobody has changed it in place since. */
export function isIntact(value: unknown, node: ValueNode): boolean {
  if (!Object.is(value, node.source)) return false;
  if (typeof value !== "object" || value === null || node.frozen === true) return true;
  if (node.kind === "inline" || node.kind === "row") return node.trace !== null && isUntouched(value, node.trace);
  if (node.kind === "list") {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    if (list.length !== node.items.length) return false;
    for (let index = 0; index < list.length; index += 1) {
      const item = node.items[index];
      if (item === undefined || !isIntact(list[index], item)) return false;
    }
    return true;
  }
  const keys = Object.keys(value);
  if (keys.length !== node.items.size) return false;
  let at = 0;
  for (const [key, item] of node.items) {
    if (keys[at] !== key || !isIntact(Reflect.get(value, key), item)) return false;
    at += 1;
  }
  return true;
}

/** Whether nobody can ever change a value: it is frozen to its depths. */
export const isFrozen = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (Object.isFrozen(value) && (Array.isArray(value) || isPlainObject(value)) && Object.values(value).every(isFrozen));

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
