import type { Clock } from "../../kernel/clock.ts";
import { checkpointErrors } from "../../kernel/errors.ts";
import { type ItemDatabase, type ItemSealing, ItemStore, type Work, type WorkKind } from "../../store/item-store.ts";
import { Connection, type PostgresPool, type Query } from "../connection.ts";
import { KEYS_TABLE } from "../key-tables.ts";
import type { PostgresKeys } from "../keys.ts";
import { quoted } from "../schema.ts";

/** Keys and tags may contain NUL, which the type `text` does not store. */
const tableOf = (table: string): string => `
  CREATE TABLE IF NOT EXISTS ${table} (
    path text COLLATE "C" NOT NULL,
    key bytea NOT NULL,
    value text NOT NULL,
    etag bytea,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    added bigint GENERATED ALWAYS AS IDENTITY,
    namespace_added bigint NOT NULL,
    PRIMARY KEY (path, key)
  )`;

/** A store in the schema of a saver on Postgres. `prepare` creates the schema. */
export interface PostgresItemsOptions {
  readonly schema: string;
  readonly clock: Pick<Clock, "now">;
  readonly prepare: () => Promise<void>;
  /** Secrets of the schema. Null if it is not encrypted. */
  readonly keys: PostgresKeys | null;
}

/** Store of the values of users on Postgres. Its table is created at the first use. */
export class PostgresItems extends ItemStore {
  readonly #table: ItemTable;

  constructor(pool: PostgresPool, options: PostgresItemsOptions) {
    const table = new ItemTable(pool, options);
    super(table, options.clock);
    this.#table = table;
  }

  /** Creates the table if it is missing. */
  setup(): Promise<void> {
    return this.#table.setup();
  }
}

class ItemTable implements ItemDatabase {
  readonly table: string;
  readonly sealing: ItemSealing | null;
  readonly nextNumber: string;
  readonly #connection: Connection;
  readonly #options: PostgresItemsOptions;
  #prepared: Promise<void> | null = null;

  constructor(pool: PostgresPool, options: PostgresItemsOptions) {
    this.#connection = new Connection(pool, options.schema);
    this.table = `${quoted(options.schema)}.tidemark_items`;
    this.nextNumber = `nextval(pg_get_serial_sequence('${this.table.replaceAll("'", "''")}', 'added'))`;
    this.#options = options;
    this.sealing = options.keys?.items ?? null;
  }

  async setup(): Promise<void> {
    this.#prepared ??= this.#create();
    try {
      await this.#prepared;
    } catch (error) {
      this.#prepared = null;
      throw error;
    }
  }

  async run<Result>(work: () => Work<Result>, kind: WorkKind): Promise<Result> {
    await this.setup();
    const run = async (query: Query) => {
      const steps = work();
      let step = steps.next([]);
      while (step.done !== true) {
        const [text, values] = step.value;
        step = steps.next(await query(text, [...values]));
      }
      return step.value;
    };
    return kind === "transaction" ? this.#connection.transaction(run) : run(this.#connection.query);
  }

  async #create(): Promise<void> {
    const { keys, prepare, schema } = this.#options;
    if (keys !== null) await prepare();
    const [found] = await this.#connection.query(
      "SELECT to_regclass($1) IS NOT NULL AS found, to_regclass($2) IS NOT NULL AS encrypted",
      [this.table, `${quoted(schema)}.${KEYS_TABLE}`],
    );
    if (keys === null && found?.["encrypted"] === true) throw checkpointErrors.encrypted({ table: KEYS_TABLE });
    if (found?.["found"] === true) return;
    await prepare();
    await this.#connection.transaction(
      async (query) => {
        await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_items'), hashtext($1))", [schema]);
        await query(tableOf(this.table));
      },
      { made: false },
    );
  }
}
