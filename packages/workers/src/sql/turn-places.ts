import type { Sql } from "./turn-database.ts";
import type { TurnRows } from "./turn-rows.ts";

/** Number of accepted turns that one claim places in the queue. */
const PLACED = 500;

/** Number of users in one statement. */
const USERS = 50;

/** Number of delayed turns that one claim makes ready. */
const PROMOTED = 100;

/** A place in the order of a queue. */
interface Place {
  readonly position: number;
  /** Number of turns that waited before. */
  readonly before: number;
}

/**
 * Counts a turn that is accepted, and returns its place.
 *
 * Positions become visible in their order: the row is locked until the transaction has ended. Only accepting and delayed turns change it,
 * so a turn is accepted while others are claimed and ended.
 */
export async function takePlace(sql: Sql, queue: string, column: "waiting" | "delayed"): Promise<Place> {
  const row = await sql.get(
    `UPDATE tidemark_turn_accepts SET positions = positions + 1, ${column} = ${column} + 1 WHERE queue = ?
     RETURNING positions, waiting + delayed - 1
       + (SELECT counts.waiting + counts.delayed FROM tidemark_turn_counts AS counts WHERE counts.queue = tidemark_turn_accepts.queue) AS earlier`,
    queue,
  );
  if (row !== undefined) return { position: Number(row["positions"]), before: Number(row["earlier"]) };
  for (const table of ["tidemark_turn_counts", "tidemark_turn_accepts"]) {
    await sql.run(`INSERT INTO ${table} (queue) VALUES (?) ON CONFLICT DO NOTHING`, queue);
  }
  return takePlace(sql, queue, column);
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
  for (let from = 0; from < users.length; from += USERS) await sql.change(users.slice(from, from + USERS));
  await rows.count({ placed: top - placed });
}

/** Positions of accepted turns that have no place in the queue yet. */
export interface Unplaced {
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
    `SELECT number FROM tidemark_turns
     WHERE queue = ? AND stage <> 'ended' AND position IS NULL AND due <= ${now} ORDER BY due, number LIMIT ${PROMOTED}`,
    queue,
  );
  for (const { number } of due) {
    // Counted as waiting there, it is no longer counted as delayed here.
    const { position } = await takePlace(sql, queue, "waiting");
    await sql.change([
      ["UPDATE tidemark_turns SET position = ?, due = NULL WHERE number = ?", position, Number(number)],
      rows.counted({ delayed: -1 }),
    ]);
  }
}
