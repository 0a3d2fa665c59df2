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
import { mayClaim, TurnClaims } from "./turn-claims.ts";
import { takePlace } from "./turn-places.ts";
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
    const text = writeRequest(request);
    const { now } = this.#database;
    const column = delay > 0 ? "delayed" : "waiting";
    return this.#database.write("durable", null, async (sql): Promise<Acceptance> => {
      const { position, before } = await takePlace(sql, this.#queue, column);
      const added =
        before >= limit
          ? 0
          : await sql.run(
              `INSERT INTO tidemark_turns (queue, turn_id, thread_id, user_id, request, traceparent, due, position, stage, accepted_at)
               VALUES (?, ?, ?, ?, ?, ?, ${now} + ?, ?, 'waiting', ${now}) ON CONFLICT (queue, turn_id) DO NOTHING`,
              this.#queue,
              turnId,
              threadId,
              request.userId ?? "",
              text,
              traceparent,
              delay,
              delay > 0 ? null : position,
            );
      if (added > 0) return { outcome: "accepted", turnId, repeated: false };
      await sql.run(`UPDATE tidemark_turn_accepts SET ${column} = ${column} - 1 WHERE queue = ?`, this.#queue);
      const known = await sql.get(
        "SELECT request FROM tidemark_turns WHERE queue = ? AND turn_id = ?",
        this.#queue,
        turnId,
      );
      if (known === undefined) return { outcome: "full", waiting: before, limit };
      if (known["request"] !== text) throw workerErrors.changedRequest({ turnId });
      return { outcome: "accepted", turnId, repeated: true };
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
      const changes = { [row["position"] === null ? "delayed" : "waiting"]: -1, ended: 1 };
      await rows.finish(row, { outcome: "cancelled", started: Number(row["attempts"]) > 0 }, changes);
      return true;
    });
  }

  async claim({ worker, maxAttempts, maxPerUser }: ClaimOptions): Promise<ClaimedTurn | null> {
    const { now } = this.#database;
    // Most looks find nothing; a transaction that writes would make others wait.
    if (!(await this.#read((sql) => mayClaim(sql, this.#queue, { worker, now })))) return null;
    return this.#write("fast", async (rows) => {
      const claims = new TurnClaims(rows, this.#queue, { worker, now });
      const company = await claims.prepare();
      if (company === null) return null;
      for (;;) {
        const row = await claims.next(company, maxPerUser);
        if (row === undefined) return null;
        const isCancelled = Number(row["cancelling"]) === 1;
        const deaths = Number(row["lone_deaths"]);
        if (deaths < maxAttempts && !isCancelled) return claims.start(row, company);
        const attempts = Number(row["attempts"]);
        const reason = `${deaths} workers ended or froze while they ran it alone.`;
        const outcome: StoredOutcome = isCancelled
          ? { outcome: "cancelled", started: attempts > 0 }
          : { outcome: "setAside", attempts, reason };
        await rows.finish(row, outcome, { waiting: -1, ended: 1, set_aside: isCancelled ? 0 : 1 });
      }
    });
  }

  end(turn: ClaimedTurn, outcome: StoredOutcome): Promise<boolean> {
    return this.#write("fast", (rows) => rows.end(turn, outcome));
  }

  release(turn: Pick<ClaimedTurn, "number" | "claim">): Promise<void> {
    return this.#write("fast", async (rows) => {
      const row = await rows.claimed(turn);
      if (row !== undefined) await rows.putBack(row, "released");
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
      const reason = beats === null ? "released" : left.length === 1 ? "diedAlone" : "died";
      for (const row of left) await rows.putBack(row, reason);
      if (beats !== null && left.length > 0) await rows.count({ takeovers: left.length });
      return left.length;
    });
  }

  measure(): Promise<TurnMeasures> {
    const { now } = this.#database;
    return this.#read(async (sql) => {
      const counts =
        (await sql.get(
          `SELECT running, ended, takeovers, set_aside, counts.waiting + accepts.waiting AS waiting, counts.delayed + accepts.delayed AS delayed
           FROM tidemark_turn_counts AS counts JOIN tidemark_turn_accepts AS accepts ON accepts.queue = counts.queue WHERE counts.queue = ?`,
          this.#queue,
        )) ?? {};
      const number = (name: string): number => Number(counts[name] ?? 0);
      const oldest = await sql.get(
        `SELECT ${now} - accepted_at AS age FROM tidemark_turns
         WHERE queue = ? AND stage = 'waiting' AND position IS NOT NULL ORDER BY position LIMIT 1`,
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
      // Their next turn begins a new row.
      const users = await sql.run(
        "DELETE FROM tidemark_turn_users WHERE queue = ? AND ready <= 0 AND running <= 0",
        this.#queue,
      );
      return events + turns + users;
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
