import { isPlainRecord } from "@tidemark/reducers/internal";

/**
 * Freezes lists and plain objects at every depth, in place, and returns the same object.
 *
 * Class instances stay as they are. Depth, circular references and members that cannot be read are no problem.
 */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || whole.has(value)) return value;
  if (!freezeTree(value, true)) freezeGraph(value);
  whole.add(value);
  return value;
}

/**
 * Freezes what is new in a value, and stops at what is frozen.
 *
 * For a value made of parts that are frozen at every depth already, where a walk through all of it would be wasted.
 */
export function freezeNew<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (!freezeTree(value, false)) freezeGraph(value);
  return value;
}

/** True for a value that was frozen at every depth here: nothing can change in it any more. */
export const isFrozenDeep = (value: object): boolean => whole.has(value);

/** What was frozen at every depth here, and need not be walked again. */
const whole = new WeakSet<object>();

/** Deeper values, and those that contain themselves, are walked with a list of what waits. */
const MAX_DEPTH = 100;

/** Freezes a value of ordinary depth; false when it is deeper, or when a part of it cannot be read. */
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
      // A proxy or a getter that throws: nobody can change a value in it by accident.
    }
  }
}
