import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import { RestateServer } from "./restate-server.ts";
import { startRestateWork } from "./restate-work.ts";

/** Options of {@link restateEngine}. */
interface RestateEngineOptions {
  /** Engine whose storage keeps the turns: `postgresEngine(pool)` on the database of the saver. */
  readonly storage: TurnEngine;
  /** URL of the ingress of Restate, such as `http://localhost:8080`. */
  readonly ingress: string;
  /** URL of the admin API of Restate, such as `http://localhost:9070`. Only workers use it. */
  readonly admin: string;
  /** URL at which Restate reaches the workers, such as that of a load balancer for HTTP/2. Only workers use it. */
  readonly endpoint: string;
  /** Port of the worker. Defaults to 9080. */
  readonly port?: number;
  /** Address that the worker listens on. Defaults to `127.0.0.1`, which other machines do not reach. */
  readonly host?: string;
  /** Public keys of Restate. A worker with keys refuses other requests. Defaults to none. */
  readonly identityKeys?: readonly string[];
  /** Headers of requests to Restate, such as `authorization`. Defaults to none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Brings turns to workers through a Restate server, which calls them over HTTP.
 *
 * Each turn is a call of a virtual object whose key is the thread, with the id of the turn as its idempotency key. The turns stay in the
 * storage, which decides on their order and limits. Restate calls another worker as soon as the connection to one breaks, and after
 * `takeOverSeconds` when one hangs. A process runs any number of workers, each with a port.
 *
 * @example
 * ```ts
 * import { postgresEngine } from "tidemark/workers/postgres";
 * import { restateEngine } from "tidemark/workers/restate";
 *
 * type Pool = Parameters<typeof postgresEngine>[0];
 *
 * export const engineOn = (pool: Pool) =>
 *   restateEngine({
 *     storage: postgresEngine(pool),
 *     ingress: "http://restate:8080",
 *     admin: "http://restate:9070",
 *     endpoint: "http://workers:9080",
 *     host: "0.0.0.0",
 *   });
 * ```
 */
export function restateEngine({
  storage,
  ingress,
  admin,
  endpoint,
  port = 9_080,
  host = "127.0.0.1",
  identityKeys = [],
  headers = {},
}: RestateEngineOptions): TurnEngine {
  const server = new RestateServer({ ingress, admin, headers });
  return {
    name: "restate",
    store: (queue) => storage.store(queue),
    locks: (saver, leaseMilliseconds) => storage.locks(saver, leaseMilliseconds),
    dispatch: (turn) => server.send(turn),
    work: (runner) => startRestateWork({ runner, server, endpoint, port, host, identityKeys }),
    close: () => storage.close(),
  };
}
