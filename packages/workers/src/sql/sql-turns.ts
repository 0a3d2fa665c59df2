import { hasEnded, leaseHolder } from "@tidemark/checkpoint/internal/sqlite";
import { workerErrors } from "../errors.ts";
import { readOutcome, readRequest, writeRequest } from "../store/stored-turn.ts";
import type {
  Acceptance,
  AcceptOptions,
  ClaimedTurn,
  ClaimOptions,
  HeldTurn,
  StoredTurnEvent,
  TrimAges,
  TurnMeasures,
  TurnRecord,
  TurnStage,
  TurnStore,
  WorkerPresence,
} from "../store/turn-store.ts";
import type { StoredOutcome } from "../store/turn-outcome.ts";
import type { TurnRequest } from "../store/turn-request.ts";
import type { Row, Sql, TurnDatabase } from "./turn-database.ts";
import { TurnRows } from "./turn-rows.ts";

/** Maximum number of turns that one call of `trim` removes. */
const TRIMMED = 1_000;

/**
 * Stores turns in a SQL database.
 *
 * @internal
 */
export class SqlTurns implements TurnStore {
  readonly #queue: string;
  readonly #database: TurnDatabase;

  constructor(queue: string, database: TurnDatabase) {
    this.#queue = queue;
    this.#database = database;
  }

