import type { Pool } from "pg";
import { checkpointErrors } from "../../kernel/errors.ts";
import type { PostgresClient, PostgresPool } from "../connection.ts";

/** Connections to the database at an address, which are opened at the first use, because `pg` is an optional package. */
export class OpenedPool implements PostgresPool {
  readonly #address: string;
  readonly #listeners: ((pool: Pool) => unknown)[] = [];
  #pool: Promise<Pool> | null = null;
  #isEnded = false;

  constructor(address: string) {
    this.#address = address;
  }

  async query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }> {
    return await (await this.#opened()).query(text, values);
  }

  async connect(): Promise<PostgresClient> {
    return await (await this.#opened()).connect();
  }

  on(event: "acquire" | "error", listener: (value: never) => void): this {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of the two events has its own argument, which the listener gets unchanged
    this.#listeners.push((pool) => pool.on(event as "error", listener as (error: Error) => void));
    return this;
  }

  /** Ends the connections. Every later call throws `checkpoint/unavailable`. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await (await this.#pool)?.end();
    this.#pool = null;
  }

  async #opened(): Promise<Pool> {
    if (this.#isEnded) throw checkpointErrors.unavailable({ problem: "the storage was closed" });
    this.#pool ??= this.#open();
    return await this.#pool;
  }

  async #open(): Promise<Pool> {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({ connectionString: this.#address });
    for (const listen of this.#listeners) listen(pool);
    return pool;
  }
}
