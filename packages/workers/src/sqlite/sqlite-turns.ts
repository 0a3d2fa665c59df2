import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { hasEnded, leaseHolder, SqliteAttempts } from "@tidemark/checkpoint/internal/sqlite";
import { workerErrors } from "../errors.ts";
import { readOutcome, readRequest, writeRequest } from "../store/stored-turn.ts";
import type {
  Acceptance,
  AcceptOptions,
  ClaimedTurn,
  ClaimOptions,
  StoredTurnEvent,
  TrimAges,
  TurnMeasures,
  TurnRecord,
  TurnStage,
  TurnStore,
  WorkerPresence,
} from "../store/turn-store.ts";
import type { StoredOutcome } from "../turns/turn-outcome.ts";
import type { TurnRequest } from "../turns/turn-request.ts";
import { prepareTables } from "./schema.ts";

type Row = Readonly<Record<string, unknown>>;

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** Number of delayed turns that one claim makes ready. */
const PROMOTED = 100;

/** Connections to one file. */
export interface TurnConnections {
  /** Waits for the disk at every commit. */
  readonly durable: DatabaseSync;
  /** Does not wait for the disk. What a loss of power takes back is done again. */
  readonly fast: DatabaseSync;
}

/**
 * Stores turns in a SQLite file, which several processes of one machine may use.
 *
 * @internal
 */
export class SqliteTurns implements TurnStore {
  readonly #queue: string;
  readonly #connections: TurnConnections;
  readonly #durable: SqliteAttempts;
  readonly #fast: SqliteAttempts;
  #prepared = false;

  constructor(queue: string, connections: TurnConnections) {
    this.#queue = queue;
    this.#connections = connections;
    this.#durable = new SqliteAttempts(connections.durable);
    this.#fast = new SqliteAttempts(connections.fast);
  }

  accept(request: TurnRequest, options: AcceptOptions): Promise<Acceptance> {
    return this.#write(this.#durable, this.#connections.durable, (sql) => this.#accept(sql, request, options));
  }

