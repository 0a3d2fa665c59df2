import { digest } from "@tidemark/state-manager";

/**
 * Makes a UUID out of what it names: the same parts give the same id, so that a node that runs again repeats its ids.
 *
 * @example
 * ```ts
 * import { stableId } from "@tidemark/agents";
 *
 * console.log(stableId("turn_1", "weather", 1) === stableId("turn_1", "weather", 1)); // true
 * ```
 */
export function stableId(...parts: readonly (string | number | null)[]): string {
  const hash = digest(parts);
  // Version 8 is the one whose bits are up to the application; "8" as the variant is that of all UUIDs today.
  const groups = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return groups.join("-");
}
