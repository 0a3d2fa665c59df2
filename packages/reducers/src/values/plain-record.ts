/** Plain object, as in JSON: own keys, not a class instance. */
export type PlainRecord = Readonly<Record<string, unknown>>;

/** Returns true for a plain object, even from another realm. Arrays and class instances are not plain objects. */
export function isPlainRecord(value: unknown): value is PlainRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  // Only Object.prototype of another realm has this method and a null prototype.
  return (
    typeof prototype === "object" &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "isPrototypeOf")
  );
}

/** Reads an own key; inherited members such as `toString` are not found. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Describes a value for an error message: `Date`, `NaN`, `a list`, `undefined`. */
export function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isFinite(value) ? "a number" : String(value);
  if (typeof value !== "object") return typeof value;
  if (isPlainRecord(value)) return Object.getOwnPropertySymbols(value).length > 0 ? "symbol key" : "a record";
  const constructor: unknown = Reflect.get(value, "constructor");
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "class instance";
}
