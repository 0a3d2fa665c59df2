import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { importThread, strictSerializer } from "@tidemark/checkpoint";
import type { PostgresPool } from "@tidemark/checkpoint/internal";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import { inspectErrors } from "../errors.ts";
import { isSharedText, readSharedThread } from "./read-shared-file.ts";
import { saverSource } from "./saver-source.graph.ts";
import { sharedSource } from "./shared-source.ts";
import type { HistorySource } from "./history-source.ts";
import { recordOf } from "./json-rows.ts";
import { readableFailure, withReadableFailures } from "./sqlite-failures.ts";
import { postgresLease, sqliteLease } from "./stored-leases.ts";
import { stockPostgresSource } from "./stock-postgres.ts";
import { stockSqliteSource } from "./stock-sqlite.ts";
import { tidemarkSource } from "./tidemark-source.graph.ts";

/** Database of threads, and its place in it. */
export interface DatabaseAddress {
  /** Path of a SQLite file, or a URL that begins with `postgres://` or `postgresql://`. */
  readonly database: string;
  /** Schema of the tables in Postgres. Defaults to the only one that has such tables. */
  readonly schema?: string;
}

/** Milliseconds that a read waits for another process that is writing. */
const BUSY_TIMEOUT = 2_000;

/** Opens a database of a checkpointer, read-only, whichever saver has written it. */
export function openDatabase({ database, schema }: DatabaseAddress): Promise<HistorySource> {
  return /^postgres(?:ql)?:/.test(database) ? openPostgres(database, schema) : openSqlite(database);
}

/** Beginning of every SQLite file. */
const MAGIC = "SQLite format 3\0";

async function openSqlite(file: string): Promise<HistorySource> {
  if (!existsSync(file)) throw inspectErrors.noDatabase({ database: file });
  if (!statSync(file).isFile()) throw inspectErrors.notReadable({ database: file, problem: "it is not a file" });
  if (/^\s*\{\s*"format":\s*"tidemark\/thread"/.test(beginOf(file))) return await openDocument(file);
  if (isSharedText(beginOf(file))) return sharedSource(readSharedThread(readFileSync(file, "utf8"), file));
  const connection = withReadableFailures(file, () => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT });
    opened.exec("PRAGMA query_only = ON");
    return opened;
  });
  try {
    const rows = withReadableFailures(file, () =>
      connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all(),
    );
    const tables = new Set(rows.map((row) => String(row["name"])));
    if (tables.has("tidemark_schema")) return await openTidemark(connection, file);
    if (tables.has("checkpoints") && tables.has("writes")) return stockSqliteSource(connection, { name: file, revive });
    throw inspectErrors.noTables({ database: file, found: foundOf(file, [...tables]) });
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Reads a thread that `exportThread` has written. */
async function openDocument(file: string): Promise<HistorySource> {
  const saver = new MemorySaver(strictSerializer());
  try {
    const document: unknown = JSON.parse(readFileSync(file, "utf8"));
    await importThread(document, { checkpointer: saver });
  } catch (error) {
    throw inspectErrors.damaged({ database: file, problem: causeOf(error) }, { cause: error });
  }
  return saverSource(saver);
}

/** Reads a value as LangGraph's savers do. */
const revive = async (type: string, data: string | Uint8Array): Promise<unknown> =>
  new MemorySaver().serde.loadsTyped(type, data);

/** First characters of a file. */
function beginOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(200);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0)).toString("latin1");
  } finally {
    closeSync(descriptor);
  }
}

function foundOf(file: string, tables: readonly string[]): string {
  if (tables.length > 0) return `its tables are ${tables.slice(0, 5).join(", ")}`;
  const begin = beginOf(file).slice(0, MAGIC.length);
  return begin === MAGIC ? "it has no tables" : "it is empty";
}

async function openTidemark(connection: DatabaseSync, file: string): Promise<HistorySource> {
  try {
    const saver = sqliteSaver({ database: connection });
    // Tables that are missing or damaged fail here, and not in the middle of a page.
    await saver.threadList();
    return failing(
      tidemarkSource(saver, {
        close: async () => {
          if (connection.isOpen) connection.close();
          return Promise.resolve();
        },
        lease: (threadId) => Promise.resolve(sqliteLease(connection, threadId)),
      }),
      file,
    );
  } catch (error) {
    throw schemaFailure(file, error);
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, "code") : null);

