import { statSync } from "node:fs";
import type { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { IdleSaver } from "./idle-saver.ts";

/** An open saver. */
export interface OpenSaver {
  readonly saver: BaseCheckpointSaver;
  /** Number of bytes stored so far. */
  readonly bytes: () => number | Promise<number>;
  readonly close: () => void | Promise<void>;
}

/** Options of {@link openSaver}. */
export interface OpenOptions {
  /** Whether to create the tables of Postgres. Defaults to true. */
  readonly setup?: boolean;
}

/**
 * Opens the saver with this name. A place is a file or the address of a Postgres.
 *
 * `tidemark` is `sqliteSaver`, and `tidemark-encrypted` the same with encryption; `sqlite`, `postgres` and `memory` are the stock savers, and `none` does nothing. A program that opens one
 * saver loads no other.
 */
export async function openSaver(name: string, place: string, options: OpenOptions = {}): Promise<OpenSaver> {
  if (name === "none") return { saver: new IdleSaver(), bytes: () => 0, close: () => {} };
  if (name === "memory") return inMemory();
  if (isOnPostgres(name)) return onPostgres(name, place, options);
  if (name === "sqlite") return onStockSqlite(place);
  const { sqliteSaver } = await import("@tidemark/checkpoint/sqlite");
  const synchronous = name.includes("normal") ? "normal" : "full";
  const encryption = name.includes("encrypted") ? { key: Buffer.alloc(32, 1) } : undefined;
  const saver = sqliteSaver({ file: place, synchronous, busyTimeout: 60_000, ...(encryption && { encryption }) });
  const bytes = () => {
    saver.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return statSync(place).size;
  };
  return { saver, bytes, close: () => saver.close() };
}

/** Whether the saver with this name stores in Postgres. */
export const isOnPostgres = (name: string): boolean => name.includes("ostgres");

/** Whether the saver with this name is one of ours. */
export const isTidemark = (name: string): boolean => name.startsWith("tidemark");

async function inMemory(): Promise<OpenSaver> {
  const langgraph = await import("@langchain/langgraph");
  const saver = new langgraph.MemorySaver();
  return { saver, bytes: () => bytesInMemory(saver), close: () => {} };
}

/** Bytes of all checkpoints and writes of the stock saver in memory. */
function bytesInMemory({ storage, writes }: MemorySaver): number {
  const checkpoints = Object.values(storage).flatMap((thread) => Object.values(thread).flatMap(Object.values<unknown>));
  const pending = Object.values(writes).flatMap((task) => Object.values<unknown>(task));
  const parts = [...checkpoints, ...pending].flat().filter((part) => part instanceof Uint8Array);
  return parts.reduce((sum, part) => sum + part.length, 0);
}

async function onStockSqlite(place: string): Promise<OpenSaver> {
  const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
  const saver = SqliteSaver.fromConnString(place);
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- better-sqlite3 comes without types
  const database: { pragma(text: string): unknown; close(): void } = saver.db;
  database.pragma("busy_timeout = 60000");
  const bytes = () => {
    database.pragma("wal_checkpoint(TRUNCATE)");
    return statSync(place).size;
  };
  return { saver, bytes, close: () => database.close() };
}

async function onPostgres(name: string, connectionString: string, { setup = true }: OpenOptions): Promise<OpenSaver> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString, max: 4 });
  const schema = isTidemark(name) ? "ours" : "stock";
  const make = async () => {
    if (isTidemark(name)) return (await import("@tidemark/checkpoint/postgres")).postgresSaver(pool, { schema });
    const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
    return new PostgresSaver(pool, undefined, { schema });
  };
  const saver = await make();
  if (setup) await saver.setup();
  const bytes = async () => {
    const { rows } = await pool.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = $1::regnamespace`,
      [schema],
    );
    return Number(rows[0]?.bytes);
  };
  return { saver, bytes, close: () => pool.end() };
}