  #accept(sql: Sql, request: TurnRequest, { delay, limit }: AcceptOptions): Acceptance {
    const { turnId, threadId, userId } = request;
    const text = writeRequest(request);
    const known = sql.get("SELECT request FROM tidemark_turns WHERE queue = ? AND turn_id = ?", this.#queue, turnId);
    if (known !== undefined) {
      if (known["request"] !== text) throw workerErrors.changedRequest({ turnId });
      return { outcome: "accepted", turnId, repeated: true };
    }
    const counts = sql.get("SELECT waiting + delayed AS waiting FROM tidemark_turn_counts WHERE queue = ?", this.#queue);
    const waiting = Number(counts?.["waiting"] ?? 0);
    if (waiting >= limit) return { outcome: "full", waiting, limit };
    sql.run("INSERT OR IGNORE INTO tidemark_turn_counts (queue) VALUES (?)", this.#queue);
    sql.run(
      `INSERT INTO tidemark_turns (queue, turn_id, thread_id, user_id, request, due, stage, accepted_at)
       VALUES (?, ?, ?, ?, ?, ${delay > 0 ? `${NOW} + ?` : "NULLIF(?, 0)"}, 'waiting', ${NOW})`,
      ...[this.#queue, turnId, threadId, userId ?? "", text, delay],
    );
    const number = Number(sql.get("SELECT last_insert_rowid() AS number")?.["number"]);
    if (delay > 0) this.#count(sql, "delayed", 1);
    else this.#join(sql, { number, threadId, userId: userId ?? "" });
    return { outcome: "accepted", turnId, repeated: false };
  }

  /** Gives a turn its place behind the others. */
  #join(sql: Sql, { number, threadId, userId }: { number: number; threadId: string; userId: string }): void {
    const counts = sql.get(
      "UPDATE tidemark_turn_counts SET positions = positions + 1, waiting = waiting + 1 WHERE queue = ? RETURNING positions",
      this.#queue,
    );
    const position = Number(counts?.["positions"]);
    sql.run("UPDATE tidemark_turns SET position = ?, due = NULL WHERE number = ?", position, number);
    const added = sql.run(
      `INSERT OR IGNORE INTO tidemark_turn_heads (queue, thread_id, number, user_id, position) VALUES (?, ?, ?, ?, ?)`,
      ...[this.#queue, threadId, number, userId, position],
    );
    if (added > 0) this.#serve(sql, userId, { ready: 1 });
  }

  /** Changes the numbers of a user. A user without turns is forgotten, and joins behind those who wait. */
  #serve(sql: Sql, userId: string, { ready = 0, running = 0 }: { ready?: number; running?: number }): void {
    sql.run(
      `INSERT INTO tidemark_turn_users (queue, user_id, served)
       SELECT ?1, ?2, served FROM tidemark_turn_counts WHERE queue = ?1 ON CONFLICT DO NOTHING`,
      ...[this.#queue, userId],
    );
    sql.run(
      "UPDATE tidemark_turn_users SET ready = ready + ?, running = running + ? WHERE queue = ? AND user_id = ?",
      ...[ready, running, this.#queue, userId],
    );
    sql.run(
      "DELETE FROM tidemark_turn_users WHERE queue = ? AND user_id = ? AND ready <= 0 AND running <= 0",
      ...[this.#queue, userId],
    );
  }

  #count(sql: Sql, column: "delayed" | "ended" | "running" | "set_aside" | "takeovers" | "waiting", by: number): void {
    sql.run(`UPDATE tidemark_turn_counts SET ${column} = ${column} + ? WHERE queue = ?`, by, this.#queue);
  }

  async read(turnId: string): Promise<TurnRecord | null> {
    return this.#read((sql) => {
      const row = sql.get("SELECT * FROM tidemark_turns WHERE queue = ? AND turn_id = ?", this.#queue, turnId);
      return row === undefined ? null : recordOf(row);
    });
  }

  async open(threadId: string): Promise<readonly TurnRecord[]> {
    return this.#read((sql) =>
      sql
        .all(
          `SELECT * FROM tidemark_turns WHERE queue = ? AND thread_id = ? AND stage <> 'ended' AND position IS NOT NULL
           ORDER BY position`,
          ...[this.#queue, threadId],
        )
        .map(recordOf),
    );
  }

  cancel(turnId: string): Promise<boolean> {
    return this.#write(this.#durable, this.#connections.durable, (sql) => {
      const row = sql.get(
        "SELECT * FROM tidemark_turns WHERE queue = ? AND turn_id = ? AND stage <> 'ended'",
        ...[this.#queue, turnId],
      );
      if (row === undefined) return false;
      if (row["stage"] === "running") {
        sql.run("UPDATE tidemark_turns SET cancelling = 1 WHERE number = ?", Number(row["number"]));
        return true;
      }
      if (row["position"] === null) this.#count(sql, "delayed", -1);
      else this.#count(sql, "waiting", -1);
      this.#finish(sql, row, { outcome: "cancelled", started: Number(row["attempts"]) > 0 });
      return true;
    });
  }

  /** Ends a turn that does not run, and lets the next one of its thread follow. */
  #finish(sql: Sql, row: Row, outcome: StoredOutcome): void {
    sql.run(
      `UPDATE tidemark_turns SET stage = 'ended', outcome = ?, worker = NULL, ended_at = ${NOW} WHERE number = ?`,
      ...[JSON.stringify(outcome), Number(row["number"])],
    );
    this.#count(sql, "ended", 1);
    const head = sql.get(
      "DELETE FROM tidemark_turn_heads WHERE queue = ? AND thread_id = ? AND number = ? RETURNING running",
      ...[this.#queue, String(row["thread_id"]), Number(row["number"])],
    );
    if (head === undefined) return;
    this.#serve(sql, String(row["user_id"]), head["running"] === 1 ? { running: -1 } : { ready: -1 });
    const next = sql.get(
      `SELECT number, user_id, position FROM tidemark_turns
       WHERE queue = ? AND thread_id = ? AND stage <> 'ended' AND position IS NOT NULL ORDER BY position LIMIT 1`,
      ...[this.#queue, String(row["thread_id"])],
    );
    if (next === undefined) return;
    sql.run(
      "INSERT INTO tidemark_turn_heads (queue, thread_id, number, user_id, position) VALUES (?, ?, ?, ?, ?)",
      ...[this.#queue, String(row["thread_id"]), Number(next["number"]), String(next["user_id"]), Number(next["position"])],
    );
    this.#serve(sql, String(next["user_id"]), { ready: 1 });
  }

  async claim(options: ClaimOptions): Promise<ClaimedTurn | null> {
    // Most looks find nothing; a transaction that writes would make others wait.
    if (!(await this.#read((sql) => this.#hasReady(sql)))) return null;
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      // A worker that was taken for dead claims nothing before it knows: nobody would take over what it claimed.
      if (!this.#isAlive(sql, options.worker)) return null;
      this.#promote(sql);
      for (;;) {
        const row = this.#next(sql, options);
        if (row === undefined) return null;
        const attempts = Number(row["attempts"]);
        if (attempts < options.maxAttempts && row["cancelling"] === 0) return this.#start(sql, row, options.worker);
        this.#count(sql, "waiting", -1);
        if (row["cancelling"] === 1) {
          this.#finish(sql, row, { outcome: "cancelled", started: attempts > 0 });
          continue;
        }
        const reason = `${attempts} workers ended or froze while they ran it.`;
        this.#finish(sql, row, { outcome: "setAside", attempts, reason });
        this.#count(sql, "set_aside", 1);
      }
    });
  }

  #isAlive(sql: Sql, worker: string): boolean {
    const found = sql.get("SELECT 1 FROM tidemark_turn_workers WHERE queue = ? AND worker = ?", this.#queue, worker);
    return found !== undefined;
  }

  #hasReady(sql: Sql): boolean {
    return (
      sql.get("SELECT 1 FROM tidemark_turn_users WHERE queue = ? AND ready > 0 LIMIT 1", this.#queue) !== undefined ||
      sql.get(
        `SELECT 1 FROM tidemark_turns WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${NOW} LIMIT 1`,
        this.#queue,
      ) !== undefined
    );
  }

  #promote(sql: Sql): void {
    const due = sql.all(
      `SELECT number, thread_id, user_id FROM tidemark_turns
       WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${NOW} ORDER BY due, number LIMIT ${PROMOTED}`,
      this.#queue,
    );
    for (const row of due) {
      this.#count(sql, "delayed", -1);
      this.#join(sql, {
        number: Number(row["number"]),
        threadId: String(row["thread_id"]),
        userId: String(row["user_id"]),
      });
    }
  }

  #next(sql: Sql, { threadId, maxPerUser }: ClaimOptions): Row | undefined {
    if (threadId !== undefined) {
      return sql.get(
        `SELECT turns.* FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns USING (number)
         WHERE heads.queue = ? AND heads.thread_id = ? AND heads.running = 0`,
        ...[this.#queue, threadId],
      );
    }
    const user = sql.get(
      `SELECT user_id FROM tidemark_turn_users WHERE queue = ? AND ready > 0 AND (running < ? OR user_id = '')
       ORDER BY served LIMIT 1`,
      ...[this.#queue, maxPerUser],
    );
    if (user === undefined) return undefined;
    return sql.get(
      `SELECT turns.* FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns USING (number)
       WHERE heads.queue = ? AND heads.user_id = ? AND heads.running = 0 ORDER BY heads.position LIMIT 1`,
      ...[this.#queue, String(user["user_id"])],
    );
  }

  #start(sql: Sql, row: Row, worker: string): ClaimedTurn {
    const number = Number(row["number"]);
    const started = sql.get(
      `UPDATE tidemark_turns SET stage = 'running', attempts = attempts + 1, claim = claim + 1, worker = ? WHERE number = ?
       RETURNING attempts, claim`,
      ...[worker, number],
    );
    sql.run("UPDATE tidemark_turn_heads SET running = 1 WHERE queue = ? AND thread_id = ?", this.#queue, String(row["thread_id"]));
    const userId = String(row["user_id"]);
    this.#serve(sql, userId, { ready: -1, running: 1 });
    sql.run(
      "UPDATE tidemark_turn_counts SET waiting = waiting - 1, running = running + 1, served = served + 1 WHERE queue = ?",
      this.#queue,
    );
    sql.run(
      `UPDATE tidemark_turn_users SET served = (SELECT served FROM tidemark_turn_counts WHERE queue = ?1)
       WHERE queue = ?1 AND user_id = ?2`,
      ...[this.#queue, userId],
    );
    return {
      number,
      request: readRequest(row["request"]),
      attempt: Number(started?.["attempts"]),
      claim: Number(started?.["claim"]),
    };
  }

  end(turn: ClaimedTurn, outcome: StoredOutcome): Promise<boolean> {
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      const row = this.#claimed(sql, turn);
      if (row === undefined) return false;
      this.#count(sql, "running", -1);
      this.#finish(sql, row, outcome);
      return true;
    });
  }

  release(turn: ClaimedTurn): Promise<void> {
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      const row = this.#claimed(sql, turn);
      if (row === undefined) return;
      sql.run("UPDATE tidemark_turns SET attempts = attempts - 1 WHERE number = ?", turn.number);
      this.#putBack(sql, row);
    });
  }

  #claimed(sql: Sql, { number, claim }: ClaimedTurn): Row | undefined {
    return sql.get(
      "SELECT * FROM tidemark_turns WHERE number = ? AND claim = ? AND stage = 'running'",
      ...[number, claim],
    );
  }

  #putBack(sql: Sql, row: Row): void {
    sql.run("UPDATE tidemark_turns SET stage = 'waiting', worker = NULL WHERE number = ?", Number(row["number"]));
    sql.run("UPDATE tidemark_turn_heads SET running = 0 WHERE queue = ? AND thread_id = ?", this.#queue, String(row["thread_id"]));
    this.#serve(sql, String(row["user_id"]), { ready: 1, running: -1 });
    this.#count(sql, "running", -1);
    this.#count(sql, "waiting", 1);
  }

  append(turn: ClaimedTurn, events: readonly StoredTurnEvent[]): Promise<boolean> {
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      if (this.#claimed(sql, turn) === undefined) return false;
      for (const { number, body } of events) {
        sql.run("INSERT INTO tidemark_turn_events (turn, number, body) VALUES (?, ?, ?)", turn.number, number, body);
      }
      return true;
    });
  }

