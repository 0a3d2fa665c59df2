import type { DatabaseSync } from "node:sqlite";
import { digest } from "tidemark/rules";

/** Where trips are booked. The same key books once, however often it comes. */
export interface BookingDesk {
  book(order: {
    readonly key: string;
    readonly content: unknown;
    readonly at: string;
  }): Promise<{ readonly reference: string }>;
}

/** Writes bookings into a table of a SQLite database, and that is all: no airline and no hotel hears of it. */
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
