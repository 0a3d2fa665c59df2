/** A property of a written part. */
export const own = (written: object, key: string): unknown =>
  Object.hasOwn(written, key) ? Reflect.get(written, key) : undefined;

/** A list in a written part. Throws a TypeError for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("a list in it is missing");
  return value;
}

/** Entries of a record in a written part. Throws a TypeError for anything else. */
export function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) throw new TypeError("a record in it is missing");
  return Object.entries(value);
}
