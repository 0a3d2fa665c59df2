/** The getter or method that a prototype has under a key. */
function readerOf(prototype: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(prototype, key) ?? {};
  return Reflect.get(property, "get") ?? Reflect.get(property, "value");
}

/** Functions that read the internal slot of a built-in class, in any realm, and throw for everything else. */
const READERS = {
  // oxlint-disable-next-line eslint/no-restricted-globals -- only a method of the class is used, no time is read
  Date: readerOf(Date.prototype, "getTime"),
  Map: readerOf(Map.prototype, "keys"),
  Set: readerOf(Set.prototype, "keys"),
  RegExp: readerOf(RegExp.prototype, "source"),
  ArrayBuffer: readerOf(ArrayBuffer.prototype, "byteLength"),
} as const;

function isKind(value: object, kind: keyof typeof READERS): boolean {
  const read = READERS[kind];
  if (typeof read !== "function" || Object.prototype.toString.call(value) !== `[object ${kind}]`) return false;
  try {
    Reflect.apply(read, value, []);
    return true;
  } catch {
    // An object that only claims the name.
    return false;
  }
}

/** True if an object is a date of any realm. */
// oxlint-disable-next-line eslint/no-restricted-globals -- the type of a stored date
export const isDate = (value: object): value is Date => isKind(value, "Date");

/** True if an object is a map of any realm. */
export const isMap = (value: object): value is Map<unknown, unknown> => isKind(value, "Map");

/** True if an object is a set of any realm. */
export const isSet = (value: object): value is Set<unknown> => isKind(value, "Set");

/** True if an object is a regular expression of any realm. */
export const isRegExp = (value: object): value is RegExp => isKind(value, "RegExp");

/** True if an object is an array buffer of any realm, and not a shared one. */
export const isArrayBuffer = (value: object): value is ArrayBuffer => isKind(value, "ArrayBuffer");
