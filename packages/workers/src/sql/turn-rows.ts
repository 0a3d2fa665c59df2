import { readRequest } from "../store/stored-turn.ts";
import type { ClaimedTurn } from "../store/turn-store.ts";
import type { StoredOutcome } from "../store/turn-outcome.ts";
import type { Row, Sql } from "./turn-database.ts";

/** Number of delayed turns that one claim makes ready. */
const PROMOTED = 100;

/** Changes of the numbers that are kept for each name. */
type Counts = Readonly<
  Partial<Record<"delayed" | "ended" | "running" | "set_aside" | "takeovers" | "waiting", number>>
>;

const sums = (changes: Counts): string =>
  Object.keys(changes)
    .map((column) => `${column} = ${column} + ?`)
    .join(", ");

/** A turn with its place. */
interface PlacedTurn {
  readonly number: number;
  readonly threadId: string;
  readonly userId: string;
  readonly position: number;
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

  /** Changes numbers. */
  async count(changes: Counts): Promise<void> {
    await this.sql.run(
      `UPDATE tidemark_turn_counts SET ${sums(changes)} WHERE queue = ?`,
      ...Object.values(changes),
      this.#queue,
    );
  }

  /** Counts a turn that is accepted. Returns its place, and the number of those that waited before. */
  async place(column: "waiting" | "delayed"): Promise<{ readonly position: number; readonly before: number }> {
    const counted = await this.sql.get(
      `UPDATE tidemark_turn_counts SET positions = positions + 1, ${column} = ${column} + 1 WHERE queue = ?
       RETURNING positions, waiting + delayed - 1 AS earlier`,
      this.#queue,
    );
    if (counted !== undefined) {
      return { position: Number(counted["positions"]), before: Number(counted["earlier"]) };
    }
    await this.sql.run("INSERT INTO tidemark_turn_counts (queue) VALUES (?) ON CONFLICT DO NOTHING", this.#queue);
    return this.place(column);
  }

  /** Makes a turn the head of its thread, unless another one is. */
  async queue({ number, threadId, userId, position }: PlacedTurn): Promise<void> {
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
      `INSERT INTO tidemark_turn_users (queue, user_id, ready, running, served)
       SELECT queue, ?, ?, ?, served FROM tidemark_turn_counts WHERE queue = ?
       ON CONFLICT (queue, user_id) DO UPDATE
         SET ready = tidemark_turn_users.ready + excluded.ready, running = tidemark_turn_users.running + excluded.running`,
      userId,
      ready,
      running,
      this.#queue,
    );
    if (ready + running >= 0) return;
    await this.sql.run(
      "DELETE FROM tidemark_turn_users WHERE queue = ? AND user_id = ? AND ready <= 0 AND running <= 0",
      this.#queue,
      userId,
    );
  }

  /** Ends a turn that waits. */
  async finish(row: Row, outcome: StoredOutcome): Promise<void> {
    const number = Number(row["number"]);
    await this.sql.run(`UPDATE tidemark_turns SET ${this.#ended} WHERE number = ?`, JSON.stringify(outcome), number);
    await this.#follow(row);
  }

  /** Ends a turn that runs. False if the claim is not the newest one. */
  async end({ number, claim }: Pick<ClaimedTurn, "number" | "claim">, outcome: StoredOutcome): Promise<boolean> {
    const row = await this.sql.get(
      `UPDATE tidemark_turns SET ${this.#ended} WHERE number = ? AND claim = ? AND stage = 'running'
       RETURNING number, thread_id, user_id`,
      JSON.stringify(outcome),
      number,
      claim,
    );
    if (row === undefined) return false;
    await this.count({ running: -1, ended: 1 });
    await this.#follow(row);
    return true;
  }

