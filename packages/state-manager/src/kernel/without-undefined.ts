/**
 * Values without those that are undefined; the same object when there are none.
 *
 * LangGraph writes a key without a value into every checkpoint for a field that no checkpoint keeps: such a field is absent.
 */
export function withoutUndefined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values);
  const present = entries.filter(([, value]) => value !== undefined);
  return present.length === entries.length ? values : Object.fromEntries(present);
}
