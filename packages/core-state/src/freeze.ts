import { isPlainRecord } from "@tidemark/reducers";

/**
 * Freezes lists and plain objects at every depth, in place, and returns the same object.
 *
 * Class instances stay as they are. Depth, circular references and members that cannot be read are no problem.
 */
export function freezeDeep<Value>(value: Value): Value {
  freezeFrom(value, { throughFrozen: true });
  return value;
}

/**
 * Freezes what is new in a value, and stops at what is frozen.
 *
 * For a value made of parts that are frozen at every depth already, where a walk through all of it would be wasted.
 */
export function freezeNew<Value>(value: Value): Value {
  freezeFrom(value, { throughFrozen: false });
  return value;
}

function freezeFrom(root: unknown, { throughFrozen }: { readonly throughFrozen: boolean }): void {
  if (typeof root !== "object" || root === null) return;
  const waiting: object[] = [root];
  // An object that was frozen before may hold one that is not, or itself.
  const walked = new Set<object>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      if (Object.isFrozen(next)) {
        if (!throughFrozen || walked.has(next)) continue;
        walked.add(next);
      }
      if (!Array.isArray(next) && !isPlainRecord(next)) continue;
      const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      for (const member of members) if (typeof member === "object" && member !== null) waiting.push(member);
      Object.freeze(next);
    } catch {
      // A proxy or a getter that throws: nobody can change a value in it by accident.
    }
  }
}
