import type { DatabaseSync } from "node:sqlite";
import { workerErrors } from "../errors.ts";

/** Steps from each schema to the next. A published step never changes. */
const STEPS: readonly string[] = [
  `
  CREATE TABLE tidemark_turns (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    request TEXT NOT NULL,
    due INTEGER,
    position INTEGER,
    stage TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    claim INTEGER NOT NULL DEFAULT 0,
    worker TEXT,
    cancelling INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    accepted_at INTEGER NOT NULL,
    ended_at INTEGER,
    UNIQUE (queue, turn_id)
  ) STRICT;
  CREATE INDEX tidemark_turns_open ON tidemark_turns (queue, thread_id, position)
    WHERE stage <> 'ended' AND position IS NOT NULL;
  CREATE INDEX tidemark_turns_due ON tidemark_turns (queue, due) WHERE stage <> 'ended' AND position IS NULL;
  CREATE INDEX tidemark_turns_running ON tidemark_turns (queue, worker) WHERE stage = 'running';
  CREATE INDEX tidemark_turns_ended ON tidemark_turns (queue, ended_at) WHERE stage = 'ended';

  -- The next turn of each thread that has one.
  CREATE TABLE tidemark_turn_heads (
    queue TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    running INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (queue, thread_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tidemark_turn_heads_ready ON tidemark_turn_heads (queue, user_id, position) WHERE running = 0;

  -- Users with turns that wait or run, and when each was served last.
  CREATE TABLE tidemark_turn_users (
    queue TEXT NOT NULL,
    user_id TEXT NOT NULL,
    ready INTEGER NOT NULL DEFAULT 0,
    running INTEGER NOT NULL DEFAULT 0,
    served INTEGER NOT NULL,
    PRIMARY KEY (queue, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tidemark_turn_users_ready ON tidemark_turn_users (queue, served) WHERE ready > 0;

  CREATE TABLE tidemark_turn_counts (
    queue TEXT PRIMARY KEY,
    positions INTEGER NOT NULL DEFAULT 0,
    served INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    delayed INTEGER NOT NULL DEFAULT 0,
    running INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0,
    takeovers INTEGER NOT NULL DEFAULT 0,
    set_aside INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tidemark_turn_events (
    turn INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (turn, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tidemark_turn_workers (
    queue TEXT NOT NULL,
    worker TEXT NOT NULL,
    holder TEXT NOT NULL,
    beats INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (queue, worker)
  ) STRICT, WITHOUT ROWID;`,
];

const SCHEMA = "CREATE TABLE IF NOT EXISTS tidemark_turns_schema (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL) STRICT";

/** Creates the tables, or migrates them to this version. Called inside a transaction. */
export function prepareTables(database: DatabaseSync): void {
  database.exec(SCHEMA);
  const found = Number(database.prepare("SELECT value FROM tidemark_turns_schema").get()?.["value"] ?? 0);
  if (found > STEPS.length) throw workerErrors.futureSchema({ found, known: STEPS.length });
  for (const step of STEPS.slice(found)) database.exec(step);
  if (found < STEPS.length) {
    database.prepare("INSERT OR REPLACE INTO tidemark_turns_schema (id, value) VALUES (1, ?)").run(STEPS.length);
  }
}
