import type { DatabaseSync } from "node:sqlite";
import { digest } from "tidemark/rules";

/** Books trips. Booking again with the same key returns the same booking. */
export interface BookingDesk {
  book(order: {
    readonly key: string;
    readonly content: unknown;
    readonly at: string;
  }): Promise<{ readonly reference: string }>;
}

/** Stores bookings in a SQLite table. No airline or hotel is contacted. */
export function sqliteDesk(database: DatabaseSync): BookingDesk {
  database.exec(
    "create table if not exists travel_bookings (key text primary key, reference text not null, at text not null, content text not null)",
  );
  return {
    book: ({ key, content, at }) => {
      const reference = `TM-${digest(key).slice(0, 6).toUpperCase()}`;
      database
        .prepare("insert into travel_bookings values (?, ?, ?, ?) on conflict (key) do nothing")
        .run(key, reference, at, JSON.stringify(content));
      return Promise.resolve({ reference });
    },
  };
}
