import type { TurnMeasures } from "../store/turn-store.ts";
import type { Sql } from "./turn-database.ts";

/** Numbers of the turns of a queue. `now` is the expression for the present time. */
export async function measureTurns(sql: Sql, queue: string, now: string): Promise<TurnMeasures> {
  const counts =
    (await sql.get(
      `SELECT running, ended, takeovers, set_aside, counts.waiting + accepts.waiting AS waiting, counts.delayed + accepts.delayed AS delayed
       FROM tidemark_turn_counts AS counts JOIN tidemark_turn_accepts AS accepts ON accepts.queue = counts.queue WHERE counts.queue = ?`,
      queue,
    )) ?? {};
  const number = (name: string): number => Number(counts[name] ?? 0);
  const oldest = await sql.get(
    `SELECT ${now} - accepted_at AS age FROM tidemark_turns
     WHERE queue = ? AND stage = 'waiting' AND position IS NOT NULL ORDER BY position LIMIT 1`,
    queue,
  );
  const workers = await sql.get("SELECT count(*) AS count FROM tidemark_turn_workers WHERE queue = ?", queue);
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
}
