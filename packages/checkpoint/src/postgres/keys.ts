import type { ApplicationKeys } from "../encryption/application-key.ts";
import { itemSealing } from "../encryption/sealed-items.ts";
import { openedRows } from "../encryption/sealed-rows.ts";
import { type NumberedSecret, openBody, secretOf } from "../encryption/sealing.ts";
import { newSecret, Secret } from "../encryption/secret.ts";
import { checkpointErrors } from "../kernel/errors.ts";
import { storedId } from "../saver/stored-id.ts";
import type { ItemSealing } from "../store/item-store.ts";
import type { Connection, Query, Row } from "./connection.ts";
import { KEYS_TABLE, keyTablesOf } from "./key-tables.ts";

/** Whose secret is that of the store: no thread has this id. */
const STORE = "";

/** Tables that have rows once something was stored. */
const CONTENTS = ["tidemark_checkpoints", "tidemark_writes", "tidemark_items"];

/** Maximum number of secrets in memory. */
const MOST_KNOWN = 1_000;

/** Place of metadata and of writes: the keyed checksums of their rows say where they belong. */
export const ROW = "row";

/**
 * Secrets of the threads in a schema of Postgres.
 *
 * @internal
 */
export class PostgresKeys {
  readonly #keys: ApplicationKeys;
  readonly #known = new Map<number, NumberedSecret>();
  readonly #threads = new Map<string, NumberedSecret>();
  #schema = "";
  #store: NumberedSecret | null = null;

  constructor(keys: ApplicationKeys) {
    this.#keys = keys;
  }

