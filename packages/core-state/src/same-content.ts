import { isPlainRecord } from "@tidemark/reducers";

/** Says whether two JSON values hold the same, in whatever order their keys were written. */
export function sameContent(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((member, index) => sameContent(member, other[index]))
    );
  }
  if (!isPlainRecord(one) || !isPlainRecord(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameContent(one[key], other[key]))
  );
}
