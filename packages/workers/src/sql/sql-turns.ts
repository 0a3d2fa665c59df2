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
import type { TurnWatch } from "../store/turn-store.ts";
import { acceptTurn } from "./accept-turn.ts";
import { Batches } from "./batches.ts";
import { measureTurns } from "./measure-turns.ts";
import type { Row, Sql, TurnDatabase } from "./turn-database.ts";
import { mayClaim, TurnClaims } from "./turn-claims.ts";
import { promoteTurns } from "./turn-places.ts";
import { timersOf } from "./turn-timers.ts";
import { type EndedTurn, TurnRows } from "./turn-rows.ts";

/** Maximum number of turns that one call of `trim` removes. */
const TRIMMED = 1_000;

/** Value of `draining` of a worker that stops. 1 is that of one that makes room for a suspect turn. */
const STOPPING = 2;

/**
 * Stores turns in a SQL database.
 *
 * @internal
 */
export class SqlTurns implements TurnStore {
  readonly #queue: string;
  readonly #database: TurnDatabase;

  readonly #ends = new Batches((take: () => readonly EndedTurn[]) => this.#write("fast", (rows) => rows.end(take())));

  constructor(queue: string, database: TurnDatabase) {
    this.#queue = queue;
    this.#database = database;
  }

  #read<Result>(body: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#database.read(body);
  }

  /** A transaction that changes the order or the numbers. Afterwards, those who wait for what it changed learn of it. */
  async #write<Result>(mode: "durable" | "fast", body: (rows: TurnRows) => Promise<Result>): Promise<Result> {
    const { now } = this.#database;
    const changed = new Set<string | undefined>();
    const result = await this.#database.write(mode, this.#queue, async (sql) =>
      body(new TurnRows(sql, this.#queue, { now, changed })),
    );
    for (const turnId of changed) void this.#database.tell("far", this.#queue, turnId);
    return result;
  }

  /** Statements that change no order and no numbers of claims, so others of the queue run beside them. */
  #writeAside<Result>(mode: "durable" | "fast", body: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#database.write(mode, null, body);
  }

  async accept(request: TurnRequest, { delay, limit, traceparent = null }: AcceptOptions): Promise<Acceptance> {
    const { turnId } = request;
    const text = writeRequest(request);
    const found = await this.#writeAside("durable", (sql) =>
      acceptTurn(sql, this.#queue, { request, text, delay, limit, traceparent, now: this.#database.now }),
    );
    if (found === "accepted") {
      await this.#database.tell("far", this.#queue);
      return { outcome: "accepted", turnId, repeated: false };
    }
    if (found.request === null) return { outcome: "full", waiting: found.waiting, limit };
    if (found.request !== text) throw workerErrors.changedRequest({ turnId });
    return { outcome: "accepted", turnId, repeated: true };
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
      const stage = row["position"] === null ? "delayed" : "waiting";
      const changes = { ...(row["stage"] !== "timer" && { [stage]: -1 }), ended: 1 };
      await rows.finish(row, { outcome: "cancelled", started: Number(row["attempts"]) > 0 }, changes);
      return true;
    });
  }

  async claim({ worker, most = 1, maxAttempts, maxPerUser }: ClaimOptions): Promise<readonly ClaimedTurn[]> {
    const { now } = this.#database;
    // Most looks find nothing; a transaction that writes would make others wait.
    const look = await this.#read((sql) => mayClaim(sql, this.#queue, { worker, now }));
    if (look === "nothing") return [];
    // Not within the claim: accepting waits until the transaction ends.
    if (look === "due") await this.#write("fast", (rows) => promoteTurns(rows, this.#queue, now));
    return this.#write("fast", async (rows) => {
      const claims = new TurnClaims(rows, this.#queue, worker);
      for (;;) {
        const company = await claims.prepare();
        if (company === null) return [];
        const found = await claims.next(company, { most, maxPerUser });
        const over = found.filter(
          (row) => Number(row["cancelling"]) === 1 || Number(row["lone_deaths"]) >= maxAttempts,
        );
        if (over.length === 0) return claims.start(found, company);
        for (const row of over) await rows.setAside(row);
      }
    });
  }

  due(): Promise<number | null> {
    const { now } = this.#database;
    return this.#read(async (sql) => {
      const row = await sql.get(
        `SELECT min(due) - ${now} AS wait FROM tidemark_turns WHERE queue = ? AND stage <> 'ended' AND position IS NULL`,
        this.#queue,
      );
      const wait = row?.["wait"] ?? null;
      return wait === null ? null : Math.max(0, Number(wait));
    });
  }

  watch(turnId?: string): TurnWatch {
    return this.#database.watch(this.#queue, turnId);
  }

  end(turn: ClaimedTurn, outcome: StoredOutcome): Promise<boolean> {
    return this.#ends.add({
      number: turn.number,
      claim: turn.claim,
      outcome: JSON.stringify(outcome),
      timers: timersOf(turn, outcome),
    });
  }

  release(turn: Pick<ClaimedTurn, "number" | "claim">): Promise<void> {
    return this.#write("fast", async (rows) => {
      const row = await rows.claimed(turn);
      if (row !== undefined) await rows.putBack(row, "released");
    });
  }

  async append({ request, number, claim }: ClaimedTurn, events: readonly StoredTurnEvent[]): Promise<boolean> {
    // A claim of another worker waits until the events are stored, and then finds them.
    const held = `SELECT number FROM tidemark_turns WHERE number = ? AND claim = ? AND stage = 'running'${this.#database.share}`;
    const added = await this.#writeAside("fast", (sql) =>
      sql.changeFrom(
        [held, number, claim],
        [
          `INSERT INTO tidemark_turn_events (turn, number, body) ${events
            .map(() => "SELECT number, CAST(? AS INTEGER), ? FROM source")
            .join(" UNION ALL ")}`,
          ...events.flatMap((event) => [event.number, event.body]),
        ],
      ),
    );
    await this.#database.tell("near", this.#queue, request.turnId);
    return added > 0;
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
    return this.#writeAside("fast", async (sql) => {
      await sql.run(
        "INSERT INTO tidemark_turn_workers (queue, worker, holder) VALUES (?, ?, ?)",
        this.#queue,
        worker,
        leaseHolder(worker),
      );
    });
  }

  beat(worker: string): Promise<readonly HeldTurn[] | null> {
    return this.#writeAside("fast", async (sql) => {
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

  retire(worker: string): Promise<void> {
    return this.#writeAside("fast", async (sql) => {
      await sql.run(
        `UPDATE tidemark_turn_workers SET draining = ${STOPPING} WHERE queue = ? AND worker = ?`,
        this.#queue,
        worker,
      );
    });
  }

  workers(): Promise<readonly WorkerPresence[]> {
    return this.#read(async (sql) => {
      const rows = await sql.all(
        "SELECT worker, holder, beats, draining FROM tidemark_turn_workers WHERE queue = ?",
        this.#queue,
      );
      return rows.map((row) => ({
        worker: String(row["worker"]),
        beats: Number(row["beats"]),
        ended: hasEnded(row["holder"]),
        stopping: Number(row["draining"]) === STOPPING,
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
    return this.#read((sql) => measureTurns(sql, this.#queue, this.#database.now));
  }

  trim(ages: TrimAges): Promise<number> {
    const { now } = this.#database;
    const ended = `queue = ? AND stage = 'ended' AND ended_at < ${now} - ?`;
    return this.#writeAside("fast", async (sql) => {
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
