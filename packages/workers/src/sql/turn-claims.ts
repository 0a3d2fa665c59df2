import type { ClaimedTurn } from "../store/turn-store.ts";
import type { Row, Sql } from "./turn-database.ts";
import { placeTurns, promoteTurns, TOP } from "./turn-places.ts";
import type { TurnRows } from "./turn-rows.ts";

/** Who claims, and the expression for the present time. */
interface ClaimContext {
  readonly worker: string;
  readonly now: string;
}

/** A worker that claims, and what it runs beside. */
interface Company {
  /** Number of turns that it runs. */
  readonly running: number;
  /** True if it runs a suspect turn, which is alone. */
  readonly isQuarantine: boolean;
  /** True if it claims nothing until it can run a suspect turn alone. */
  readonly isDraining: boolean;
  /** True if another worker does. */
  readonly isDrainingElsewhere: boolean;
  /** True if a suspect turn waits. */
  readonly hasSuspects: boolean;
}

const RUNS = "SELECT count(*) FROM tidemark_turns WHERE queue = ? AND worker = ? AND stage = 'running'";

const RUNS_SUSPECT = `SELECT 1 FROM tidemark_turn_heads AS heads JOIN tidemark_turns AS turns ON turns.number = heads.number
  WHERE turns.queue = ? AND turns.worker = ? AND turns.stage = 'running' AND heads.queue = turns.queue
    AND heads.thread_id = turns.thread_id AND heads.suspect = 1`;

const SUSPECTS = "SELECT 1 FROM tidemark_turn_heads WHERE queue = ? AND running = 0 AND suspect = 1";

const isDue = (now: string): string =>
  `SELECT 1 FROM tidemark_turns WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${now}`;

/** True if a claim may find something. */
export async function mayClaim(sql: Sql, queue: string, { worker, now }: ClaimContext): Promise<boolean> {
  const found = await sql.get(
    `SELECT 1 FROM tidemark_turn_counts AS counts WHERE counts.queue = ? AND NOT EXISTS (${RUNS_SUSPECT}) AND (
       EXISTS (SELECT 1 FROM tidemark_turn_users WHERE queue = counts.queue AND ready > 0)
       OR EXISTS (SELECT 1 FROM tidemark_turns WHERE queue = counts.queue AND stage = 'waiting' AND position > counts.placed)
       OR EXISTS (${SUSPECTS}) OR EXISTS (${isDue(now)}))`,
    queue,
    queue,
    worker,
    queue,
    queue,
  );
  return found !== undefined;
}

/** Claims of a worker, in one transaction. */
export class TurnClaims {
  readonly #rows: TurnRows;
  readonly #queue: string;
  readonly #context: ClaimContext;

  constructor(rows: TurnRows, queue: string, context: ClaimContext) {
    this.#rows = rows;
    this.#queue = queue;
    this.#context = context;
  }

  /** Places the turns that were accepted. Null for a worker that is not registered. */
  async prepare(): Promise<Company | null> {
    const { worker, now } = this.#context;
    const queue = this.#queue;
    // A worker that was taken for dead claims nothing before it knows: nobody would take over what it claimed.
    const found = await this.#rows.sql.get(
      `SELECT workers.draining, counts.placed, (${RUNS}) AS running, ${TOP} AS top,
         CASE WHEN EXISTS (${RUNS_SUSPECT}) THEN 1 ELSE 0 END AS quarantine,
         CASE WHEN EXISTS (${SUSPECTS}) THEN 1 ELSE 0 END AS suspects,
         CASE WHEN EXISTS (${isDue(now)}) THEN 1 ELSE 0 END AS due,
         (SELECT count(*) FROM tidemark_turn_workers WHERE queue = ? AND worker <> ? AND draining = 1) AS others
       FROM tidemark_turn_workers AS workers JOIN tidemark_turn_counts AS counts ON counts.queue = workers.queue
       WHERE workers.queue = ? AND workers.worker = ?`,
      queue,
      worker,
      queue,
      queue,
      worker,
      queue,
      queue,
      queue,
      worker,
      queue,
      worker,
    );
    if (found === undefined) return null;
    if (Number(found["due"]) === 1) {
      await promoteTurns(this.#rows, queue, now);
      // One that has become ready is placed with the others.
      return this.prepare();
    }
    if (found["top"] !== null) {
      await placeTurns(this.#rows, queue, { placed: Number(found["placed"]), top: Number(found["top"]) });
    }
    return {
      running: Number(found["running"]),
      isQuarantine: Number(found["quarantine"]) === 1,
      isDraining: Number(found["draining"]) === 1,
      isDrainingElsewhere: Number(found["others"]) > 0,
      hasSuspects: Number(found["suspects"]) === 1,
    };
  }

  /**
   * The next turn. A suspect turn goes to a worker that runs nothing; if all are busy, one of them claims nothing until it has
   * ended what it runs.
   */
  async next(company: Company, maxPerUser: number): Promise<Row | undefined> {
    if (company.isQuarantine) return undefined;
    const mayDrain = company.running === 0 || !company.isDrainingElsewhere;
    const suspect = company.hasSuspects && mayDrain ? await this.#rows.nextSuspect(maxPerUser) : undefined;
    if (suspect === undefined) return this.#rows.nextOfAll(maxPerUser);
    if (company.running === 0) return suspect;
    if (!company.isDraining) await this.#drain(1);
    return undefined;
  }

  /** Starts a turn. */
  async start(row: Row, { isDraining }: Company): Promise<ClaimedTurn> {
    if (isDraining) await this.#drain(0);
    return this.#rows.start(row, this.#context.worker);
  }

  async #drain(draining: 0 | 1): Promise<void> {
    await this.#rows.sql.run(
      "UPDATE tidemark_turn_workers SET draining = ? WHERE queue = ? AND worker = ?",
      draining,
      this.#queue,
      this.#context.worker,
    );
  }
}
