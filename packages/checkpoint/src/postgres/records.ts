import { digestOf } from "../encryption/sealed-rows.ts";
import type { NumberedSecret } from "../encryption/sealing.ts";
import type { KnownValues } from "../snapshots/record-snapshots.ts";
import type { StoredDeltas } from "../snapshots/stored-snapshot.ts";
import type { StrictSerializer } from "../serializer/strict-serializer.ts";
import { rowsOf, type ValueNode } from "../snapshots/value-nodes.ts";
import { type Applied, type Batch, batchParameters } from "./batch.ts";
import type { Connection, Query } from "./connection.ts";
import { IdBlocks } from "./id-blocks.ts";
import type { PostgresKeys } from "./keys.ts";
import { addRecords, addValues } from "../rows/record-rows.ts";
import { type Page, readPage, type Wanted } from "./pages.ts";
import { prepareTables, quoted } from "./schema.ts";

/**
 * Records and values in Postgres.
 *
 * @internal
 */
export class PostgresRecords {
  readonly connection: Connection;
  readonly schema: string;
  readonly serializer: StrictSerializer;
  readonly #name: string;
  readonly #ids: IdBlocks;
  #prepared: Promise<void> | null = null;

  /** Secrets of the threads. Null if the schema is not encrypted. */
  readonly keys: PostgresKeys | null;

  constructor(connection: Connection, name: string, serializer: StrictSerializer, keys: PostgresKeys | null) {
    this.keys = keys;
    if (keys !== null) connection.opening = (rows, query) => keys.open(rows, query);
    this.connection = connection;
    this.schema = quoted(name);
    this.serializer = serializer;
    this.#name = name;
    this.#ids = new IdBlocks(connection.query, this.schema);
  }

  /** Creates the tables if they are missing. */
  async prepare(): Promise<void> {
    this.#prepared ??= this.#prepare();
    try {
      await this.#prepared;
    } catch (error) {
      this.#prepared = null;
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    await prepareTables(this.connection, this.#name, { isEncrypted: this.keys !== null });
    await this.keys?.prepare(this.connection, this.schema, this.#name);
  }

  /** The secret of a thread, for a write that is refused if it is gone. Null if the schema is not encrypted. */
  async secretOf(threadId: string): Promise<NumberedSecret | null> {
    return (await this.keys?.forThread(this.connection.query, threadId)) ?? null;
  }

  /** The same inside a transaction, as it is now: another process may have deleted the one in memory. */
  async secretIn(query: Query, threadId: string): Promise<NumberedSecret | null> {
    this.keys?.forget(threadId);
    return (await this.keys?.forThread(query, threadId)) ?? null;
  }

  takeIds(count: number): Promise<readonly number[]> {
    return this.#ids.take(count);
  }

  /** Takes ids inside a transaction. */
  takeIdsIn(query: Query, count: number): Promise<readonly number[]> {
    return this.#ids.take(count, query);
  }

  /** Stores a batch in one round trip. */
  async apply(batch: Batch): Promise<Applied> {
    const { secret, values } = batch;
    const parameters = batchParameters(batch, this.#ids.few);
    const [row] = await (secret === null
      ? this.connection.query(
          `SELECT ${this.schema}.tidemark_store($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) AS applied`,
          parameters,
        )
      : this.connection.query(
          `SELECT ${this.schema}.tidemark_store_sealed($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS applied`,
          [secret.number, ...parameters],
        ));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function returns nothing else
    const applied = row?.["applied"] as { known?: Record<string, number>; released?: number[]; ids?: number };
    if (applied.known !== undefined) {
      const { known } = applied;
      return { outcome: "known", ids: new Map(values.flatMap(({ hash }) => idIn(known, hash, secret))) };
    }
    this.#ids.add(applied.ids);
    return { outcome: "stored", released: applied.released ?? [] };
  }

  /** Removes records that no checkpoint depends on. */
  async collect(documents: readonly number[]): Promise<void> {
    await this.connection.transaction(async (query) => {
      await query(`SELECT ${this.schema}.tidemark_lock_maintenance()`);
      await query(`SELECT ${this.schema}.tidemark_release($1, '{}')`, [documents]);
    });
  }

  /** Reads a page in one round trip, newest first. Its records are added to `deltas`. */
  async readPage(wanted: Wanted, deltas: StoredDeltas): Promise<Page> {
    await this.prepare();
    return readPage(this.connection.query, this.schema, wanted, deltas);
  }

  /** Reads records, and not what they depend on. */
  async readOnly(documents: readonly number[], deltas: StoredDeltas): Promise<void> {
    const rows = await this.connection.query(
      `SELECT d.* FROM unnest($1::bigint[]) AS w (id) CROSS JOIN LATERAL (
         SELECT o.id, o.base, o.links, o.whole, o.changed, o.sum AS hash, o.body
         FROM ${this.schema}.tidemark_checkpoints o WHERE o.id = w.id LIMIT 1
       ) AS d`,
      [documents],
    );
    addRecords(rows, deltas);
  }

  /** Reads records and all that they depend on. */
  async readRecords(documents: readonly number[], deltas: StoredDeltas): Promise<void> {
    const rows = await this.connection.query(
      `SELECT id, base, links, whole, changed, sum AS hash, body FROM ${this.schema}.tidemark_trees($1::bigint[], '{}')`,
      [documents],
    );
    addRecords(rows, deltas);
  }

  /** Reads the stored values of snapshots in one round trip, or in none when they are known. */
  async readValues(trees: Iterable<ValueNode>, known: KnownValues): Promise<void> {
    const missing = new Set<number>();
    for (const tree of trees) for (const { id } of rowsOf(tree)) if (id !== null) missing.add(id);
    await this.readValuesOf(missing, known);
  }

  /** Reads stored values by their ids. */
  async readValuesOf(ids: Iterable<number>, known: KnownValues): Promise<void> {
    const missing = [...ids].filter((id) => !known.has(id));
    if (missing.length === 0) return;
    const found = await this.connection.query(
      `SELECT v.* FROM unnest($1::bigint[]) AS w (id) CROSS JOIN LATERAL (
         SELECT o.id, replace(o.hash::text, '-', '') AS hash, o.body FROM ${this.schema}.tidemark_values o WHERE o.id = w.id LIMIT 1
       ) AS v`,
      [missing],
    );
    addValues(found, { known, serializer: this.serializer });
  }
}

/** The id of a value that is stored already, with its hash as the writer knows it. */
function idIn(
  known: Readonly<Record<string, number>>,
  hash: string,
  secret: NumberedSecret | null,
): readonly (readonly [string, number])[] {
  const id = known[digestOf(secret, hash)];
  return id === undefined ? [] : [[hash, id]];
}
