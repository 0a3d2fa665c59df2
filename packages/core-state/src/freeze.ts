/** Freezes plain objects and arrays to the bottom and returns the same object; what is frozen already is taken as done. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  for (const each of Object.values(value)) freezeDeep(each);
  return Object.freeze(value);
}
