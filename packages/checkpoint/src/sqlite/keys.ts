import type { DatabaseSync } from "node:sqlite";
import { ApplicationKeys, type Encryption } from "../encryption/application-key.ts";
import { itemSealing } from "../encryption/sealed-items.ts";
import type { NumberedSecret, Secrets } from "../encryption/sealing.ts";
import { newSecret, Secret } from "../encryption/secret.ts";
import { checkpointErrors } from "../kernel/errors.ts";
import type { ItemSealing } from "../store/item-store.ts";
import { atomically, hasTable } from "./schema.ts";
import { Statement } from "./statement.ts";

/** Secrets, wrapped by the key of the application, and the threads that they are of. A copy of a thread has the same one. */
const TABLES = `
  CREATE TABLE tidemark_keys (id INTEGER PRIMARY KEY AUTOINCREMENT, wrapped BLOB NOT NULL) STRICT;
  CREATE TABLE tidemark_thread_keys (thread_id TEXT PRIMARY KEY, key INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX tidemark_thread_keys_by_key ON tidemark_thread_keys (key);`;

/** Whose secret is that of the store: no thread has this id. */
const STORE = "";

/** Tables that have rows once something was stored. */
const CONTENTS = ["checkpoints", "tidemark_writes", "tidemark_items"];

/**
 * Secrets of the threads in a SQLite database.
 *
 * @internal
 */
export class SqliteKeys implements Secrets {
  readonly #keys: ApplicationKeys;
  readonly #known = new Map<number, NumberedSecret>();
  readonly #threads = new Map<string, NumberedSecret>();
  readonly #statements: Readonly<Record<"thread" | "key" | "add" | "name" | "forget" | "drop", Statement>>;

  private constructor(database: DatabaseSync, keys: ApplicationKeys) {
    this.#keys = keys;
    const sql = (text: string): Statement => new Statement(database.prepare(text));
    this.#statements = {
      thread: sql(
        "SELECT k.id, k.wrapped FROM tidemark_thread_keys t JOIN tidemark_keys k ON k.id = t.key WHERE t.thread_id = ?",
      ),
      key: sql("SELECT id, wrapped FROM tidemark_keys WHERE id = ?"),
      add: sql("INSERT INTO tidemark_keys (wrapped) VALUES (?)"),
      name: sql("INSERT OR REPLACE INTO tidemark_thread_keys (thread_id, key) VALUES (?, ?)"),
      forget: sql("DELETE FROM tidemark_thread_keys WHERE thread_id = ? RETURNING key"),
      drop: sql(
        "DELETE FROM tidemark_keys WHERE id = ? AND NOT EXISTS (SELECT 1 FROM tidemark_thread_keys WHERE key = ?)",
      ),
    };
  }

  /**
   * The secrets of a database. Null for one that is not encrypted. Throws `checkpoint/encrypted`, `checkpoint/notEncrypted`,
   * `checkpoint/wrongKey` and `checkpoint/unusableKey`.
   */
  static of(database: DatabaseSync, encryption: Encryption | undefined): SqliteKeys | null {
    if (encryption === undefined) {
      if (hasTable(database, "tidemark_keys")) throw checkpointErrors.encrypted({ table: "tidemark_keys" });
      return null;
    }
    const keys = new ApplicationKeys(encryption);
    // A deleted key must not stay in free pages.
    database.exec("PRAGMA secure_delete = ON");
    if (!hasTable(database, "tidemark_keys")) {
      atomically(database, () => {
        // Another process may have come first.
        if (hasTable(database, "tidemark_keys")) return;
        requireNothingStored(database);
        database.exec(TABLES);
        new SqliteKeys(database, keys).forThread(STORE);
      });
    }
    const found = new SqliteKeys(database, keys);
    if (keys.rotates) atomically(database, () => rotate(database, keys));
    // A wrong key is refused before anything is read or written.
    found.ofThread(STORE);
    return found;
  }

  /** Encrypts and opens the values of items. */
  get items(): ItemSealing {
    return itemSealing(() => this.forThread(STORE));
  }

  ofThread(threadId: string): NumberedSecret | null {
    const known = this.#threads.get(threadId);
    if (known !== undefined) return known;
    const row = this.#statements.thread.get(threadId);
    return row === undefined ? null : this.#keep(this.#opened(row), threadId);
  }

  forThread(threadId: string): NumberedSecret {
    const known = this.ofThread(threadId);
    if (known !== null) return known;
    const bytes = newSecret();
    const number = Number(this.#statements.add.run(this.#keys.wrap(bytes)).lastInsertRowid);
    this.#statements.name.run(threadId, number);
    return this.#keep({ number, secret: new Secret(bytes) }, threadId);
  }

  numbered(number: number): NumberedSecret | null {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const row = this.#statements.key.get(number);
    return row === undefined ? null : this.#keep(this.#opened(row));
  }

  /** Clears what is in memory: a transaction that has made a secret was rolled back, or a secret was deleted. */
  forget(): void {
    this.#known.clear();
    this.#threads.clear();
  }

  /** Gives a copy the secret of the thread that it is a copy of: they share values. Called inside a transaction. */
  share(from: string, to: string): void {
    this.#statements.name.run(to, this.forThread(from).number);
    this.forget();
  }

  /** Deletes the secret of a thread, unless a copy has the same. Called inside a transaction. */
  delete(threadId: string): void {
    this.forget();
    const number = this.#statements.forget.get(threadId)?.["key"];
    if (typeof number === "number") this.#statements.drop.run(number, number);
  }

  #opened(row: Record<string, unknown>): NumberedSecret {
    const number = Number(row["id"]);
    const { wrapped } = row;
    const opened = wrapped instanceof Uint8Array ? this.#keys.unwrap(wrapped) : null;
    if (opened === null) throw checkpointErrors.wrongKey({ secret: number });
    return { number, secret: new Secret(opened.secret) };
  }

  #keep(secret: NumberedSecret, threadId?: string): NumberedSecret {
    if (this.#known.size >= MOST_KNOWN || this.#threads.size >= MOST_KNOWN) this.forget();
    this.#known.set(secret.number, secret);
    if (threadId !== undefined) this.#threads.set(threadId, secret);
    return secret;
  }
}

/** Maximum number of secrets in memory. */
const MOST_KNOWN = 1_000;

function requireNothingStored(database: DatabaseSync): void {
  for (const table of CONTENTS) {
    if (!hasTable(database, table)) continue;
    if (database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined)
      throw checkpointErrors.notEncrypted({ table });
  }
}

/** Wraps the secrets again that an older key has wrapped. */
function rotate(database: DatabaseSync, keys: ApplicationKeys): void {
  const update = database.prepare("UPDATE tidemark_keys SET wrapped = ? WHERE id = ?");
  for (const { id, wrapped } of database.prepare("SELECT id, wrapped FROM tidemark_keys").all()) {
    const opened = wrapped instanceof Uint8Array ? keys.unwrap(wrapped) : null;
    if (opened === null) throw checkpointErrors.wrongKey({ secret: Number(id) });
    if (opened.isOld) update.run(keys.wrap(opened.secret), id ?? null);
  }
}