  async events(turnId: string, after: number, most: number): Promise<readonly StoredTurnEvent[]> {
    return this.#read((sql) =>
      sql
        .all(
          `SELECT events.number, body FROM tidemark_turns AS turns
           JOIN tidemark_turn_events AS events ON events.turn = turns.number
           WHERE queue = ? AND turn_id = ? AND events.number > ? ORDER BY events.number LIMIT ?`,
          ...[this.#queue, turnId, after, most],
        )
        .map((row) => ({ number: Number(row["number"]), body: String(row["body"]) })),
    );
  }

  enter(worker: string): Promise<void> {
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      sql.run("INSERT OR IGNORE INTO tidemark_turn_counts (queue) VALUES (?)", this.#queue);
      sql.run(
        "INSERT INTO tidemark_turn_workers (queue, worker, holder) VALUES (?, ?, ?)",
        ...[this.#queue, worker, leaseHolder(worker)],
      );
    });
  }

  beat(worker: string): Promise<readonly string[] | null> {
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      const lives = sql.run(
        "UPDATE tidemark_turn_workers SET beats = beats + 1 WHERE queue = ? AND worker = ?",
        ...[this.#queue, worker],
      );
      if (lives === 0) return null;
      return sql
        .all(
          "SELECT turn_id FROM tidemark_turns WHERE queue = ? AND worker = ? AND stage = 'running' AND cancelling = 1",
          ...[this.#queue, worker],
        )
        .map((row) => String(row["turn_id"]));
    });
  }

