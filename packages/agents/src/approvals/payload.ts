import { isPlainRecord, isUnsafeKey } from "@tidemark/reducers/internal";

/**
 * Returns the first key, at any depth, that a library would interpret instead of storing it. Null without such a
 * key.
 *
 * These are keys that reach a prototype, `lc`, which LangChain's serializer revives as a class, and `type:
 * "__overwrite__"`, which LangGraph reads as "replace the field".
 *
 * @internal
 */
export function findHostileKey(value: unknown): string | null {
  const waiting: unknown[] = [value];
  const seen = new Set<unknown>();
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (typeof each !== "object" || each === null || seen.has(each)) continue;
    seen.add(each);
    for (const [key, inner] of Object.entries(each)) {
      if (isPlainRecord(each) && isHostile(key, inner)) return key;
      if (inner !== undefined) waiting.push(inner);
    }
  }
  return null;
}

const isHostile = (key: string, value: unknown): boolean =>
  isUnsafeKey(key) || key === "lc" || (key === "type" && value === "__overwrite__");
