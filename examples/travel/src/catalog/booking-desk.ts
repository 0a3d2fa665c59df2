import type { DatabaseSync } from "node:sqlite";
import { digest } from "tidemark/checkpoint";

/** Books and cancels trips, at a time in UTC. A repeated call returns the first result: each key books once. */
export interface BookingDesk {
  book(order: { key: string; content: unknown; at: string }): Promise<{ readonly reference: string }>;
  cancel(order: { reference: string; at: string }): Promise<{ readonly canceledAt: string }>;
}

/** Stores bookings in an SQLite table. No airline or hotel is contacted. */
export function sqliteDesk(database: DatabaseSync): BookingDesk {
  database.exec(
    "create table if not exists travel_bookings (key text primary key, reference text not null, at text not null, content text not null, canceled_at text)",
  );
  return {
    book({ key, content, at }) {
      const reference = `TM-${digest(key).slice(0, 6).toUpperCase()}`;
      database
        .prepare("insert into travel_bookings values (?, ?, ?, ?, null) on conflict (key) do nothing")
        .run(key, reference, at, JSON.stringify(content));
      return Promise.resolve({ reference });
    },
    cancel({ reference, at }) {
      const canceled = "update travel_bookings set canceled_at = coalesce(canceled_at, ?) where reference = ?";
      const row = database.prepare(`${canceled} returning canceled_at`).get(at, reference);
      return Promise.resolve({ canceledAt: String(row?.["canceled_at"] ?? at) });
    },
  };
}
