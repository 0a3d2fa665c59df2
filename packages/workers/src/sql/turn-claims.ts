import type { ClaimedTurn } from "../store/turn-store.ts";
import type { Row, Sql } from "./turn-database.ts";
import { placeTurns, TOP } from "./turn-places.ts";
import type { ClaimLimits, TurnRows } from "./turn-rows.ts";

/** A worker that claims, and what it runs beside. */
interface Company {
  /** Number of turns that it runs. */
  readonly running: number;
  /** True if turns got their places. */
  readonly hasPlaced: boolean;
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

/** Whether a claim may find something: `due` if delayed turns have to get their places before. */
export async function mayClaim(
  sql: Sql,
  queue: string,
  { worker, now }: { readonly worker: string; readonly now: string },
): Promise<"due" | "nothing" | "turns"> {
  const found = await sql.get(
    `SELECT CASE WHEN EXISTS (
         SELECT 1 FROM tidemark_turns WHERE queue = counts.queue AND stage <> 'ended' AND position IS NULL AND due <= ${now})
       THEN 'due' WHEN EXISTS (SELECT 1 FROM tidemark_turn_users WHERE queue = counts.queue AND ready > 0)
         OR EXISTS (SELECT 1 FROM tidemark_turns WHERE queue = counts.queue AND stage = 'waiting' AND position > counts.placed)
         OR EXISTS (${SUSPECTS})
       THEN 'turns' ELSE 'nothing' END AS found
     FROM tidemark_turn_counts AS counts WHERE counts.queue = ? AND NOT EXISTS (${RUNS_SUSPECT})`,
    queue,
    queue,
    queue,
    worker,
  );
  return found?.["found"] === "due" || found?.["found"] === "turns" ? found["found"] : "nothing";
}

/** Claims of a worker, in one transaction. */
export class TurnClaims {
  readonly #rows: TurnRows;
  readonly #queue: string;
  readonly #worker: string;

  constructor(rows: TurnRows, queue: string, worker: string) {
    this.#rows = rows;
    this.#queue = queue;
    this.#worker = worker;
  }

  /** Places the turns that were accepted. Null for a worker that is not registered. */
  async prepare(): Promise<Company | null> {
    const queue = this.#queue;
    const worker = this.#worker;
    // A worker that was taken for dead claims nothing before it knows: nobody would take over what it claimed.
    const found = await this.#rows.sql.get(
      `SELECT workers.draining, counts.placed, (${RUNS}) AS running, ${TOP} AS top,
         CASE WHEN EXISTS (${RUNS_SUSPECT}) THEN 1 ELSE 0 END AS quarantine,
         CASE WHEN EXISTS (${SUSPECTS}) THEN 1 ELSE 0 END AS suspects,
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
      worker,
      queue,
      worker,
    );
    if (found === undefined) return null;
    const hasPlaced = found["top"] !== null;
    if (hasPlaced) {
      await placeTurns(this.#rows, queue, { placed: Number(found["placed"]), top: Number(found["top"]) });
    }
    return {
      running: Number(found["running"]),
      hasPlaced,
      isQuarantine: Number(found["quarantine"]) === 1,
      isDraining: Number(found["draining"]) === 1,
      isDrainingElsewhere: Number(found["others"]) > 0,
      hasSuspects: Number(found["suspects"]) === 1,
    };
  }

  /**
   * The next turns. A suspect turn goes to a worker that runs nothing; if all are busy, one of them claims nothing until it has
   * ended what it runs.
   */
  async next(company: Company, limits: ClaimLimits): Promise<readonly Row[]> {
    if (company.isQuarantine) return [];
    const mayDrain = company.running === 0 || !company.isDrainingElsewhere;
    const suspect = company.hasSuspects && mayDrain ? await this.#rows.nextSuspect(limits.maxPerUser) : undefined;
    if (suspect === undefined) {
      const found = await this.#rows.nextOfAll(limits);
      // Behind turns that have to wait, there may be others that have no place yet.
      if (found.length === 0 && company.hasPlaced) this.#rows.tell();
      return found;
    }
    if (company.running === 0) return [suspect];
    if (!company.isDraining) await this.#drain(1);
    return [];
  }

  /** Starts turns. */
  async start(found: readonly Row[], { isDraining }: Company): Promise<readonly ClaimedTurn[]> {
    if (found.length === 0) return [];
    if (isDraining) await this.#drain(0);
    return this.#rows.start(found, this.#worker);
  }

  async #drain(draining: 0 | 1): Promise<void> {
    await this.#rows.sql.run(
      "UPDATE tidemark_turn_workers SET draining = ? WHERE queue = ? AND worker = ?",
      draining,
      this.#queue,
      this.#worker,
    );
  }
}
