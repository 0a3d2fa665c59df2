/** A record that anyone could have written as JSON: of no class, from any realm. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Says whether an object is of no class. */
export function isPlainObject(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  // The Object of another realm, as test runners and `node:vm` make them.
  return (
    typeof prototype === "object" &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "isPrototypeOf")
  );
}

/** Says whether an object is of a class of the language itself, of any realm, and not of one that extends it. */
export function isUnderived(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return true;
  if (typeof prototype !== "object" || prototype === null) return false;
  const base: unknown = Object.getPrototypeOf(prototype);
  return typeof base === "object" && base !== null && Object.getPrototypeOf(base) === null;
}

/** Says whether an object is a list and nothing more. */
export const isPlainList = (value: object): value is readonly unknown[] => Array.isArray(value) && isUnderived(value);

/** Says whether a record has no prototype at all, as `Object.groupBy` and the groups of a match have none. */
export const hasNoPrototype = (record: object): boolean => Object.getPrototypeOf(record) === null;

/** First key of a record under which a getter or setter stands: reading it may give another value each time. */
export const accessorOf = (record: object, keys: readonly string[]): string | undefined =>
  keys.find((key) => {
    const property = Object.getOwnPropertyDescriptor(record, key);
    return property !== undefined && !("value" in property);
  });

/** First property that a list has beside its items, as the result of `match` has `index`. */
export function extraOf(list: readonly unknown[]): string | undefined {
  const keys = Object.keys(list);
  // The indexes come first.
  return keys.length > list.length ? keys.at(-1) : undefined;
}

/** The name of an object's class, as it is said to people. */
export function className(value: object): string {
  const { constructor } = value;
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "a class without a name";
}

/** Sets a key that may be called `__proto__`. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of any object may be set; Reflect.set is slower
    (target as Record<string, unknown>)[key] = value;
  }
}

/** The key that marks what JSON cannot say; a record that has it for itself is wrapped. */
export const MARK = "~";

/** True if a record would be taken for something else when it is read, and has to be wrapped. */
export const needsWrapping = (record: PlainObject): boolean =>
  Object.hasOwn(record, MARK) || Object.hasOwn(record, "lc");
