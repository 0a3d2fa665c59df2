/** Compares plain data, ignoring the order of keys. The order of list items matters. */
export function sameData(one: unknown, other: unknown): boolean {
  if (one === other || Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameData(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

/** Deeply freezes plain data. */
export function freezeAll<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freezeAll(member);
  return Object.freeze(value);
}

/** Mutates every list and record that is not frozen. */
export function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(value)) spoil(member);
  if (Object.isFrozen(value)) return;
  if (Array.isArray(value)) value.push("spoiled");
  else Reflect.set(value, "spoiled", true);
}

/** Formats a value as JSON, or as "undefined". */
export function show(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