  async workers(): Promise<readonly WorkerPresence[]> {
    return this.#read((sql) =>
      sql
        .all("SELECT worker, holder, beats FROM tidemark_turn_workers WHERE queue = ?", this.#queue)
        .map((row) => ({
          worker: String(row["worker"]),
          beats: Number(row["beats"]),
          ended: hasEnded(row["holder"]),
        })),
    );
  }

  bury(worker: string, beats: number | null): Promise<number> {
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      const buried = sql.run(
        "DELETE FROM tidemark_turn_workers WHERE queue = ?1 AND worker = ?2 AND beats = coalesce(?3, beats)",
        ...[this.#queue, worker, beats],
      );
      if (buried === 0) return 0;
      const rows = sql.all(
        "SELECT * FROM tidemark_turns WHERE queue = ? AND worker = ? AND stage = 'running'",
        ...[this.#queue, worker],
      );
      for (const row of rows) this.#putBack(sql, row);
      if (beats !== null) this.#count(sql, "takeovers", rows.length);
      return rows.length;
    });
  }

  async measure(): Promise<TurnMeasures> {
    return this.#read((sql) => {
      const counts = sql.get("SELECT * FROM tidemark_turn_counts WHERE queue = ?", this.#queue) ?? {};
      const number = (name: string): number => Number(counts[name] ?? 0);
      const oldest = sql.get(
        `SELECT (${NOW} - min(accepted_at)) / 1000.0 AS seconds FROM tidemark_turns
         WHERE number IN (SELECT number FROM tidemark_turn_heads WHERE queue = ? AND running = 0)`,
        this.#queue,
      );
      const workers = sql.get("SELECT count(*) AS count FROM tidemark_turn_workers WHERE queue = ?", this.#queue);
      return {
        waiting: number("waiting"),
        delayed: number("delayed"),
        running: number("running"),
        oldestSeconds: Math.max(0, Number(oldest?.["seconds"] ?? 0)),
        ended: number("ended"),
        takeovers: number("takeovers"),
        setAside: number("set_aside"),
        workers: Number(workers?.["count"] ?? 0),
      };
    });
  }

