import type { Sql } from "./turn-database.ts";
import type { TurnRows } from "./turn-rows.ts";

/** Number of accepted turns that one claim places in the queue. */
const PLACED = 500;

/** Number of users in one statement. */
const USERS = 50;

/** Number of delayed turns that become ready at once. */
const PROMOTED = 100;

/** Creates the numbers of a queue. */
export async function createCounts(sql: Sql, queue: string): Promise<void> {
  for (const table of ["tidemark_turn_counts", "tidemark_turn_accepts"]) {
    await sql.run(`INSERT INTO ${table} (queue) VALUES (?) ON CONFLICT DO NOTHING`, queue);
  }
}

/** Makes accepted turns up to a position the heads of their threads, unless others are. */
export async function placeTurns(rows: TurnRows, queue: string, { placed, top }: Unplaced): Promise<void> {
  const { sql } = rows;
  const heads = await sql.all(
    `INSERT INTO tidemark_turn_heads (queue, thread_id, number, user_id, position)
     SELECT queue, thread_id, number, user_id, position FROM tidemark_turns
     WHERE queue = ? AND stage = 'waiting' AND position > ? AND position <= ? ORDER BY position
     ON CONFLICT DO NOTHING RETURNING user_id`,
    queue,
    placed,
    top,
  );
  const ready = new Map<string, number>();
  for (const head of heads) {
    const userId = String(head["user_id"]);
    ready.set(userId, (ready.get(userId) ?? 0) + 1);
  }
  const users = [...ready].map(([userId, count]) => rows.served(userId, { ready: count, running: 0 }));
  const changes = [...users, rows.counted({ placed: top - placed })];
  for (let from = 0; from < changes.length; from += USERS) await sql.change(changes.slice(from, from + USERS));
}

/** Positions of accepted turns that have no place in the queue yet. */
interface Unplaced {
  /** Highest position that has a place. */
  readonly placed: number;
  /** Highest position that gets one now. */
  readonly top: number;
}

/** Expression for the highest position that the next claim places. Null if there is none. Its value is the queue. */
export const TOP = `(SELECT max(position) FROM (
  SELECT position FROM tidemark_turns WHERE queue = ? AND stage = 'waiting' AND position > counts.placed
  ORDER BY position LIMIT ${PLACED}) AS unplaced)`;

/** Gives delayed turns whose time has come their places, behind those that were accepted until now. */
export async function promoteTurns(rows: TurnRows, queue: string, now: string): Promise<void> {
  const { sql } = rows;
  const due = await sql.all(
    `SELECT number, stage FROM tidemark_turns
     WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${now} ORDER BY due, number LIMIT ${PROMOTED}`,
    queue,
  );
  if (due.length === 0) return;
  // Counted as waiting here, they are no longer counted as delayed there.
  const row = await sql.get(
    "UPDATE tidemark_turn_accepts SET positions = positions + ?, waiting = waiting + ? WHERE queue = ? RETURNING positions",
    due.length,
    due.length,
    queue,
  );
  const first = Number(row?.["positions"]) - due.length + 1;
  await sql.change([
    ...due.map(
      ({ number }, index) =>
        [
          "UPDATE tidemark_turns SET position = ?, due = NULL, stage = 'waiting' WHERE number = ?",
          first + index,
          Number(number),
        ] as const,
    ),
    // A timer is not among the turns that senders have delayed, so it never makes the queue full.
    rows.counted({ delayed: -due.filter(({ stage }) => stage !== "timer").length }),
  ]);
}
