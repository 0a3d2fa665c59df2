import type { DatabaseSync } from "node:sqlite";
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
import { rememberFiles } from "../locks/open-file.ts";
import { atomically, atOneMoment, open, withReadableFailures } from "../schema.ts";

/** Tables beside those of `sqliteSaver`, which may be in the same file. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS tidemark_namespaces (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS tidemark_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    namespace INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (namespace, key)
  ) STRICT;`;

const COLUMNS = "path, key, value, created_at AS createdAt, updated_at AS updatedAt";
const ITEMS = `SELECT ${COLUMNS} FROM tidemark_namespaces AS n JOIN tidemark_items AS i ON i.namespace = n.id`;

/** A store on SQLite. */
export interface SqliteStore extends BaseStore {
  /** The connection. */
  readonly database: DatabaseSync;
  /** Closes the connection. Every later call throws `checkpoint/unavailable`. */
  close(): void;
}

/** Opens a store on a connection. */
export function sqliteStoreOf(database: DatabaseSync, clock: Pick<Clock, "now">): SqliteStore {
  withReadableFailures(() => {
    // An existing table needs no lock.
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tidemark_items'").get() !== undefined) return;
    atomically(database, () => database.exec(TABLES));
  });
  rememberFiles(database);
  return new Items(database, clock);
}

class Items extends BaseStore implements SqliteStore {
  readonly database: DatabaseSync;
  readonly #clock: Pick<Clock, "now">;

  constructor(database: DatabaseSync, clock: Pick<Clock, "now">) {
    super();
    this.database = database;
    this.#clock = clock;
  }

  // oxlint-disable-next-line typescript/require-await -- the base class requires a promise, also for an error
  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    for (const operation of operations) requireSupported(operation);
    // As in LangGraph's own stores, reads of a batch do not see its writes.
    const puts = writesOf(operations);
    const run = () => {
      const results = operations.map((operation) => this.#read(operation));
      for (const operation of puts) this.#put(operation);
      return results;
    };
    const results = withReadableFailures(() =>
      puts.length === 0 ? atOneMoment(this.database, run) : atomically(open(this.database), run),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one result for each operation, of its kind
    return results as OperationResults<Operations>;
  }

  /** Stores a value if its item is still the one with this `etag`. */
  // oxlint-disable-next-line typescript/require-await -- the port requires a promise
  async [COMPARE_AND_SET]({ namespace, key, etag, value }: SwapOperation): Promise<boolean> {
    return withReadableFailures(() =>
      atomically(open(this.database), () => {
        const found = this.#get({ namespace: [...namespace], key });
        const before: unknown = found?.value["etag"] ?? null;
        if (before !== etag || (found !== null && etag === null)) return false;
        this.#put({ namespace: [...namespace], key, value: { ...value } });
        return true;
      }),
    );
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  #read(operation: Operation): Item | SearchItem[] | string[][] | null {
    if (isPut(operation)) return null;
    if ("namespacePrefix" in operation) return this.#search(operation);
    return "key" in operation ? this.#get(operation) : this.#list(operation);
  }

  #get({ namespace, key }: GetOperation): Item | null {
    const path = pathOf(namespace);
    requireKey(key);
    const row = this.database.prepare(`${ITEMS} WHERE path = ? AND key = ?`).get(path, key);
    return row === undefined ? null : itemOf(row);
  }

  #search({ namespacePrefix, filter = {}, limit = 10, offset = 0 }: SearchOperation): SearchItem[] {
    const inside = pathsInside(namespacePrefix);
    const where = inside === null ? "" : "WHERE path = :path OR (path >= :from AND path < :to)";
    const statement = this.database.prepare(`${ITEMS} ${where} ORDER BY n.id, i.id`);
    const rows = inside === null ? statement.iterate() : statement.iterate(inside);
    const found: SearchItem[] = [];
    let skipped = 0;
    if (limit <= 0) return found;
    for (const row of rows) {
      const item = itemOf(row);
      if (!passes(item.value, filter)) continue;
      if (skipped < offset) skipped += 1;
      else found.push(item);
      if (found.length >= limit) break;
    }
    return found;
  }

  #list(query: ListNamespacesOperation): string[][] {
    const rows = this.database.prepare("SELECT path FROM tidemark_namespaces").all();
    return listNamespaces(
      rows.map(({ path }) => String(path)),
      query,
    );
  }

  #put({ namespace, key, value }: PutOperation): void {
    const path = pathOf(namespace);
    requireKey(key);
    if (value === null) {
      this.#delete(path, key);
      return;
    }
    const now = this.#clock.now();
    const prepare = (sql: string) => this.database.prepare(sql);
    prepare("INSERT INTO tidemark_namespaces (path) VALUES (?) ON CONFLICT DO NOTHING").run(path);
    prepare(
      `INSERT INTO tidemark_items (namespace, key, value, created_at, updated_at)
       VALUES ((SELECT id FROM tidemark_namespaces WHERE path = :path), :key, :value, :now, :now)
       ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    ).run({ path, key, value: textOfItem(value), now });
  }

  #delete(path: string, key: string): void {
    const prepare = (sql: string) => this.database.prepare(sql);
    const ofNamespace = "namespace = (SELECT id FROM tidemark_namespaces WHERE path = ?)";
    prepare(`DELETE FROM tidemark_items WHERE ${ofNamespace} AND key = ?`).run(path, key);
    // A namespace may contain the id of a person, so an empty one is not kept.
    prepare(
      "DELETE FROM tidemark_namespaces WHERE path = ? AND NOT EXISTS (SELECT 1 FROM tidemark_items WHERE namespace = tidemark_namespaces.id)",
    ).run(path);
  }
}
