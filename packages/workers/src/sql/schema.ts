import { workerErrors } from "../errors.ts";
import type { Sql } from "./turn-database.ts";

/** Words in which databases differ. */
export interface SqlWords {
  /** Type of a number that the database counts up. */
  readonly serial: string;
  /** Type of whole numbers of 64 bits. */
  readonly integer: string;
}

/** Steps from each schema to the next, each a list of statements. A published step never changes. */
const STEPS: readonly ((words: SqlWords) => readonly string[])[] = [
  ({ serial, integer }) => [
    `CREATE TABLE tidemark_turns (
      number ${serial},
      queue TEXT NOT NULL,
      turn_id TEXT NOT NULL,
      thread_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      request TEXT NOT NULL,
      traceparent TEXT,
      due ${integer},
      position ${integer},
      stage TEXT NOT NULL,
      attempts ${integer} NOT NULL DEFAULT 0,
      deaths ${integer} NOT NULL DEFAULT 0,
      lone_deaths ${integer} NOT NULL DEFAULT 0,
      claim ${integer} NOT NULL DEFAULT 0,
      worker TEXT,
      cancelling ${integer} NOT NULL DEFAULT 0,
      outcome TEXT,
      accepted_at ${integer} NOT NULL,
      ended_at ${integer},
      UNIQUE (queue, turn_id)
    )`,
    `CREATE INDEX tidemark_turns_open ON tidemark_turns (queue, thread_id, position)
      WHERE stage <> 'ended' AND position IS NOT NULL`,
    "CREATE INDEX tidemark_turns_waiting ON tidemark_turns (queue, position) WHERE stage = 'waiting' AND position IS NOT NULL",
    `CREATE INDEX tidemark_turns_due ON tidemark_turns (queue, due) WHERE stage <> 'ended' AND position IS NULL`,
    `CREATE INDEX tidemark_turns_running ON tidemark_turns (queue, worker) WHERE stage = 'running'`,
    `CREATE INDEX tidemark_turns_ended ON tidemark_turns (queue, ended_at) WHERE stage = 'ended'`,
    // The next turn of each thread that has one. A suspect turn was run by two workers that ended.
    `CREATE TABLE tidemark_turn_heads (
      queue TEXT NOT NULL,
      thread_id TEXT NOT NULL,
      number ${integer} NOT NULL,
      user_id TEXT NOT NULL,
      position ${integer} NOT NULL,
      running ${integer} NOT NULL DEFAULT 0,
      suspect ${integer} NOT NULL DEFAULT 0,
      PRIMARY KEY (queue, thread_id)
    )`,
    "CREATE INDEX tidemark_turn_heads_ready ON tidemark_turn_heads (queue, user_id, position) WHERE running = 0 AND suspect = 0",
    "CREATE INDEX tidemark_turn_heads_suspect ON tidemark_turn_heads (queue, position) WHERE running = 0 AND suspect = 1",
    `CREATE TABLE tidemark_turn_users (
      queue TEXT NOT NULL,
      user_id TEXT NOT NULL,
      ready ${integer} NOT NULL DEFAULT 0,
      running ${integer} NOT NULL DEFAULT 0,
      served ${integer} NOT NULL,
      PRIMARY KEY (queue, user_id)
    )`,
    `CREATE INDEX tidemark_turn_users_ready ON tidemark_turn_users (queue, served) WHERE ready > 0`,
    // Numbers of accepted turns. The only row that accepting changes: it never waits for a claim.
    `CREATE TABLE tidemark_turn_accepts (
      queue TEXT PRIMARY KEY,
      positions ${integer} NOT NULL DEFAULT 0,
      waiting ${integer} NOT NULL DEFAULT 0,
      delayed ${integer} NOT NULL DEFAULT 0
    )`,
    // Numbers of claims and ends. Those that wait are the accepted ones plus the changes since, which are below zero.
    `CREATE TABLE tidemark_turn_counts (
      queue TEXT PRIMARY KEY,
      placed ${integer} NOT NULL DEFAULT 0,
      served ${integer} NOT NULL DEFAULT 0,
      waiting ${integer} NOT NULL DEFAULT 0,
      delayed ${integer} NOT NULL DEFAULT 0,
      running ${integer} NOT NULL DEFAULT 0,
      ended ${integer} NOT NULL DEFAULT 0,
      takeovers ${integer} NOT NULL DEFAULT 0,
      set_aside ${integer} NOT NULL DEFAULT 0
    )`,
    `CREATE TABLE tidemark_turn_events (
      turn ${integer} NOT NULL,
      number ${integer} NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (turn, number)
    )`,
    `CREATE TABLE tidemark_turn_workers (
      queue TEXT NOT NULL,
      worker TEXT NOT NULL,
      holder TEXT NOT NULL,
      beats ${integer} NOT NULL DEFAULT 0,
      draining ${integer} NOT NULL DEFAULT 0,
      PRIMARY KEY (queue, worker)
    )`,
  ],
];

/** True if the tables are those of this version. Throws `workers/futureSchema`. */
export async function areTablesReady(sql: Sql): Promise<boolean> {
  const row = await sql.get("SELECT value FROM tidemark_turns_schema");
  const found = Number(row?.["value"] ?? 0);
  if (found > STEPS.length) throw workerErrors.futureSchema({ found, known: STEPS.length });
  return found === STEPS.length;
}

/** Creates the tables, or migrates them to this version. Called inside a transaction that no other process runs at the same time. */
export async function prepareTables(sql: Sql, words: SqlWords): Promise<void> {
  await sql.run("CREATE TABLE IF NOT EXISTS tidemark_turns_schema (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)");
  if (await areTablesReady(sql)) return;
  const row = await sql.get("SELECT value FROM tidemark_turns_schema");
  for (const step of STEPS.slice(Number(row?.["value"] ?? 0)))
    for (const statement of step(words)) await sql.run(statement);
  await sql.run("DELETE FROM tidemark_turns_schema");
  await sql.run("INSERT INTO tidemark_turns_schema (id, value) VALUES (1, ?)", STEPS.length);
}
