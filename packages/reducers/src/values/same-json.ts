import { reading } from "./frozen-copy.ts";
import { isPlainRecord } from "./plain-record.ts";

/**
 * Compares two JSON values, including the order of keys. Stops at the first difference.
 *
 * Values that are too deep, circular or unreadable throw `reducers/notJson`.
 */
export function sameJson(one: unknown, other: unknown): boolean {
  return one === other || reading([], () => same(one, other));
}

function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((member, index) => same(member, other[index]))
    );
  }
  if (!isPlainRecord(one) || !isPlainRecord(other)) return false;
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  return (
    keys.length === otherKeys.length &&
    keys.every((key, index) => key === otherKeys[index] && same(one[key], other[key]))
  );
}
