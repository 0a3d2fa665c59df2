import { inspectErrors } from "../errors.ts";

/** Parses JSON of a database. Nothing is revived: a value of a class stays the plain record that describes it. */
export function parsed(text: unknown, database: string): unknown {
  if (text === null || text === undefined) return undefined;
  const source = text instanceof Uint8Array ? new TextDecoder().decode(text) : text;
  if (typeof source !== "string") return source;
  try {
    return JSON.parse(source);
  } catch {
    throw inspectErrors.damaged({ database, problem: "a stored value is not JSON" });
  }
}

/** True for a record of JSON. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A record of JSON. Empty for anything else. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** Text of a column. Null for anything else. */
export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Ids of the values of some fields: the numbers of their versions, 0 for a field that was never written. */
export const versionsOf = (fields: readonly string[], versions: unknown): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    fields.map((name) => {
      const version = recordOf(versions)[name];
      return [name, typeof version === "string" || typeof version === "number" ? version : 0];
    }),
  );
