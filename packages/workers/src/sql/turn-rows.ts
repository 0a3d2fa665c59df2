import { readRequest } from "../store/stored-turn.ts";
import type { ClaimedTurn } from "../store/turn-store.ts";
import type { StoredOutcome } from "../store/turn-outcome.ts";
import type { Row, Sql, Statement } from "./turn-database.ts";
import type { TurnTimer } from "./turn-timers.ts";

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

/** Maximum numbers of a claim. */
export interface ClaimLimits {
  /** Number of turns. */
  readonly most: number;
  /** Number of turns of one user that run at the same time. */
  readonly maxPerUser: number;
}

/** A turn that has run, with its result as JSON. */
export interface EndedTurn extends Pick<ClaimedTurn, "number" | "claim"> {
  readonly outcome: string;
  /** Waits that the turn has left open, each with the turn that continues it. */
  readonly timers: readonly TurnTimer[];
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
  readonly #changed: Set<string | undefined>;

  /** `changed` gets the ids of turns that ended, and undefined for turns that may run. */
  constructor(sql: Sql, queue: string, { now, changed }: { now: string; changed: Set<string | undefined> }) {
    this.sql = sql;
    this.#queue = queue;
    this.#now = now;
    this.#changed = changed;
  }

  /** Tells workers to look for turns, after the transaction. */
  tell(): void {
    this.#changed.add(undefined);
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

  /** Ends a turn that was cancelled, or that has ended too many workers. */
  async setAside(row: Row): Promise<void> {
    const attempts = Number(row["attempts"]);
    const isCancelled = Number(row["cancelling"]) === 1;
    const reason = `${Number(row["lone_deaths"])} workers ended or froze while they ran it alone.`;
    await this.finish(
      row,
      isCancelled ? { outcome: "cancelled", started: attempts > 0 } : { outcome: "setAside", attempts, reason },
      { waiting: -1, ended: 1, set_aside: isCancelled ? 0 : 1 },
    );
  }

  /** Ends a turn that waits. */
  async finish(row: Row, outcome: StoredOutcome, changes: Counts): Promise<void> {
    const number = Number(row["number"]);
    await this.sql.run(
      `UPDATE tidemark_turns SET ${this.#ended}, outcome = ? WHERE number = ?`,
      JSON.stringify(outcome),
      number,
    );
    this.#changed.add(String(row["turn_id"]));
    const head = await this.sql.get(
      "SELECT suspect FROM tidemark_turn_heads WHERE queue = ? AND thread_id = ? AND number = ?",
      this.#queue,
      String(row["thread_id"]),
      number,
    );
    // A turn that waits behind another one, or for its time, is not the head.
    if (head === undefined) await this.count(changes);
    else await this.#follow([row], { ready: Number(head["suspect"]) === 1 ? 0 : -1, running: 0 }, changes);
  }

  /** Ends turns that run. False for those whose claim is not the newest one. */
  async end(turns: readonly EndedTurn[]): Promise<readonly boolean[]> {
    const rows = await this.sql.all(
      `UPDATE tidemark_turns SET ${this.#ended}, outcome = CASE number ${turns.map(() => "WHEN ? THEN ?").join(" ")} END
       WHERE stage = 'running' AND (${turns.map(() => "number = ? AND claim = ?").join(" OR ")})
       RETURNING number, turn_id, thread_id, user_id`,
      ...turns.flatMap(({ number, outcome }) => [number, outcome]),
      ...turns.flatMap(({ number, claim }) => [number, claim]),
    );
    if (rows.length > 0) {
      await this.#follow(rows, { ready: 0, running: -1 }, { running: -rows.length, ended: rows.length });
    }
    const ended = new Set(rows.map((row) => Number(row["number"])));
    await this.#startTimers(turns.filter(({ number }) => ended.has(number)).flatMap(({ timers }) => timers));
    for (const row of rows) this.#changed.add(String(row["turn_id"]));
    return turns.map(({ number }) => ended.has(number));
  }

  /** Stores the turns that continue waits. Several turns can have left the same wait open. */
  async #startTimers(timers: readonly TurnTimer[]): Promise<void> {
    if (timers.length === 0) return;
    this.tell();
    await this.sql.change(
      timers.map(({ request, due }) => [
        `INSERT INTO tidemark_turns (queue, turn_id, thread_id, user_id, request, due, stage, accepted_at)
         VALUES (?, ?, ?, ?, ?, ?, 'timer', ${this.#now}) ON CONFLICT (queue, turn_id) DO NOTHING`,
        this.#queue,
        request.turnId,
        request.threadId,
        request.userId ?? "",
        JSON.stringify(request),
        due,
      ]),
    );
  }

