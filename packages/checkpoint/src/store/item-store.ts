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
import { checkpointErrors } from "../kernel/errors.ts";
import type { Clock } from "../kernel/clock.ts";
import { COMPARE_AND_SET, type SwapOperation } from "./compare-and-set.ts";
import { passes } from "./filter.ts";
import { listNamespaces, pathOf, pathsInside, requireKey } from "./namespace.ts";
import { isPut, requireSupported, writesOf } from "./operations.ts";
import { itemOf, textOfItem } from "./stored-item.ts";

type Row = Readonly<Record<string, unknown>>;

/** A statement, whose values are named `$1`, `$2` and so on. */
type Statement = readonly [text: string, values: readonly (string | number | Uint8Array | null)[]];

/** Work on a database: yields statements, and is given their rows. */
export type Work<Result> = Generator<Statement, Result, readonly Row[]>;

/** Work that only reads, that is one statement, or that writes completely or not at all. */
export type WorkKind = "reads" | "statement" | "transaction";

/** A database that has a table of items, with what is not the same in all of them. */
export interface ItemDatabase {
  /**
   * Name of the table. It has the columns `path`, `key`, `value`, `etag`, `created_at` and `updated_at`, the key and the etag as bytes, and
   * numbers in the order in which its namespaces, and then the items themselves, were added: `namespace_added` and `added`.
   */
  readonly table: string;
  /** Expression for a number that is greater than every one that was given before. */
  readonly nextNumber: string;
  /** Null if items are not encrypted. */
  readonly sealing: ItemSealing | null;
  /** Called before anything else, also before an item is encrypted. */
  readonly setup?: () => Promise<void>;
  /** Runs work. What others got in the way of may be made and run again. */
  run<Result>(work: () => Work<Result>, kind: WorkKind): Promise<Result>;
}

/** Encrypts the values of items for their places. */
export interface ItemSealing {
  seal(text: string, place: readonly string[]): string;
  /** The text. Null if it is not what was encrypted for the place. Throws `checkpoint/wrongKey`. */
  open(stored: string, place: readonly string[]): string | null;
}

/** Maximum number of items that a search reads at once. */
const PAGE = 256;

/**
 * A store of LangGraph on a database that understands SQL.
 *
 * @internal
 */
export class ItemStore extends BaseStore {
  readonly #database: ItemDatabase;
  readonly #clock: Pick<Clock, "now">;

  constructor(database: ItemDatabase, clock: Pick<Clock, "now">) {
    super();
    this.#database = database;
    this.#clock = clock;
  }

  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    for (const operation of operations) requireSupported(operation);
    if (this.#database.sealing !== null) await this.#database.setup?.();
    // What cannot be stored throws before anything is.
    const writes = writesOf(operations).map((operation) => this.#put(operation));
    const kind = writes.length > 0 ? "transaction" : "reads";
    const results = await this.#database.run(() => this.#batch(operations, writes), kind);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one result for each operation, of its kind
    return results as OperationResults<Operations>;
  }

  /** Stores a value if its item is still the one with this `etag`. */
  async [COMPARE_AND_SET]({ namespace, key, etag, value }: SwapOperation): Promise<boolean> {
    if (this.#database.sealing !== null) await this.#database.setup?.();
    const row = this.#rowOf({ namespace: [...namespace], key, value: { ...value } });
    const statement: Statement =
      etag === null
        ? [`${this.#insert} ON CONFLICT (path, key) DO NOTHING RETURNING 1`, row]
        : [
            `UPDATE ${this.#database.table} SET value = $3, etag = $4, updated_at = $5
             WHERE path = $1 AND key = $2 AND etag = $6 RETURNING 1`,
            [...row, bytesOf(etag)],
          ];
    const stored = await this.#database.run(() => rowsOf(statement), "statement");
    return stored.length === 1;
  }

  /** As in LangGraph's own stores, reads of a batch do not see its writes. */
  *#batch(operations: readonly Operation[], writes: readonly Statement[]): Work<readonly unknown[]> {
    const results: unknown[] = [];
    for (const operation of operations) results.push(yield* this.#read(operation));
    for (const write of writes) yield write;
    return results;
  }

  *#read(operation: Operation): Work<Item | SearchItem[] | string[][] | null> {
    if (isPut(operation)) return null;
    if ("namespacePrefix" in operation) return yield* this.#search(operation);
    return "key" in operation ? yield* this.#get(operation) : yield* this.#list(operation);
  }

  *#get({ namespace, key }: GetOperation): Work<Item | null> {
    const path = pathOf(namespace);
    requireKey(key);
    const [row] = yield [`${this.#items} WHERE path = $1 AND key = $2`, [path, bytesOf(key)]];
    return row === undefined ? null : this.#readItem(row);
  }

