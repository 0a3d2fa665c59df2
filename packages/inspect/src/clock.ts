/** A moment in milliseconds as ISO 8601 in UTC. */
export const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Text of a date. Null for a value that is not a date. */
export function dateText(value: object): string | null {
  if (!(value instanceof Date)) return null;
  return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
}

/** The current time as ISO 8601 in UTC. */
export const isoNow = (): string => new Date().toISOString();

/** Calls a function later. Returns what cancels it. */
export function later(seconds: number, run: () => void): () => void {
  const timer = setTimeout(run, seconds * 1_000);
  return () => clearTimeout(timer);
}

/** Milliseconds since 1970 of a moment as ISO 8601. Not a number for any other text. */
export const millisecondsOf = (iso: string): number => Date.parse(iso);

/** Milliseconds since 1970. */
export const millisecondsNow = (): number => Date.now();