  #read<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#database.read(body);
  }

  #write<Result>(mode: "durable" | "fast", body: (rows: TurnRows) => Promise<Result>): Promise<Result> {
    const { now } = this.#database;
    return this.#database.write(mode, this.#queue, async (sql) => body(new TurnRows(sql, this.#queue, now)));
  }

  /** A transaction that changes no order and no numbers, so others of the queue run beside it. */
  #writeAside<Result>(body: (rows: TurnRows) => Promise<Result>): Promise<Result> {
    const { now } = this.#database;
    return this.#database.write("fast", null, async (sql) => body(new TurnRows(sql, this.#queue, now)));
  }

  accept(request: TurnRequest, { delay, limit, traceparent = null }: AcceptOptions): Promise<Acceptance> {
    const { turnId, threadId } = request;
    const userId = request.userId ?? "";
    const text = writeRequest(request);
    const { now } = this.#database;
    const column = delay > 0 ? "delayed" : "waiting";
    return this.#write("durable", async (rows): Promise<Acceptance> => {
      const { sql } = rows;
      const { position, before } = await rows.place(column);
      const isFull = before >= limit;
      const added = isFull
        ? undefined
        : await sql.get(
            `INSERT INTO tidemark_turns (queue, turn_id, thread_id, user_id, request, traceparent, due, position, stage, accepted_at)
             VALUES (?, ?, ?, ?, ?, ?, ${now} + ?, ?, 'waiting', ${now}) ON CONFLICT (queue, turn_id) DO NOTHING RETURNING number`,
            this.#queue,
            turnId,
            threadId,
            userId,
            text,
            traceparent,
            delay,
            delay > 0 ? null : position,
          );
      if (added === undefined) {
        await rows.count({ [column]: -1 });
        const known = await sql.get(
          "SELECT request FROM tidemark_turns WHERE queue = ? AND turn_id = ?",
          this.#queue,
          turnId,
        );
        if (known === undefined) return { outcome: "full", waiting: before, limit };
        if (known["request"] !== text) throw workerErrors.changedRequest({ turnId });
        return { outcome: "accepted", turnId, repeated: true };
      }
      if (delay === 0) await rows.queue({ number: Number(added["number"]), threadId, userId, position });
      return { outcome: "accepted", turnId, repeated: false };
    });
  }

  read(turnId: string): Promise<TurnRecord | null> {
    return this.#read(async (sql) => {
      const row = await sql.get("SELECT * FROM tidemark_turns WHERE queue = ? AND turn_id = ?", this.#queue, turnId);
      return row === undefined ? null : recordOf(row);
    });
  }

  open(threadId: string): Promise<readonly TurnRecord[]> {
    return this.#read(async (sql) => {
      const rows = await sql.all(
        `SELECT * FROM tidemark_turns WHERE queue = ? AND thread_id = ? AND stage <> 'ended' AND position IS NOT NULL
         ORDER BY position`,
        this.#queue,
        threadId,
      );
      return rows.map(recordOf);
    });
  }

  cancel(turnId: string): Promise<boolean> {
    return this.#write("durable", async (rows) => {
      const row = await rows.sql.get(
        "SELECT * FROM tidemark_turns WHERE queue = ? AND turn_id = ? AND stage <> 'ended'",
        this.#queue,
        turnId,
      );
      if (row === undefined) return false;
      if (row["stage"] === "running") {
        await rows.sql.run("UPDATE tidemark_turns SET cancelling = 1 WHERE number = ?", Number(row["number"]));
        return true;
      }
      await rows.count({ [row["position"] === null ? "delayed" : "waiting"]: -1, ended: 1 });
      await rows.finish(row, { outcome: "cancelled", started: Number(row["attempts"]) > 0 });
      return true;
    });
  }

  async claim({ worker, threadId, maxAttempts, maxPerUser }: ClaimOptions): Promise<ClaimedTurn | null> {
    const { now } = this.#database;
    // Most looks find nothing; a transaction that writes would make others wait.
    if (!(await this.#read((sql) => new TurnRows(sql, this.#queue, now).hasReady()))) return null;
    return this.#write("fast", async (rows) => {
      // A worker that was taken for dead claims nothing before it knows: nobody would take over what it claimed.
      if (!(await rows.isAlive(worker))) return null;
      await rows.promote();
      for (;;) {
        const row = await (threadId === undefined ? rows.nextOfAll(maxPerUser) : rows.nextOfThread(threadId));
        if (row === undefined) return null;
        const attempts = Number(row["attempts"]);
        const isCancelled = Number(row["cancelling"]) === 1;
        if (attempts < maxAttempts && !isCancelled) return rows.start(row, worker);
        await rows.count({ waiting: -1, ended: 1, set_aside: isCancelled ? 0 : 1 });
        const reason = `${attempts} workers ended or froze while they ran it.`;
        const outcome: StoredOutcome = isCancelled
          ? { outcome: "cancelled", started: attempts > 0 }
          : { outcome: "setAside", attempts, reason };
        await rows.finish(row, outcome);
      }
    });
  }

  end(turn: ClaimedTurn, outcome: StoredOutcome): Promise<boolean> {
    return this.#write("fast", (rows) => rows.end(turn, outcome));
  }

  release(turn: Pick<ClaimedTurn, "number" | "claim">): Promise<void> {
    return this.#write("fast", async (rows) => {
      const row = await rows.claimed(turn);
      if (row === undefined) return;
      await rows.sql.run("UPDATE tidemark_turns SET attempts = attempts - 1 WHERE number = ?", turn.number);
      await rows.putBack(row);
    });
  }

  append(turn: ClaimedTurn, events: readonly StoredTurnEvent[]): Promise<boolean> {
    return this.#writeAside(async (rows) => {
      // A claim of another worker waits until the events are stored, and then finds them.
      if ((await rows.claimed(turn, this.#database.share)) === undefined) return false;
      await rows.sql.run(
        `INSERT INTO tidemark_turn_events (turn, number, body) VALUES ${events.map(() => "(?, ?, ?)").join(", ")}`,
        ...events.flatMap(({ number, body }) => [turn.number, number, body]),
      );
      return true;
    });
  }

  events(turnId: string, after: number, most: number): Promise<readonly StoredTurnEvent[]> {
    return this.#read(async (sql) => {
      const rows = await sql.all(
        `SELECT events.number, events.body FROM tidemark_turns AS turns
         JOIN tidemark_turn_events AS events ON events.turn = turns.number
         WHERE turns.queue = ? AND turns.turn_id = ? AND events.number > ? ORDER BY events.number LIMIT ?`,
        this.#queue,
        turnId,
        after,
        most,
      );
      return rows.map((row) => ({ number: Number(row["number"]), body: String(row["body"]) }));
    });
  }

  enter(worker: string): Promise<void> {
    return this.#writeAside(async ({ sql }) => {
      await sql.run(
        "INSERT INTO tidemark_turn_workers (queue, worker, holder) VALUES (?, ?, ?)",
        this.#queue,
        worker,
        leaseHolder(worker),
      );
    });
  }

  beat(worker: string): Promise<readonly HeldTurn[] | null> {
    return this.#writeAside(async ({ sql }) => {
      const lives = await sql.run(
        "UPDATE tidemark_turn_workers SET beats = beats + 1 WHERE queue = ? AND worker = ?",
        this.#queue,
        worker,
      );
      if (lives === 0) return null;
      const rows = await sql.all(
        "SELECT turn_id, number, claim, cancelling FROM tidemark_turns WHERE queue = ? AND worker = ? AND stage = 'running'",
        this.#queue,
        worker,
      );
      return rows.map((row) => ({
        turnId: String(row["turn_id"]),
        number: Number(row["number"]),
        claim: Number(row["claim"]),
        cancelling: Number(row["cancelling"]) === 1,
      }));
    });
  }

  workers(): Promise<readonly WorkerPresence[]> {
    return this.#read(async (sql) => {
      const rows = await sql.all(
        "SELECT worker, holder, beats FROM tidemark_turn_workers WHERE queue = ?",
        this.#queue,
      );
      return rows.map((row) => ({
        worker: String(row["worker"]),
        beats: Number(row["beats"]),
        ended: hasEnded(row["holder"]),
      }));
    });
  }

  bury(worker: string, beats: number | null): Promise<number> {
    return this.#write("fast", async (rows) => {
      const place = [this.#queue, worker];
      const buried =
        beats === null
          ? await rows.sql.run("DELETE FROM tidemark_turn_workers WHERE queue = ? AND worker = ?", ...place)
          : await rows.sql.run(
              "DELETE FROM tidemark_turn_workers WHERE queue = ? AND worker = ? AND beats = ?",
              ...place,
              beats,
            );
      if (buried === 0) return 0;
      const left = await rows.sql.all(
        "SELECT * FROM tidemark_turns WHERE queue = ? AND worker = ? AND stage = 'running'",
        ...place,
      );
      for (const row of left) await rows.putBack(row);
      if (beats !== null) await rows.count({ takeovers: left.length });
      return left.length;
    });
  }

  measure(): Promise<TurnMeasures> {
    const { now } = this.#database;
    return this.#read(async (sql) => {
      const counts = (await sql.get("SELECT * FROM tidemark_turn_counts WHERE queue = ?", this.#queue)) ?? {};
      const number = (name: string): number => Number(counts[name] ?? 0);
      const oldest = await sql.get(
        `SELECT ${now} - turns.accepted_at AS age FROM tidemark_turn_heads AS heads
         JOIN tidemark_turns AS turns ON turns.number = heads.number
         WHERE heads.queue = ? AND heads.running = 0 ORDER BY heads.position LIMIT 1`,
        this.#queue,
      );
      const workers = await sql.get("SELECT count(*) AS count FROM tidemark_turn_workers WHERE queue = ?", this.#queue);
      return {
        waiting: number("waiting"),
        delayed: number("delayed"),
        running: number("running"),
        oldestSeconds: Math.max(0, Number(oldest?.["age"] ?? 0) / 1_000),
        ended: number("ended"),
        takeovers: number("takeovers"),
        setAside: number("set_aside"),
        workers: Number(workers?.["count"] ?? 0),
      };
    });
  }

  trim(ages: TrimAges): Promise<number> {
    const { now } = this.#database;
    const ended = `queue = ? AND stage = 'ended' AND ended_at < ${now} - ?`;
    return this.#writeAside(async ({ sql }) => {
      const events = await sql.run(
        `DELETE FROM tidemark_turn_events WHERE turn IN (
           SELECT number FROM tidemark_turns AS turns WHERE ${ended}
             AND EXISTS (SELECT 1 FROM tidemark_turn_events AS events WHERE events.turn = turns.number) LIMIT ${TRIMMED})`,
        this.#queue,
        Math.min(ages.events, ages.turns),
      );
      // A turn goes after its events: the next call removes what this one has left.
      const turns = await sql.run(
        `DELETE FROM tidemark_turns WHERE number IN (
           SELECT number FROM tidemark_turns AS turns WHERE ${ended}
             AND NOT EXISTS (SELECT 1 FROM tidemark_turn_events AS events WHERE events.turn = turns.number) LIMIT ${TRIMMED})`,
        this.#queue,
        ages.turns,
      );
      return events + turns;
    });
  }

  close(): Promise<void> {
    return this.#database.close();
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
