/** A record of JSON: own keys, no class. */
export type PlainRecord = Readonly<Record<string, unknown>>;

/** Says whether a value is a record and nothing more: no list, no class instance; another realm's record counts. */
export function isPlainRecord(value: unknown): value is PlainRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  // Object.prototype of another realm is the one object with this method and nothing above it.
  return (
    typeof prototype === "object" &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "isPrototypeOf")
  );
}

/** Reads an own key, so that `toString` is not found where nobody wrote it. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Names a value in an error: `Date`, `NaN`, `a list`, `undefined`. */
export function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isFinite(value) ? "a number" : String(value);
  if (typeof value !== "object") return typeof value;
  if (isPlainRecord(value)) return Object.getOwnPropertySymbols(value).length > 0 ? "symbol key" : "a record";
  const constructor: unknown = Reflect.get(value, "constructor");
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "class instance";
}
