import type { PostgresPool } from "./connection.ts";

/** Pool and schema of a saver on Postgres. */
interface SaverPlace {
  readonly pool: PostgresPool;
  readonly schema: string;
}

const places = new WeakMap<object, SaverPlace>();

/** Remembers where a saver stores its threads. */
export function notePlace(saver: object, place: SaverPlace): void {
  places.set(saver, place);
}

/**
 * Pool and schema of a saver that this copy of the package has made, for tools that read the leases beside its threads. Null for any other saver.
 *
 * @internal
 */
export const postgresPlaceOf = (saver: object): SaverPlace | null => places.get(saver) ?? null;