  get #ended(): string {
    return `stage = 'ended', outcome = ?, worker = NULL, ended_at = ${this.#now}`;
  }

  /** Lets the next turn of a thread follow one that has ended. */
  async #follow(row: Row): Promise<void> {
    const threadId = String(row["thread_id"]);
    const head = await this.sql.get(
      "DELETE FROM tidemark_turn_heads WHERE queue = ? AND thread_id = ? AND number = ? RETURNING running",
      this.#queue,
      threadId,
      Number(row["number"]),
    );
    // A turn that waits behind another one, or for its time, is not the head.
    if (head === undefined) return;
    const freed = Number(head["running"]) === 1 ? { ready: 0, running: -1 } : { ready: -1, running: 0 };
    const next = await this.sql.get(
      `SELECT number, user_id, position FROM tidemark_turns
       WHERE queue = ? AND thread_id = ? AND stage <> 'ended' AND position IS NOT NULL ORDER BY position LIMIT 1`,
      this.#queue,
      threadId,
    );
    const userId = String(row["user_id"]);
    const nextUser = next === undefined ? null : String(next["user_id"]);
    // A user who goes on keeps his place among the others.
    if (nextUser === userId) await this.#serve(userId, { ...freed, ready: freed.ready + 1 });
    else await this.#serve(userId, freed);
    if (next === undefined || nextUser === null) return;
    await this.sql.run(
      "INSERT INTO tidemark_turn_heads (queue, thread_id, number, user_id, position) VALUES (?, ?, ?, ?, ?)",
      this.#queue,
      threadId,
      Number(next["number"]),
      nextUser,
      Number(next["position"]),
    );
    if (nextUser !== userId) await this.#serve(nextUser, { ready: 1, running: 0 });
  }

  /** True if a claim may find something. */
  async hasReady(): Promise<boolean> {
    const found = await this.sql.get(
      `SELECT 1 FROM tidemark_turn_users WHERE queue = ? AND ready > 0
       UNION ALL
       SELECT 1 FROM tidemark_turns WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${this.#now} LIMIT 1`,
      this.#queue,
      this.#queue,
    );
    return found !== undefined;
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
      const number = Number(row["number"]);
      const { position } = await this.place("waiting");
      await this.count({ delayed: -1 });
      await this.sql.run("UPDATE tidemark_turns SET position = ?, due = NULL WHERE number = ?", position, number);
      await this.queue({
        number,
        threadId: String(row["thread_id"]),
        userId: String(row["user_id"]),
        position,
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
  nextOfAll(maxPerUser: number): Promise<Row | undefined> {
    return this.sql.get(
      `SELECT turns.* FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns ON turns.number = heads.number
       WHERE heads.queue = ? AND heads.running = 0 AND heads.user_id =
         (SELECT user_id FROM tidemark_turn_users WHERE queue = ? AND ready > 0 AND (running < ? OR user_id = '')
          ORDER BY served LIMIT 1)
       ORDER BY heads.position LIMIT 1`,
      this.#queue,
      this.#queue,
      maxPerUser,
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
    const counts = await this.sql.get(
      `UPDATE tidemark_turn_counts SET waiting = waiting - 1, running = running + 1, served = served + 1 WHERE queue = ?
       RETURNING served`,
      this.#queue,
    );
    await this.sql.run(
      "UPDATE tidemark_turn_users SET ready = ready - 1, running = running + 1, served = ? WHERE queue = ? AND user_id = ?",
      Number(counts?.["served"]),
      this.#queue,
      userId,
    );
    const request = readRequest(row["request"]);
    const traceparent = typeof row["traceparent"] === "string" ? row["traceparent"] : null;
    return { number, request, traceparent, attempt: Number(started?.["attempts"]), claim: Number(started?.["claim"]) };
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
  claimed({ number, claim }: Pick<ClaimedTurn, "number" | "claim">, lock = ""): Promise<Row | undefined> {
    return this.sql.get(
      `SELECT * FROM tidemark_turns WHERE number = ? AND claim = ? AND stage = 'running'${lock}`,
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
    await this.count({ running: -1, waiting: 1 });
  }
}
