import { statSync } from "node:fs";
import { MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { postgresSaver } from "@tidemark/checkpoint/postgres";
import { sqliteSaver } from "@tidemark/checkpoint/sqlite";
import pg from "pg";
import type { Keeping } from "./growing-graph.ts";

/** A saver, and how many bytes it takes up. */
export interface CheckpointContender {
  readonly saver: BaseCheckpointSaver;
  readonly bytes: () => number | Promise<number>;
  readonly close: () => void | Promise<void>;
}

/** Ours on each database, the stock savers, and the stock SQLite saver under delta channels. */
export const SAVERS = [
  "tidemark",
  "tidemark, merged by hand",
  "sqlite",
  "memory",
  "sqlite, delta channels",
  "sqlite, delta channels tuned",
  "tidemark on Postgres",
  "postgres",
] as const;

/** How the graph of a contender keeps its state. */
export function keepingOf(name: string): Keeping {
  if (name.includes("delta")) return name.endsWith("tuned") ? "tuned deltas" : "deltas";
  return name.endsWith("by hand") ? "whole, merged by hand" : "whole";
}

/** All that the stock saver in memory holds. */
function bytesInMemory({ storage, writes }: MemorySaver): number {
  const checkpoints = Object.values(storage).flatMap((thread) => Object.values(thread).flatMap(Object.values<unknown>));
  const pending = Object.values(writes).flatMap((task) => Object.values<unknown>(task));
  const parts = [...checkpoints, ...pending].flat().filter((part) => part instanceof Uint8Array);
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** Makes the saver of this name; the place is a file, or where Postgres is. */
export async function contender(name: string, place: string): Promise<CheckpointContender> {
  if (name === "memory") {
    const saver = new MemorySaver();
    return { saver, bytes: () => bytesInMemory(saver), close: () => {} };
  }
  if (name.includes("ostgres")) return onPostgres(name, place);
  if (name.startsWith("sqlite")) {
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
  const synchronous = name.includes("normal") ? "normal" : "full";
  const saver = sqliteSaver({ file: place, synchronous, busyTimeout: 60_000 });
  const bytes = () => {
    saver.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return statSync(place).size;
  };
  return { saver, bytes, close: () => saver.close() };
}

async function onPostgres(name: string, connectionString: string): Promise<CheckpointContender> {
  const pool = new pg.Pool({ connectionString, max: 4 });
  const schema = name.startsWith("tidemark") ? "ours" : "stock";
  const saver = schema === "ours" ? postgresSaver(pool, { schema }) : new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  const bytes = async () => {
    const { rows } = await pool.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = $1::regnamespace`,
      [schema],
    );
    return Number(rows[0]?.bytes);
  };
  return { saver, bytes, close: () => pool.end() };
}