/** A failure of a saver of `@tidemark/checkpoint` as an error of this package. */
function schemaFailure(database: string, error: unknown): unknown {
  const problem = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (code === "checkpoint/futureSchema") return inspectErrors.futureSchema({ database, problem }, { cause: error });
  if (code === "checkpoint/corrupt" || code === "checkpoint/unreadable")
    return inspectErrors.damaged({ database, problem: problem.replace(/[.]$/, "") }, { cause: error });
  if (code === "checkpoint/unavailable" || code === "checkpoint/connectionLost") {
    if (/held|locked|busy/i.test(problem)) return inspectErrors.locked({ database }, { cause: error });
    if (/damaged|malformed|tables are not/.test(problem))
      return inspectErrors.damaged({ database, problem: causeOf(error) }, { cause: error });
    return inspectErrors.notReadable({ database, problem: causeOf(error) }, { cause: error });
  }
  return readableFailure(database, error);
}

const causeOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? error.cause : null;
  if (cause instanceof Error) return cause.message;
  return error instanceof Error ? error.message.replace(/[.]$/, "") : String(error);
};

/** A source whose failures are errors of this package. */
function failing(source: HistorySource, database: string): HistorySource {
  const guarded = Object.entries(source).map(([name, member]: [string, unknown]) => {
    if (typeof member !== "function" || name === "within" || name === "close") return [name, member];
    return [
      name,
      async (...input: readonly unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(member, source, input);
        } catch (error) {
          throw schemaFailure(database, error);
        }
      },
    ];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every member is there, and a guarded one has the same parameters and results
  const read = Object.fromEntries(guarded) as HistorySource;
  return { ...read, within: (namespace) => failing(source.within(namespace), database) };
}

/** The URL without its password. */
export function withoutPassword(url: string): string {
  return url.replace(/:\/\/[^@/]*@/, "://").replace(/[?].*$/, "");
}

type Pool = PostgresPool & { end(): Promise<void> };

async function openPostgres(url: string, asked: string | undefined): Promise<HistorySource> {
  const name = withoutPassword(url);
  const pool = await connect(url);
  try {
    const { rows } = await pool.query(
      `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND c.relname IN ('tidemark_schema', 'checkpoint_blobs') AND has_schema_privilege(n.oid, 'USAGE')`,
    );
    const found = rows.flatMap((row) => {
      const { schema, name: table } = recordOf(row);
      return typeof schema === "string" && (asked ?? schema) === schema ? [{ schema, table }] : [];
    });
    const [first, second] = found;
    if (first === undefined) {
      const where = asked === undefined ? "no schema has its tables" : `the schema "${asked}" does not have its tables`;
      throw inspectErrors.noTables({ database: name, found: where });
    }
    if (second !== undefined && second.schema !== first.schema) {
      const schemas = [...new Set(found.map(({ schema }) => schema))].join(", ");
      throw inspectErrors.notReadable({
        database: name,
        problem: `several schemas have threads (${schemas}): pass --schema`,
      });
    }
    const close = () => pool.end();
    const { schema } = found.find(({ table }) => table === "tidemark_schema") ?? first;
    if (found.every(({ table }) => table !== "tidemark_schema"))
      return failing(stockPostgresSource(pool, { schema, name, revive, close }), name);
    const saver = postgresSaver(pool, { schema });
    await saver.threadList();
    return failing(
      tidemarkSource(saver, { close, lease: (threadId) => postgresLease(pool, { schema, threadId }) }),
      name,
    );
  } catch (error) {
    await pool.end();
    throw codeOf(error)?.toString().startsWith("inspect/") === true
      ? error
      : codeOf(error)?.toString().startsWith("checkpoint/") === true
        ? schemaFailure(name, error)
        : inspectErrors.notReadable(
            { database: name, problem: error instanceof Error ? messageOf(error) : String(error) },
            { cause: error },
          );
  }
}

/** The reason of a refused connection is in the errors of the addresses that were tried. */
function messageOf(error: Error): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const [first] = errors;
  return error.message === "" && first instanceof Error ? first.message : error.message;
}

async function connect(url: string): Promise<Pool> {
  const pg = await import("pg").catch((error: unknown) => {
    throw inspectErrors.missingPackage({ name: "pg", purpose: "to read Postgres" }, { cause: error });
  });
  const pool = new pg.default.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: 5_000,
    options: "-c default_transaction_read_only=on",
  });
  // A connection that breaks while it is idle is opened again by the next read.
  pool.on("error", () => {});
  return pool;
}
