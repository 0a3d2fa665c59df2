/** A moment in milliseconds as ISO 8601 in UTC. */
export const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Text of a date. Null for a value that is not a date. */
export function dateText(value: object): string | null {
  if (!(value instanceof Date)) return null;
  return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
}
