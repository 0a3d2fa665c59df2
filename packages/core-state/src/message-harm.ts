import { isPlainRecord } from "@tidemark/reducers";
import { isRevivable, MAX_DEPTH, type NonJson, report, REVIVABLE, TOO_DEEP } from "./json.ts";

/**
 * Finds the first value inside of messages that would wreck the thread when it is stored or loaded: a BigInt, an object
 * that the host's loader would bring to life, endless depth. All else in messages is the host's own affair.
 */
export function findMessageHarm(value: unknown): NonJson | null {
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const [index, message] of messages.entries()) {
    if (typeof message !== "object" || message === null) continue;
    // The message itself may be a class instance, or one that was serialised.
    for (const [key, member] of Object.entries(message)) {
      const found = search(member, Array.isArray(value) ? [index, key] : [key], new Set());
      if (found !== null) return found;
    }
  }
  return null;
}

function search(value: unknown, path: readonly (string | number)[], ancestors: Set<object>): NonJson | null {
  if (typeof value === "bigint") return report(path, "bigint");
  const isList = Array.isArray(value);
  // A circle is the host's affair as well: it breaks one itself.
  if ((!isList && !isPlainRecord(value)) || ancestors.has(value)) return null;
  if (!isList && isRevivable(value)) return report(path, REVIVABLE);
  if (ancestors.size === MAX_DEPTH) return report(path, TOO_DEEP);
  ancestors.add(value);
  for (const [key, member] of Object.entries<unknown>(value)) {
    const found = search(member, [...path, isList ? Number(key) : key], ancestors);
    if (found !== null) return found;
  }
  ancestors.delete(value);
  return null;
}
