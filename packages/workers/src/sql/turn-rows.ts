import { readRequest } from "../store/stored-turn.ts";
import type { ClaimedTurn } from "../store/turn-store.ts";
import type { StoredOutcome } from "../store/turn-outcome.ts";
import type { Row, Sql, Statement } from "./turn-database.ts";

/** Number of workers that may end while they run a turn among others, before it is suspect. */
const DEATHS = 2;

/** Changes of the numbers that are kept for each name. */
type Counts = Readonly<
  Partial<Record<"delayed" | "ended" | "placed" | "running" | "served" | "set_aside" | "takeovers" | "waiting", number>>
>;

/** Changes of the numbers of a user. */
interface UserCounts {
  readonly ready: number;
  readonly running: number;
}

/** Why a turn that runs is returned to its place. */
export type ReturnReason =
  /** Its worker stops, or cannot run it. */
  | "released"
  /** Its worker ended or froze while it ran other turns too: any of them may be the cause. */
  | "died"
  /** Its worker ended or froze while it ran nothing else. */
  | "diedAlone";

/**
 * Rows of the turns of one name, in one transaction.
 *
 * Each thread with open turns has a head: the turn that is next or runs. Each user with heads has a row with the moment at which one of
 * his turns was last claimed, counted in claims. The heads of suspect turns are not among those that are ready.
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
    await this.sql.change([this.counted(changes)]);
  }

  /** Statement that changes numbers. */
  counted(changes: Counts): Statement {
    const sums = Object.keys(changes).map((column) => `${column} = ${column} + ?`);
    return [
      `UPDATE tidemark_turn_counts SET ${sums.join(", ")} WHERE queue = ?`,
      ...Object.values(changes),
      this.#queue,
    ];
  }

  /** Statement that changes the numbers of a user. A user without turns joins behind those who wait. */
  served(userId: string, { ready, running }: UserCounts): Statement {
    return [
      `INSERT INTO tidemark_turn_users (queue, user_id, ready, running, served)
       SELECT queue, ?, ?, ?, served FROM tidemark_turn_counts WHERE queue = ?
       ON CONFLICT (queue, user_id) DO UPDATE SET
         ready = tidemark_turn_users.ready + excluded.ready,
         running = tidemark_turn_users.running + excluded.running,
         served = CASE WHEN tidemark_turn_users.ready + tidemark_turn_users.running > 0
           THEN tidemark_turn_users.served ELSE excluded.served END`,
      userId,
      ready,
      running,
      this.#queue,
    ];
  }

  /** Ends a turn that waits. */
  async finish(row: Row, outcome: StoredOutcome, changes: Counts): Promise<void> {
    const number = Number(row["number"]);
    await this.sql.run(`UPDATE tidemark_turns SET ${this.#ended} WHERE number = ?`, JSON.stringify(outcome), number);
    const head = await this.sql.get(
      "SELECT running, suspect FROM tidemark_turn_heads WHERE queue = ? AND thread_id = ? AND number = ?",
      this.#queue,
      String(row["thread_id"]),
      number,
    );
    // A turn that waits behind another one, or for its time, is not the head.
    if (head === undefined) await this.count(changes);
    else await this.#follow(row, { ready: Number(head["suspect"]) === 1 ? 0 : -1, running: 0 }, changes);
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
    await this.#follow(row, { ready: 0, running: -1 }, { running: -1, ended: 1 });
    return true;
  }

  get #ended(): string {
    return `stage = 'ended', outcome = ?, worker = NULL, ended_at = ${this.#now}`;
  }

  /** Lets the next turn of a thread follow its head, which has ended. */
  async #follow(row: Row, freed: UserCounts, changes: Counts): Promise<void> {
    const threadId = String(row["thread_id"]);
    const userId = String(row["user_id"]);
    const next = await this.sql.get(
      `SELECT number, user_id, position FROM tidemark_turns
       WHERE queue = ? AND thread_id = ? AND stage <> 'ended' AND position IS NOT NULL ORDER BY position LIMIT 1`,
      this.#queue,
      threadId,
    );
    const place = [this.#queue, threadId] as const;
    if (next === undefined) {
      await this.sql.change([
        ["DELETE FROM tidemark_turn_heads WHERE queue = ? AND thread_id = ?", ...place],
        this.served(userId, freed),
        this.counted(changes),
      ]);
      return;
    }
    const nextUser = String(next["user_id"]);
    await this.sql.change([
      [
        `UPDATE tidemark_turn_heads SET number = ?, user_id = ?, position = ?, running = 0, suspect = 0
         WHERE queue = ? AND thread_id = ?`,
        Number(next["number"]),
        nextUser,
        Number(next["position"]),
        ...place,
      ],
      // A user who goes on keeps his place among the others.
      ...(nextUser === userId
        ? [this.served(userId, { ...freed, ready: freed.ready + 1 })]
        : [this.served(userId, freed), this.served(nextUser, { ready: 1, running: 0 })]),
      this.counted(changes),
    ]);
  }

  /** The oldest head of the user who was served the longest time ago, and who runs fewer turns than this. */
  nextOfAll(maxPerUser: number): Promise<Row | undefined> {
    return this.sql.get(
      `SELECT turns.*, heads.suspect FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns ON turns.number = heads.number
       WHERE heads.queue = ? AND heads.running = 0 AND heads.suspect = 0 AND heads.user_id =
         (SELECT user_id FROM tidemark_turn_users WHERE queue = ? AND ready > 0 AND (running < ? OR user_id = '')
          ORDER BY served LIMIT 1)
       ORDER BY heads.position LIMIT 1`,
      this.#queue,
      this.#queue,
      maxPerUser,
    );
  }

  /** The oldest suspect head whose user runs fewer turns than this. */
  nextSuspect(maxPerUser: number): Promise<Row | undefined> {
    return this.sql.get(
      `SELECT turns.*, heads.suspect FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns ON turns.number = heads.number
       LEFT JOIN tidemark_turn_users AS users ON users.queue = heads.queue AND users.user_id = heads.user_id
       WHERE heads.queue = ? AND heads.running = 0 AND heads.suspect = 1 AND (heads.user_id = '' OR coalesce(users.running, 0) < ?)
       ORDER BY heads.position LIMIT 1`,
      this.#queue,
      maxPerUser,
    );
  }

  /** Marks a head as running. */
  async start(row: Row, worker: string): Promise<ClaimedTurn> {
    const number = Number(row["number"]);
    const attempt = Number(row["attempts"]) + 1;
    const claim = Number(row["claim"]) + 1;
    await this.sql.change([
      [
        "UPDATE tidemark_turns SET stage = 'running', attempts = ?, claim = ?, worker = ? WHERE number = ?",
        attempt,
        claim,
        worker,
        number,
      ],
      this.#marked(row, { running: 1, suspect: Number(row["suspect"]) }),
      [
        `INSERT INTO tidemark_turn_users (queue, user_id, ready, running, served)
         SELECT queue, ?, ?, 1, served + 1 FROM tidemark_turn_counts WHERE queue = ?
         ON CONFLICT (queue, user_id) DO UPDATE SET
           ready = tidemark_turn_users.ready + excluded.ready,
           running = tidemark_turn_users.running + 1, served = excluded.served`,
        String(row["user_id"]),
        Number(row["suspect"]) === 1 ? 0 : -1,
        this.#queue,
      ],
      this.counted({ waiting: -1, running: 1, served: 1 }),
    ]);
    const request = readRequest(row["request"]);
    const traceparent = typeof row["traceparent"] === "string" ? row["traceparent"] : null;
    return { number, request, traceparent, attempt, claim };
  }

  #marked(row: Row, { running, suspect }: { readonly running: number; readonly suspect: number }): Statement {
    return [
      "UPDATE tidemark_turn_heads SET running = ?, suspect = ? WHERE queue = ? AND thread_id = ?",
      running,
      suspect,
      this.#queue,
      String(row["thread_id"]),
    ];
  }

  /** The row of a turn, if this is its newest claim. */
  claimed({ number, claim }: Pick<ClaimedTurn, "number" | "claim">, lock = ""): Promise<Row | undefined> {
    return this.sql.get(
      `SELECT * FROM tidemark_turns WHERE number = ? AND claim = ? AND stage = 'running'${lock}`,
      number,
      claim,
    );
  }

  /** Returns a turn that runs to its place. One that is suspect from now on will run alone. */
  async putBack(row: Row, reason: ReturnReason): Promise<void> {
    const deaths = Number(row["deaths"]) + (reason === "released" ? 0 : 1);
    const suspect = deaths >= DEATHS ? 1 : 0;
    await this.sql.change([
      [
        `UPDATE tidemark_turns SET stage = 'waiting', worker = NULL, attempts = attempts - ?, deaths = ?, lone_deaths = lone_deaths + ?
         WHERE number = ?`,
        reason === "released" ? 1 : 0,
        deaths,
        reason === "diedAlone" ? 1 : 0,
        Number(row["number"]),
      ],
      this.#marked(row, { running: 0, suspect }),
      this.served(String(row["user_id"]), { ready: suspect === 1 ? 0 : 1, running: -1 }),
      this.counted({ running: -1, waiting: 1 }),
    ]);
  }
}