  trim({ events, turns }: TrimAges): Promise<number> {
    return this.#write(this.#fast, this.#connections.fast, (sql) => {
      const old = `SELECT number FROM tidemark_turns WHERE queue = ? AND stage = 'ended' AND ended_at < ${NOW} - ? LIMIT 1000`;
      const without = sql.run(
        `DELETE FROM tidemark_turn_events WHERE turn IN (
           SELECT number FROM tidemark_turns AS turns WHERE queue = ? AND stage = 'ended' AND ended_at < ${NOW} - ?
             AND EXISTS (SELECT 1 FROM tidemark_turn_events AS events WHERE events.turn = turns.number) LIMIT 1000)`,
        ...[this.#queue, events],
      );
      sql.run(`DELETE FROM tidemark_turn_events WHERE turn IN (${old})`, this.#queue, turns);
      return without + sql.run(`DELETE FROM tidemark_turns WHERE number IN (${old})`, this.#queue, turns);
    });
  }

  async close(): Promise<void> {
    for (const each of [this.#connections.durable, this.#connections.fast]) if (each.isOpen) each.close();
  }

  async #read<Result>(body: (sql: Sql) => Result): Promise<Result> {
    return readable(async () => {
      await this.#prepare();
      const { fast } = this.#connections;
      return this.#fast.run(() => body(new Sql(fast)));
    });
  }

  #write<Result>(attempts: SqliteAttempts, database: DatabaseSync, body: (sql: Sql) => Result): Promise<Result> {
    return readable(async () => {
      await this.#prepare();
      return attempts.run(() => atomically(database, () => body(new Sql(database))));
    });
  }

  async #prepare(): Promise<void> {
    if (this.#prepared) return;
    const { durable } = this.#connections;
    await this.#durable.run(() => atomically(durable, () => prepareTables(durable)));
    this.#prepared = true;
  }
}

/** Runs statements on a connection. */
class Sql {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#database.prepare(text).get(...values);
  }

  all(text: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.#database.prepare(text).all(...values);
  }

  /** Returns the number of changed rows. */
  run(text: string, ...values: SQLInputValue[]): number {
    return Number(this.#database.prepare(text).run(...values).changes);
  }
}

function atomically<Result>(database: DatabaseSync, body: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = body();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk has ended the transaction already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

async function readable<Result>(body: () => Promise<Result>): Promise<Result> {
  try {
    return await body();
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, "code") !== "ERR_SQLITE_ERROR") throw error;
    throw workerErrors.unavailable({ problem: error.message }, { cause: error });
  }
}

function recordOf(row: Row): TurnRecord {
  const stage: TurnStage = row["stage"] === "running" ? "running" : row["stage"] === "ended" ? "ended" : "waiting";
  return {
    request: readRequest(row["request"]),
    stage,
    attempts: Number(row["attempts"]),
    outcome: readOutcome(row["outcome"]),
  };
}