  /**
   * Creates the tables of keys if they are missing, and wraps again what an older key has wrapped. Throws `checkpoint/notEncrypted` and
   * `checkpoint/wrongKey`.
   */
  async prepare(connection: Connection, schema: string, name: string): Promise<void> {
    this.#schema = schema;
    if (!(await hasTable(connection.query, schema, KEYS_TABLE))) {
      await connection.transaction(
        async (query) => {
          await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_keys'), hashtext($1))", [name]);
          if (await hasTable(query, schema, KEYS_TABLE)) return;
          await requireNothingStored(query, schema);
          await query(keyTablesOf(schema));
        },
        { made: false },
      );
    }
    if (this.#keys.rotates) await connection.transaction((query) => this.#rotate(query, name));
    this.#store = await this.forThread(connection.query, STORE);
  }

  /** Encrypts and opens the values of items. */
  get items(): ItemSealing {
    return itemSealing(() => {
      if (this.#store === null) throw checkpointErrors.unavailable({ problem: "its keys have not been read" });
      return this.#store;
    });
  }

  /** The secret of a thread, which is made for a new thread. Throws `checkpoint/wrongKey`. */
  async forThread(query: Query, threadId: string): Promise<NumberedSecret> {
    const known = this.#threads.get(threadId);
    if (known !== undefined) return known;
    const fresh = this.#keys.wrap(newSecret());
    const [row] = await query(`SELECT id, wrapped FROM ${this.#schema}.tidemark_key($1, $2)`, [
      storedId(threadId),
      fresh,
    ]);
    const secret = this.#opened(row ?? {});
    if (this.#threads.size >= MOST_KNOWN) this.#threads.clear();
    this.#threads.set(threadId, secret);
    return secret;
  }

  /** Clears the secret of a thread in memory: it may have been deleted. */
  forget(threadId: string): void {
    this.#threads.delete(threadId);
  }

  /** Gives a copy the secret of the thread that it is a copy of: they share values. Called inside a transaction. */
  async share(query: Query, from: string, to: string): Promise<void> {
    this.forget(from);
    const { number } = await this.forThread(query, from);
    await query(
      `INSERT INTO ${this.#schema}.tidemark_thread_keys (thread_id, key) VALUES ($1, $2)
       ON CONFLICT (thread_id) DO UPDATE SET key = EXCLUDED.key`,
      [storedId(to), number],
    );
    this.forget(to);
  }

  /** Deletes the secret of a thread, unless a copy has the same. Called inside a transaction. */
  async delete(query: Query, threadId: string): Promise<void> {
    this.forget(threadId);
    const [row] = await query(`DELETE FROM ${this.#schema}.tidemark_thread_keys WHERE thread_id = $1 RETURNING key`, [
      storedId(threadId),
    ]);
    if (row === undefined) return;
    this.#known.delete(Number(row["key"]));
    await query(
      `DELETE FROM ${this.#schema}.tidemark_keys k
       WHERE k.id = $1 AND NOT EXISTS (SELECT FROM ${this.#schema}.tidemark_thread_keys t WHERE t.key = $1)`,
      [row["key"]],
    );
  }

  /** Rows as they were before they were encrypted. Reads the secrets that they need in one query. Throws `checkpoint/wrongKey`. */
  async open(rows: readonly Row[], query: Query): Promise<readonly Row[]> {
    const [first] = rows;
    if (first === undefined || !("body" in first || "described" in first)) return rows;
    const secrets = await this.#secretsOf(rows, query);
    const numbered = (number: number): NumberedSecret | null => secrets.get(number) ?? null;
    return rows.map((row) => openedRow(row, { numbered }));
  }

  async #secretsOf(rows: readonly Row[], query: Query): Promise<ReadonlyMap<number, NumberedSecret>> {
    const found = new Map<number, NumberedSecret>();
    const missing = new Set<number>();
    for (const { body, described } of rows) {
      for (const number of [secretOf(body), secretOf(described)]) {
        if (number === null) continue;
        const known = this.#known.get(number);
        if (known === undefined) missing.add(number);
        else found.set(number, known);
      }
    }
    if (missing.size === 0) return found;
    const sql = `SELECT id, wrapped FROM ${this.#schema}.tidemark_keys WHERE id = ANY ($1::bigint[])`;
    for (const row of await query(sql, [[...missing]])) found.set(Number(row["id"]), this.#opened(row));
    return found;
  }

  #opened({ id, wrapped }: Row): NumberedSecret {
    const number = Number(id);
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const opened = wrapped instanceof Uint8Array ? this.#keys.unwrap(wrapped) : null;
    if (opened === null) throw checkpointErrors.wrongKey({ secret: number });
    const secret = { number, secret: new Secret(opened.secret) };
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(number, secret);
    return secret;
  }

  async #rotate(query: Query, name: string): Promise<void> {
    await query("SELECT pg_advisory_xact_lock(hashtext('tidemark_keys'), hashtext($1))", [name]);
    for (const { id, wrapped } of await query(`SELECT id, wrapped FROM ${this.#schema}.tidemark_keys`)) {
      const opened = wrapped instanceof Uint8Array ? this.#keys.unwrap(wrapped) : null;
      if (opened === null) throw checkpointErrors.wrongKey({ secret: Number(id) });
      if (!opened.isOld) continue;
      const again = this.#keys.wrap(opened.secret);
      await query(`UPDATE ${this.#schema}.tidemark_keys SET wrapped = $2 WHERE id = $1`, [id, again]);
    }
  }
}

type Numbered = Parameters<typeof openBody>[0];

/** A row with its body and its metadata as they were. `sealedBy` is the secret that its checksum was made with. */
function openedRow(row: Row, secrets: Numbered): Row {
  const { body = null, described = null } = row;
  if (described !== null) {
    const sealedBy = secrets.numbered(secretOf(described) ?? 0);
    return { ...row, described: openBody(secrets, described, ROW), sealedBy };
  }
  if (body === null) return row;
  if (row["kind"] === "writes")
    return { ...row, body: openBody(secrets, body, ROW), sealedBy: secrets.numbered(secretOf(body) ?? 0) };
  const [opened = row] = openedRows(secrets, [row], typeof row["hash"] === "string" ? "value" : "document");
  return opened;
}

async function hasTable(query: Query, schema: string, table: string): Promise<boolean> {
  const [row] = await query("SELECT to_regclass($1) IS NOT NULL AS found", [`${schema}.${table}`]);
  return row?.["found"] === true;
}

async function requireNothingStored(query: Query, schema: string): Promise<void> {
  for (const table of CONTENTS) {
    if (!(await hasTable(query, schema, table))) continue;
    const rows = await query(`SELECT FROM ${schema}.${table} LIMIT 1`);
    if (rows.length > 0) throw checkpointErrors.notEncrypted({ table });
  }
}
