import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";
import type { Clock } from "../../clock.ts";
import { passes } from "../../items/filter.ts";
import { listNamespaces, pathOf, pathsInside, requireKey } from "../../items/namespace.ts";
import { isPut, requireSupported, writesOf } from "../../items/operations.ts";
import { itemOf, textOfItem } from "../../items/stored-item.ts";
import { COMPARE_AND_SET, type SwapOperation } from "../../store/compare-and-set.ts";
import { Connection, type PostgresPool, type Query, type Row } from "../connection.ts";
import { quoted } from "../schema.ts";

/** Keys and tags may contain NUL, which the type `text` does not store. */
const tableOf = (schema: string): string => `
  CREATE TABLE IF NOT EXISTS ${schema}.tidemark_items (
    path text COLLATE "C" NOT NULL,
    key bytea NOT NULL,
    value text NOT NULL,
    etag bytea,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    -- Items are listed in the order in which their namespaces, and then they themselves, were added.
    added bigint GENERATED ALWAYS AS IDENTITY,
    namespace_added bigint NOT NULL,
    PRIMARY KEY (path, key)
  )`;

/** A store in the schema of a saver on Postgres. `prepare` creates the schema. */
export interface PostgresItemsOptions {
  readonly schema: string;
  readonly clock: Pick<Clock, "now">;
  readonly prepare: () => Promise<void>;
}

/** Store of the values of users on Postgres. Its table is created at the first use. */
export class PostgresItems extends BaseStore {
  readonly #connection: Connection;
  readonly #table: string;
  readonly #options: PostgresItemsOptions;
  #prepared: Promise<void> | null = null;

  constructor(pool: PostgresPool, options: PostgresItemsOptions) {
    super();
    this.#connection = new Connection(pool, options.schema);
    this.#table = `${quoted(options.schema)}.tidemark_items`;
    this.#options = options;
  }

  /** Creates the table if it is missing. */
  async setup(): Promise<void> {
    this.#prepared ??= this.#create();
    try {
      await this.#prepared;
    } catch (error) {
      this.#prepared = null;
      throw error;
    }
  }

  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    for (const operation of operations) requireSupported(operation);
    const puts = writesOf(operations);
    // What cannot be stored or read throws before anything is.
    const writes = puts.map((operation) => this.#write(operation));
    await this.setup();
    const run = async (query: Query) => {
      const results: unknown[] = [];
      for (const operation of operations) results.push(await this.#read(query, operation));
      for (const write of writes) await write(query);
      return results;
    };
    const results = writes.length === 0 ? await run(this.#connection.query) : await this.#connection.transaction(run);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one result for each operation, of its kind
    return results as OperationResults<Operations>;
  }

  /** Stores a value if its item is still the one with this `etag`. */
  async [COMPARE_AND_SET]({ namespace, key, etag, value }: SwapOperation): Promise<boolean> {
    const row = this.#rowOf({ namespace: [...namespace], key, value: { ...value } });
    await this.setup();
    const stored =
      etag === null
        ? await this.#connection.query(`${this.#insert} ON CONFLICT (path, key) DO NOTHING RETURNING 1`, row)
        : await this.#connection.query(
            `UPDATE ${this.#table} SET value = $3, etag = $4, updated_at = $5
             WHERE path = $1 AND key = $2 AND etag = $6 RETURNING 1`,
            [...row, bytesOf(etag)],
          );
    return stored.length === 1;
  }

  async #create(): Promise<void> {
    const [found] = await this.#connection.query("SELECT to_regclass($1) IS NOT NULL AS found", [this.#table]);
    if (found?.["found"] === true) return;
    await this.#options.prepare();
    await this.#connection.transaction(
      async (query) => {
        await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_items'), hashtext($1))", [this.#options.schema]);
        await query(tableOf(quoted(this.#options.schema)));
      },
      { made: false },
    );
  }

  async #read(query: Query, operation: Operation): Promise<Item | SearchItem[] | string[][] | null> {
    if (isPut(operation)) return null;
    if ("namespacePrefix" in operation) return await this.#search(query, operation);
    return "key" in operation ? await this.#get(query, operation) : await this.#list(query, operation);
  }

  async #get(query: Query, { namespace, key }: GetOperation): Promise<Item | null> {
    const path = pathOf(namespace);
    requireKey(key);
    const [row] = await query(`${this.#items} WHERE path = $1 AND key = $2`, [path, bytesOf(key)]);
    return row === undefined ? null : readItem(row);
  }

  async #search(
    query: Query,
    { namespacePrefix, filter = {}, limit = 10, offset = 0 }: SearchOperation,
  ): Promise<SearchItem[]> {
    if (limit <= 0) return [];
    const inside = pathsInside(namespacePrefix);
    const where = inside === null ? "" : "WHERE path = $1 OR (path >= $2 AND path < $3)";
    const values = inside === null ? [] : [inside.path, inside.from, inside.to];
    const isFiltered = Object.keys(filter).length > 0;
    const page = isFiltered ? "" : `LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}`;
    const rows = await query(`${this.#items} ${where} ORDER BY namespace_added, added ${page}`, values);
    const items = rows.map(readItem);
    return isFiltered ? items.filter((item) => passes(item.value, filter)).slice(offset, offset + limit) : items;
  }

  async #list(query: Query, wanted: ListNamespacesOperation): Promise<string[][]> {
    const rows = await query(`SELECT DISTINCT path FROM ${this.#table}`);
    return listNamespaces(
      rows.map(({ path }) => String(path)),
      wanted,
    );
  }

  #write({ namespace, key, value }: PutOperation): (query: Query) => Promise<unknown> {
    if (value === null) {
      const path = pathOf(namespace);
      requireKey(key);
      return (query) => query(`DELETE FROM ${this.#table} WHERE path = $1 AND key = $2`, [path, bytesOf(key)]);
    }
    const row = this.#rowOf({ namespace, key, value });
    const update = "DO UPDATE SET value = excluded.value, etag = excluded.etag, updated_at = excluded.updated_at";
    return (query) => query(`${this.#insert} ON CONFLICT (path, key) ${update}`, row);
  }

  #rowOf({ namespace, key, value }: PutOperation): unknown[] {
    const path = pathOf(namespace);
    requireKey(key);
    const etag: unknown = value?.["etag"];
    return [
      path,
      bytesOf(key),
      textOfItem(value),
      typeof etag === "string" ? bytesOf(etag) : null,
      this.#options.clock.now(),
    ];
  }

  get #insert(): string {
    return `INSERT INTO ${this.#table} AS item (path, key, value, etag, created_at, updated_at, namespace_added)
      SELECT $1, $2, $3, $4, $5, $5, coalesce(
        (SELECT min(namespace_added) FROM ${this.#table} WHERE path = $1),
        nextval(pg_get_serial_sequence('${this.#table.replaceAll("'", "''")}', 'added'))
      )`;
  }

  get #items(): string {
    return `SELECT path, key, value, created_at AS "createdAt", updated_at AS "updatedAt" FROM ${this.#table}`;
  }
}

const bytesOf = (key: string): Uint8Array => Buffer.from(key, "utf8");

/** `pg` gives the bytes of a key as a buffer. */
const readItem = ({ key, ...row }: Row): Item =>
  itemOf({ ...row, key: Buffer.isBuffer(key) ? key.toString("utf8") : key });
