import { readRequest } from "../store/stored-turn.ts";
import type { ClaimedTurn } from "../store/turn-store.ts";
import type { StoredOutcome } from "../store/turn-outcome.ts";
import type { Row, Sql } from "./turn-database.ts";

/** Number of delayed turns that one claim makes ready. */
const PROMOTED = 100;

/** Columns of numbers that are kept for each name. */
type Count = "delayed" | "ended" | "running" | "set_aside" | "takeovers" | "waiting";

/** A turn that gets its place. */
interface JoiningTurn {
  readonly number: number;
  readonly threadId: string;
  readonly userId: string;
}

/**
 * Rows of the turns of one name, in one transaction.
 *
 * Each thread with open turns has a head: the turn that is next or runs. Each user with heads has a row with the moment at which one of
 * his turns was last claimed, counted in claims.
 */
export class TurnRows {
  readonly sql: Sql;
  readonly #queue: string;
  readonly #now: string;

  constructor(sql: Sql, queue: string, now: string) {
    this.sql = sql;
    this.#queue = queue;
    this.#now = now;
  }

  /** Changes a number. */
  async count(column: Count, by: number): Promise<void> {
    await this.sql.run(`UPDATE tidemark_turn_counts SET ${column} = ${column} + ? WHERE queue = ?`, by, this.#queue);
  }

  /** Gives a turn its place behind the others. */
  async join({ number, threadId, userId }: JoiningTurn): Promise<void> {
    const counts = await this.sql.get(
      "UPDATE tidemark_turn_counts SET positions = positions + 1, waiting = waiting + 1 WHERE queue = ? RETURNING positions",
      this.#queue,
    );
    const position = Number(counts?.["positions"]);
    await this.sql.run("UPDATE tidemark_turns SET position = ?, due = NULL WHERE number = ?", position, number);
    const added = await this.sql.run(
      `INSERT INTO tidemark_turn_heads (queue, thread_id, number, user_id, position) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      this.#queue,
      threadId,
      number,
      userId,
      position,
    );
    if (added > 0) await this.#serve(userId, { ready: 1, running: 0 });
  }

  /** Changes the numbers of a user. A user without turns is forgotten, and joins behind those who wait. */
  async #serve(
    userId: string,
    { ready, running }: { readonly ready: number; readonly running: number },
  ): Promise<void> {
    await this.sql.run(
      `INSERT INTO tidemark_turn_users (queue, user_id, served)
       SELECT queue, ?, served FROM tidemark_turn_counts WHERE queue = ? ON CONFLICT DO NOTHING`,
      userId,
      this.#queue,
    );
    await this.sql.run(
      "UPDATE tidemark_turn_users SET ready = ready + ?, running = running + ? WHERE queue = ? AND user_id = ?",
      ready,
      running,
      this.#queue,
      userId,
    );
    await this.sql.run(
      "DELETE FROM tidemark_turn_users WHERE queue = ? AND user_id = ? AND ready <= 0 AND running <= 0",
      this.#queue,
      userId,
    );
  }

  /** Ends a turn, and lets the next one of its thread follow. */
  async finish(row: Row, outcome: StoredOutcome): Promise<void> {
    const number = Number(row["number"]);
    const threadId = String(row["thread_id"]);
    await this.sql.run(
      `UPDATE tidemark_turns SET stage = 'ended', outcome = ?, worker = NULL, ended_at = ${this.#now} WHERE number = ?`,
      JSON.stringify(outcome),
      number,
    );
    await this.count("ended", 1);
    const head = await this.sql.get(
      "DELETE FROM tidemark_turn_heads WHERE queue = ? AND thread_id = ? AND number = ? RETURNING running",
      this.#queue,
      threadId,
      number,
    );
    // A turn that waits behind another one, or for its time, is not the head.
    if (head === undefined) return;
    const wasRunning = Number(head["running"]) === 1;
    await this.#serve(String(row["user_id"]), wasRunning ? { ready: 0, running: -1 } : { ready: -1, running: 0 });
    const next = await this.sql.get(
      `SELECT number, user_id, position FROM tidemark_turns
       WHERE queue = ? AND thread_id = ? AND stage <> 'ended' AND position IS NOT NULL ORDER BY position LIMIT 1`,
      this.#queue,
      threadId,
    );
    if (next === undefined) return;
    const userId = String(next["user_id"]);
    await this.sql.run(
      "INSERT INTO tidemark_turn_heads (queue, thread_id, number, user_id, position) VALUES (?, ?, ?, ?, ?)",
      this.#queue,
      threadId,
      Number(next["number"]),
      userId,
      Number(next["position"]),
    );
    await this.#serve(userId, { ready: 1, running: 0 });
  }

  /** True if a claim may find something. */
  async hasReady(): Promise<boolean> {
    const user = await this.sql.get(
      "SELECT 1 FROM tidemark_turn_users WHERE queue = ? AND ready > 0 LIMIT 1",
      this.#queue,
    );
    if (user !== undefined) return true;
    const due = await this.sql.get(
      `SELECT 1 FROM tidemark_turns WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${this.#now} LIMIT 1`,
      this.#queue,
    );
    return due !== undefined;
  }

  /** True for a worker that is registered. */
  async isAlive(worker: string): Promise<boolean> {
    const found = await this.sql.get(
      "SELECT 1 FROM tidemark_turn_workers WHERE queue = ? AND worker = ?",
      this.#queue,
      worker,
    );
    return found !== undefined;
  }

  /** Gives delayed turns whose time has come their places. */
  async promote(): Promise<void> {
    const due = await this.sql.all(
      `SELECT number, thread_id, user_id FROM tidemark_turns
       WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${this.#now} ORDER BY due, number LIMIT ${PROMOTED}`,
      this.#queue,
    );
    for (const row of due) {
      await this.count("delayed", -1);
      await this.join({
        number: Number(row["number"]),
        threadId: String(row["thread_id"]),
        userId: String(row["user_id"]),
      });
    }
  }

  /** The next turn of a thread, if it does not run. */
  nextOfThread(threadId: string): Promise<Row | undefined> {
    return this.sql.get(
      `SELECT turns.* FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns ON turns.number = heads.number
       WHERE heads.queue = ? AND heads.thread_id = ? AND heads.running = 0`,
      this.#queue,
      threadId,
    );
  }

  /** The oldest head of the user who was served the longest time ago, and who runs fewer turns than this. */
  async nextOfAll(maxPerUser: number): Promise<Row | undefined> {
    const user = await this.sql.get(
      `SELECT user_id FROM tidemark_turn_users WHERE queue = ? AND ready > 0 AND (running < ? OR user_id = '')
       ORDER BY served LIMIT 1`,
      this.#queue,
      maxPerUser,
    );
    if (user === undefined) return undefined;
    return this.sql.get(
      `SELECT turns.* FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns ON turns.number = heads.number
       WHERE heads.queue = ? AND heads.user_id = ? AND heads.running = 0 ORDER BY heads.position LIMIT 1`,
      this.#queue,
      String(user["user_id"]),
    );
  }

  /** Marks a head as running. */
  async start(row: Row, worker: string): Promise<ClaimedTurn> {
    const number = Number(row["number"]);
    const userId = String(row["user_id"]);
    const started = await this.sql.get(
      `UPDATE tidemark_turns SET stage = 'running', attempts = attempts + 1, claim = claim + 1, worker = ? WHERE number = ?
       RETURNING attempts, claim`,
      worker,
      number,
    );
    await this.#mark(row, 1);
    await this.#serve(userId, { ready: -1, running: 1 });
    const counts = await this.sql.get(
      `UPDATE tidemark_turn_counts SET waiting = waiting - 1, running = running + 1, served = served + 1 WHERE queue = ?
       RETURNING served`,
      this.#queue,
    );
    await this.sql.run(
      "UPDATE tidemark_turn_users SET served = ? WHERE queue = ? AND user_id = ?",
      Number(counts?.["served"]),
      this.#queue,
      userId,
    );
    const request = readRequest(row["request"]);
    return { number, request, attempt: Number(started?.["attempts"]), claim: Number(started?.["claim"]) };
  }

  async #mark(row: Row, running: 0 | 1): Promise<void> {
    await this.sql.run(
      "UPDATE tidemark_turn_heads SET running = ? WHERE queue = ? AND thread_id = ?",
      running,
      this.#queue,
      String(row["thread_id"]),
    );
  }

  /** The row of a turn, if this is its newest claim. */
  claimed({ number, claim }: Pick<ClaimedTurn, "number" | "claim">): Promise<Row | undefined> {
    return this.sql.get(
      "SELECT * FROM tidemark_turns WHERE number = ? AND claim = ? AND stage = 'running'",
      number,
      claim,
    );
  }

  /** Returns a turn that runs to its place. */
  async putBack(row: Row): Promise<void> {
    await this.sql.run(
      "UPDATE tidemark_turns SET stage = 'waiting', worker = NULL WHERE number = ?",
      Number(row["number"]),
    );
    await this.#mark(row, 0);
    await this.#serve(String(row["user_id"]), { ready: 1, running: -1 });
    await this.count("running", -1);
    await this.count("waiting", 1);
  }
}
