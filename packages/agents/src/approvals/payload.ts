import { isPlainRecord, isUnsafeKey } from "@tidemark/reducers/internal";

/**
 * Returns the first key, at any depth, that a library would interpret instead of storing it. Null without such a key.
 *
 * These are keys that can change a prototype, `lc`, which LangChain's serializer revives as a class, and
 * `type: "__overwrite__"`, which LangGraph reads as "replace the field".
 *
 * @internal
 */
export function findHostileKey(value: unknown): string | null {
  const waiting: unknown[] = [value];
  const seen = new Set<unknown>();
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop()) {
    if (typeof container !== "object" || container === null || seen.has(container)) continue;
    seen.add(container);
    for (const [key, inner] of Object.entries(container)) {
      if (isPlainRecord(container) && isHostile(key, inner)) return key;
      if (inner !== undefined) waiting.push(inner);
    }
  }
  return null;
}

const isHostile = (key: string, value: unknown): boolean =>
  isUnsafeKey(key) || key === "lc" || (key === "type" && value === "__overwrite__");
