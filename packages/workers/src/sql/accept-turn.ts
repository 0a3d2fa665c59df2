import type { AcceptOptions } from "../store/turn-store.ts";
import type { TurnRequest } from "../store/turn-request.ts";
import type { Sql } from "./turn-database.ts";
import { createCounts } from "./turn-places.ts";

/** A request with its text, and the expression for the present time. */
interface AcceptedRequest extends Required<AcceptOptions> {
  readonly request: TurnRequest;
  readonly text: string;
  readonly now: string;
}

/** Why a turn was not added: the request that its id already has, or null for a full queue. */
interface NotAdded {
  readonly request: unknown;
  readonly waiting: number;
}

const WAITING = `accepts.waiting + accepts.delayed
  + (SELECT counts.waiting + counts.delayed FROM tidemark_turn_counts AS counts WHERE counts.queue = accepts.queue)`;

/**
 * Adds a turn in one statement.
 *
 * Positions become visible in their order: the row of the numbers is locked until the statement has ended. Only accepting and delayed turns
 * change it, so a turn is accepted while others are claimed and ended.
 */
export async function acceptTurn(
  sql: Sql,
  queue: string,
  { request, text, delay, limit, traceparent, now }: AcceptedRequest,
): Promise<"accepted" | NotAdded> {
  const { turnId, threadId, userId } = request;
  const column = delay > 0 ? "delayed" : "waiting";
  const added = await sql.changeFrom(
    [
      `UPDATE tidemark_turn_accepts AS accepts SET positions = positions + 1, ${column} = ${column} + 1
       WHERE queue = ? AND ${WAITING} < ? AND NOT EXISTS (SELECT 1 FROM tidemark_turns WHERE queue = ? AND turn_id = ?)
       RETURNING positions`,
      queue,
      limit,
      queue,
      turnId,
    ],
    [
      `INSERT INTO tidemark_turns (queue, turn_id, thread_id, user_id, request, traceparent, due, position, stage, accepted_at)
       SELECT ?, ?, ?, ?, ?, ?, ${now} + ?, ${delay > 0 ? "NULL" : "positions"}, 'waiting', ${now} FROM source`,
      queue,
      turnId,
      threadId,
      userId ?? "",
      text,
      traceparent,
      delay,
    ],
  );
  if (added > 0) return "accepted";
  const found = await sql.get(
    `SELECT ${WAITING} AS waiting, (SELECT request FROM tidemark_turns WHERE queue = ? AND turn_id = ?) AS request
     FROM tidemark_turn_accepts AS accepts WHERE queue = ?`,
    queue,
    turnId,
    queue,
  );
  const waiting = Number(found?.["waiting"] ?? 0);
  const known = found?.["request"] ?? null;
  if (known !== null || waiting >= limit) return { request: known, waiting };
  // The first turn of the queue, or one has been claimed meanwhile.
  await createCounts(sql, queue);
  return acceptTurn(sql, queue, { request, text, delay, limit, traceparent, now });
}