  get #ended(): string {
    return `stage = 'ended', worker = NULL, ended_at = ${this.#now}`;
  }

  /** Lets the next turn of each thread follow its head, which has ended. `freed` changes the numbers of the user of each head. */
  async #follow(ended: readonly Row[], freed: UserCounts, changes: Counts): Promise<void> {
    const threads = ended.map((row) => String(row["thread_id"]));
    const nextRows = await this.sql.all(
      threads
        .map(
          (_, index) => `SELECT * FROM (SELECT thread_id, number, user_id, position FROM tidemark_turns
           WHERE queue = ? AND thread_id = ? AND stage <> 'ended' AND position IS NOT NULL ORDER BY position LIMIT 1) AS next_${index}`,
        )
        .join(" UNION ALL "),
      ...threads.flatMap((threadId) => [this.#queue, threadId]),
    );
    const users = new Map<string, UserCounts>();
    const change = (userId: string, { ready, running }: UserCounts): void => {
      const sum = users.get(userId) ?? { ready: 0, running: 0 };
      users.set(userId, { ready: sum.ready + ready, running: sum.running + running });
    };
    for (const row of ended) change(String(row["user_id"]), freed);
    for (const row of nextRows) change(String(row["user_id"]), { ready: 1, running: 0 });
    if (nextRows.length > 0) this.tell();
    const following = new Set(nextRows.map((row) => String(row["thread_id"])));
    const left = threads.filter((threadId) => !following.has(threadId));
    await this.sql.change([
      ...nextRows.map(
        (row) =>
          [
            `UPDATE tidemark_turn_heads SET number = ?, user_id = ?, position = ?, running = 0, suspect = 0
             WHERE queue = ? AND thread_id = ?`,
            Number(row["number"]),
            String(row["user_id"]),
            Number(row["position"]),
            this.#queue,
            String(row["thread_id"]),
          ] as const,
      ),
      ...left.map(
        (threadId) =>
          ["DELETE FROM tidemark_turn_heads WHERE queue = ? AND thread_id = ?", this.#queue, threadId] as const,
      ),
      // A user who goes on keeps his place among the others.
      ...[...users].map(([userId, counts]) => this.served(userId, counts)),
      this.counted(changes),
    ]);
  }

  /**
   * The oldest heads of the users who were served the longest time ago, one of each user and then the second ones. No user gets to run more
   * turns than his limit.
   */
  async nextOfAll({ most, maxPerUser }: ClaimLimits): Promise<readonly Row[]> {
    const users = await this.sql.all(
      `SELECT user_id, running FROM tidemark_turn_users WHERE queue = ? AND ready > 0 AND (running < ? OR user_id = '')
       ORDER BY served LIMIT ?`,
      this.#queue,
      maxPerUser,
      most,
    );
    if (users.length === 0) return [];
    // Each of the others gets one at least.
    const left = most - users.length + 1;
    // A statement for each user uses the index, whatever the database believes to know about the tables.
    const found = await this.sql.all(
      users
        .map(
          (_, order) => `SELECT * FROM (
             SELECT turns.*, 0 AS suspect, ${order} AS user_order FROM tidemark_turn_heads AS heads
             JOIN tidemark_turns AS turns ON turns.number = heads.number
             WHERE heads.queue = ? AND heads.user_id = ? AND heads.running = 0 AND heads.suspect = 0
             ORDER BY heads.position LIMIT ?) AS heads_${order}`,
        )
        .join(" UNION ALL "),
      ...users.flatMap((user) => {
        const userId = String(user["user_id"]);
        return [this.#queue, userId, userId === "" ? left : Math.min(left, maxPerUser - Number(user["running"]))];
      }),
    );
    const heads = users.map((_, order) =>
      found
        .filter((row) => Number(row["user_order"]) === order)
        .toSorted((one, other) => Number(one["position"]) - Number(other["position"])),
    );
    const turns: Row[] = [];
    for (let round = 0; round < left; round += 1) for (const rows of heads) turns.push(...rows.slice(round, round + 1));
    return turns.slice(0, most);
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

  /** Marks heads as running. */
  async start(found: readonly Row[], worker: string): Promise<readonly ClaimedTurn[]> {
    const users = new Map<string, { count: number; last: number; isSuspect: boolean }>();
    for (const [index, row] of found.entries()) {
      const userId = String(row["user_id"]);
      const count = (users.get(userId)?.count ?? 0) + 1;
      users.set(userId, { count, last: index + 1, isSuspect: Number(row["suspect"]) === 1 });
    }
    const places = found.map(() => "?").join(", ");
    await this.sql.change([
      [
        `UPDATE tidemark_turns SET stage = 'running', attempts = attempts + 1, claim = claim + 1, worker = ? WHERE number IN (${places})`,
        worker,
        ...found.map((row) => Number(row["number"])),
      ],
      [
        `UPDATE tidemark_turn_heads SET running = 1 WHERE queue = ? AND thread_id IN (${places})`,
        this.#queue,
        ...found.map((row) => String(row["thread_id"])),
      ],
      ...[...users].map(
        ([userId, { count, last, isSuspect }]) =>
          [
            `INSERT INTO tidemark_turn_users (queue, user_id, ready, running, served)
             SELECT queue, ?, ?, ?, served + ? FROM tidemark_turn_counts WHERE queue = ?
             ON CONFLICT (queue, user_id) DO UPDATE SET
               ready = tidemark_turn_users.ready + excluded.ready,
               running = tidemark_turn_users.running + excluded.running, served = excluded.served`,
            userId,
            isSuspect ? 0 : -count,
            count,
            last,
            this.#queue,
          ] as const,
      ),
      this.counted({ waiting: -found.length, running: found.length, served: found.length }),
    ]);
    return found.map((row) => ({
      number: Number(row["number"]),
      request: readRequest(row["request"]),
      traceparent: typeof row["traceparent"] === "string" ? row["traceparent"] : null,
      attempt: Number(row["attempts"]) + 1,
      claim: Number(row["claim"]) + 1,
    }));
  }

  /** The row of a turn, if this is its newest claim. */
  claimed({ number, claim }: Pick<ClaimedTurn, "number" | "claim">): Promise<Row | undefined> {
    return this.sql.get(
      "SELECT * FROM tidemark_turns WHERE number = ? AND claim = ? AND stage = 'running'",
      number,
      claim,
    );
  }

  /** Returns a turn that runs to its place. One that is suspect from now on will run alone. */
  async putBack(row: Row, reason: ReturnReason): Promise<void> {
    const deaths = Number(row["deaths"]) + (reason === "released" ? 0 : 1);
    const suspect = deaths >= DEATHS ? 1 : 0;
    this.tell();
    await this.sql.change([
      [
        `UPDATE tidemark_turns SET stage = 'waiting', worker = NULL, attempts = attempts - ?, deaths = ?, lone_deaths = lone_deaths + ?
         WHERE number = ?`,
        reason === "released" ? 1 : 0,
        deaths,
        reason === "diedAlone" ? 1 : 0,
        Number(row["number"]),
      ],
      [
        "UPDATE tidemark_turn_heads SET running = 0, suspect = ? WHERE queue = ? AND thread_id = ?",
        suspect,
        this.#queue,
        String(row["thread_id"]),
      ],
      this.served(String(row["user_id"]), { ready: suspect === 1 ? 0 : 1, running: -1 }),
      this.counted({ running: -1, waiting: 1 }),
    ]);
  }
}
