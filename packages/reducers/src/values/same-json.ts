import { reading } from "./frozen-copy.ts";
import { isPlainRecord } from "./plain-record.ts";

/**
 * Says whether two JSON values are written alike, key order included; stops at the first difference.
 *
 * Values that are too deep to compare, contain themselves or cannot be read throw `reducers/notJson`.
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