  *#search({ namespacePrefix, filter = {}, limit = 10, offset = 0 }: SearchOperation): Work<SearchItem[]> {
    const inside = pathsInside(namespacePrefix);
    const isFiltered = Object.keys(filter).length > 0;
    const wanted = Math.trunc(offset + limit);
    const most = isFiltered ? PAGE : Math.min(PAGE, wanted);
    const found: SearchItem[] = [];
    if (limit <= 0) return [];
    for (let after: Row | undefined; found.length < wanted;) {
      const last = after === undefined ? [-1, -1] : [Number(after["namespace_added"]), Number(after["added"])];
      const where = inside === null ? "" : "AND (path = $4 OR (path >= $5 AND path < $6))";
      const rows = yield [
        `${this.#items} WHERE (namespace_added, added) > ($1, $2) ${where} ORDER BY namespace_added, added LIMIT $3`,
        [...last, most, ...(inside === null ? [] : [inside.path, inside.from, inside.to])],
      ];
      found.push(...rows.map((row) => this.#readItem(row)).filter((item) => passes(item.value, filter)));
      after = rows.at(-1);
      if (rows.length < most) break;
    }
    return found.slice(offset, wanted);
  }

  *#list(wanted: ListNamespacesOperation): Work<string[][]> {
    const rows = yield [`SELECT DISTINCT path FROM ${this.#database.table}`, []];
    return listNamespaces(
      rows.map(({ path }) => String(path)),
      wanted,
    );
  }

  #put({ namespace, key, value }: PutOperation): Statement {
    if (value === null) {
      const path = pathOf(namespace);
      requireKey(key);
      return [`DELETE FROM ${this.#database.table} WHERE path = $1 AND key = $2`, [path, bytesOf(key)]];
    }
    const update = "DO UPDATE SET value = excluded.value, etag = excluded.etag, updated_at = excluded.updated_at";
    return [`${this.#insert} ON CONFLICT (path, key) ${update}`, this.#rowOf({ namespace, key, value })];
  }

  #rowOf({ namespace, key, value }: PutOperation): Statement[1] {
    const path = pathOf(namespace);
    requireKey(key);
    const etag: unknown = value?.["etag"];
    const stored = typeof etag === "string" ? bytesOf(etag) : null;
    const text = textOfItem(value);
    const { sealing } = this.#database;
    return [path, bytesOf(key), sealing?.seal(text, [path, key]) ?? text, stored, this.#clock.now()];
  }

  #readItem(row: Row): Item {
    const key = row["key"] instanceof Uint8Array ? Buffer.from(row["key"]).toString("utf8") : String(row["key"]);
    const { sealing } = this.#database;
    const value = sealing === null ? row["value"] : sealing.open(String(row["value"]), [String(row["path"]), key]);
    if (value === null) throw checkpointErrors.unreadable({ problem: `item "${key}" is not what was encrypted there` });
    return itemOf({ ...row, value, key });
  }

  get #insert(): string {
    const { table, nextNumber } = this.#database;
    // Without a condition, SQLite would read the conflict as that of a join.
    return `INSERT INTO ${table} (path, key, value, etag, created_at, updated_at, namespace_added)
      SELECT $1, $2, $3, $4, $5, $5, coalesce((SELECT min(namespace_added) FROM ${table} WHERE path = $1), ${nextNumber}) WHERE true`;
  }

  get #items(): string {
    return `SELECT path, key, value, created_at AS "createdAt", updated_at AS "updatedAt", namespace_added, added
      FROM ${this.#database.table}`;
  }
}

function* rowsOf(statement: Statement): Work<readonly Row[]> {
  return yield statement;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "utf8");
