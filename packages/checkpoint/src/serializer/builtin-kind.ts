/** Calls that only an instance of the built-in class survives: they read its internal slot, in any realm. */
const READERS = {
  // oxlint-disable-next-line eslint/no-restricted-globals -- only the method of the class is used, no time is read
  Date: Date.prototype.getTime,
  Map: Map.prototype.keys,
  Set: Set.prototype.keys,
  RegExp: Object.getOwnPropertyDescriptor(RegExp.prototype, "source")?.get,
  ArrayBuffer: Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get,
} as const;

function isKind(value: object, kind: keyof typeof READERS): boolean {
  const read = READERS[kind];
  if (read === undefined || Object.prototype.toString.call(value) !== `[object ${kind}]`) return false;
  try {
    Reflect.apply(read, value, []);
    return true;
  } catch {
    // An object that only claims the name.
    return false;
  }
}

/** Whether an object is a date of any realm. */
// oxlint-disable-next-line eslint/no-restricted-globals -- the type of a stored date
export const isDate = (value: object): value is Date => isKind(value, "Date");

/** Whether an object is a map of any realm. */
export const isMap = (value: object): value is Map<unknown, unknown> => isKind(value, "Map");

/** Whether an object is a set of any realm. */
export const isSet = (value: object): value is Set<unknown> => isKind(value, "Set");

/** Whether an object is a regular expression of any realm. */
export const isRegExp = (value: object): value is RegExp => isKind(value, "RegExp");

/** Whether an object is an array buffer of any realm, and not a shared one. */
export const isArrayBuffer = (value: object): value is ArrayBuffer => isKind(value, "ArrayBuffer");
