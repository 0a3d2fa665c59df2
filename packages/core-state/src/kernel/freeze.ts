import { isPlainRecord } from "@tidemark/reducers/internal";

/**
 * Freezes lists and plain objects in place, at every depth, and returns the same object.
 *
 * Class instances are left unchanged. Deep values, circular references and unreadable members are allowed.
 */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || whole.has(value)) return value;
  if (!freezeTree(value, true)) freezeGraph(value);
  whole.add(value);
  return value;
}

/**
 * Freezes the new parts of a value, and stops at frozen ones.
 *
 * Use it for a value whose frozen parts are known to be frozen at every depth; it avoids walking them again.
 */
export function freezeNew<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (!freezeTree(value, false)) freezeGraph(value);
  return value;
}

/** True for a value that `freezeDeep` has frozen, so that nothing in it can change. */
export const isFrozenDeep = (value: object): boolean => whole.has(value);

/** Values that are frozen at every depth and need not be walked again. */
const whole = new WeakSet<object>();

/** Depth limit of the recursion. Deeper and circular values are walked iteratively. */
const MAX_DEPTH = 100;

/** Freezes a value recursively. Returns false if it is too deep, or if a part of it cannot be read. */
function freezeTree(value: object, throughFrozen: boolean): boolean {
  try {
    return freezeMembers(value, throughFrozen, 0);
  } catch {
    return false;
  }
}

function freezeMembers(value: object, throughFrozen: boolean, depth: number): boolean {
  if (depth === MAX_DEPTH) return false;
  if (Object.isFrozen(value) && (!throughFrozen || whole.has(value))) return true;
  if (!Array.isArray(value) && !isPlainRecord(value)) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  Object.freeze(value);
  for (const member of members) {
    if (typeof member === "object" && member !== null && !freezeMembers(member, throughFrozen, depth + 1)) return false;
  }
  return true;
}

function freezeGraph(root: object): void {
  const waiting: object[] = [root];
  const walked = new Set<object>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (walked.has(next)) continue;
    walked.add(next);
    try {
      if (!Array.isArray(next) && !isPlainRecord(next)) continue;
      const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      for (const member of members) if (typeof member === "object" && member !== null) waiting.push(member);
      Object.freeze(next);
    } catch {
      // A proxy or a getter that throws cannot be changed by accident.
    }
  }
}
