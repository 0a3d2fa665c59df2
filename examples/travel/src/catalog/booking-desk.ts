import type { DatabaseSync } from "node:sqlite";
import { digest } from "tidemark/rules";

/** An order with a key that acts once, at a time in UTC. */
interface Order {
  readonly key: string;
  readonly at: string;
}

/** Books and cancels trips. Each key acts once: a repeated call returns the first result. */
export interface BookingDesk {
  book(order: Order & { readonly content: unknown }): Promise<{ readonly reference: string }>;
  cancel(order: Order & { readonly reference: string }): Promise<{ readonly canceledAt: string }>;
}

/** Stores bookings and cancellations in SQLite tables. No airline or hotel is contacted. */
export function sqliteDesk(database: DatabaseSync): BookingDesk {
  database.exec(`
    create table if not exists travel_bookings (key text primary key, reference text not null, at text not null, content text not null);
    create table if not exists travel_cancellations (key text primary key, reference text not null unique, at text not null);
  `);
  return {
    book: ({ key, content, at }) => {
      const reference = `TM-${digest(key).slice(0, 6).toUpperCase()}`;
      database
        .prepare("insert into travel_bookings values (?, ?, ?, ?) on conflict (key) do nothing")
        .run(key, reference, at, JSON.stringify(content));
      return Promise.resolve({ reference });
    },
    cancel: ({ key, reference, at }) => {
      database
        .prepare("insert into travel_cancellations values (?, ?, ?) on conflict do nothing")
        .run(key, reference, at);
      const row = database.prepare("select at from travel_cancellations where reference = ?").get(reference);
      return Promise.resolve({ canceledAt: String(row?.["at"] ?? at) });
    },
  };
}
