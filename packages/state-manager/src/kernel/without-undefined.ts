/**
 * Removes undefined values. Returns the same object if no value is undefined.
 *
 * LangGraph writes an undefined value into every checkpoint for a field that is not stored in checkpoints.
 */
export function withoutUndefined(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values);
  const present = entries.filter(([, value]) => value !== undefined);
  return present.length === entries.length ? values : Object.fromEntries(present);
}
