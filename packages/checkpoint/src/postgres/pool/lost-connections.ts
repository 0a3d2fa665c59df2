/** Emits an event for a connection that breaks. */
interface Emitter {
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Connections to Postgres: a `Pool` of `pg`. */
export interface EmittingPool extends Emitter {
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "acquire", listener: (client: Emitter) => void): unknown;
}

const pools = new WeakSet<EmittingPool>();
const clients = new WeakSet<Emitter>();

const ignore = (): void => {};

/**
 * Lets connections break without ending the process; the statement that needs one fails instead, and the next one opens a new one.
 *
 * An idle connection reports to the pool. One that is in use has its own listener, but only from the moment at which its user is called: if
 * its opening and its end arrive together, as in a process that was frozen, nobody listens yet.
 *
 * @internal
 */
export function surviveLostConnections(pool: EmittingPool): void {
  if (pools.has(pool)) return;
  pools.add(pool);
  pool.on("error", ignore);
  pool.on("acquire", (client) => {
    if (clients.has(client)) return;
    clients.add(client);
    client.on("error", ignore);
  });
}
