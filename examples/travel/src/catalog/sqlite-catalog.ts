import { DatabaseSync } from "node:sqlite";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { Airport, type Flight, Hotel, Restaurant, Sight } from "../domain/offers.ts";
import { readSampleData, type SampleData } from "./sample-data.ts";
import { hashBelow, priceOn, sampleTimetable } from "./sample-timetable.ts";
import type { TravelCatalog } from "./travel-catalog.ts";

const TimetableEntry = z.object({
  number: z.string(),
  carrier: z.string(),
  origin: z.string(),
  destination: z.string(),
  departs: z.string(),
  minutes: z.number(),
  base_price: z.number(),
});

const SCHEMA = `
  create table airports (code text primary key, content text not null);
  create table flights (
    number text not null, carrier text not null, origin text not null, destination text not null,
    departs text not null, minutes integer not null, weekdays text not null, base_price real not null
  );
  create index flights_by_pair on flights (origin, destination);
  create table offers (kind text not null, city text not null, id text primary key, content text not null);
`;

/** Sample catalog. Close it when it is no longer needed. */
export interface SampleCatalog extends TravelCatalog, Disposable {
  close(): void;
}

/**
 * Opens the sample catalog. Its data is made up and deterministic, and needs no network.
 *
 * The catalog is an in-memory SQLite database filled from `data/sample-catalog.json`. The timetable is computed from coordinates.
 */
export function openSampleCatalog(data: SampleData = readSampleData()): SampleCatalog {
  const database = new DatabaseSync(":memory:");
  fill(database, data);
  const airports = z
    .array(Airport)
    .parse(database.prepare("select content from airports order by code").all().map(contentOf));
  const zoneOf = (code: string): string => airports.find((airport) => airport.code === code)?.timeZone ?? "UTC";
  const offers = <Item>(kind: string, city: string, schema: z.ZodType<Item>) => {
    const rows = database.prepare("select content from offers where kind = ? and city = ? order by id").all(kind, city);
    return Promise.resolve({ items: z.array(schema).parse(rows.map(contentOf)), problem: null });
  };
  return {
    sample: true,
    airports: () => airports,
    flights: ({ origin, destination, date, signal }) => {
      signal?.throwIfAborted();
      const weekday = Temporal.PlainDate.from(date).dayOfWeek;
      const rows = database
        .prepare(
          "select * from flights where origin = ? and destination = ? and instr(weekdays, ?) > 0 order by departs",
        )
        .all(origin, destination, String(weekday));
      const items = rows.map((row): Flight => {
        const { base_price: basePrice, minutes, departs: time, ...rest } = TimetableEntry.parse(row);
        const departs = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zoneOf(origin));
        const arrives = departs.add({ minutes }).withTimeZone(zoneOf(destination));
        return {
          ...rest,
          id: `${rest.number} ${date}`,
          departs: `${date}T${time}`,
          arrives: arrives.toPlainDateTime().toString({ smallestUnit: "minute" }),
          departsAt: departs.toInstant().toString({ smallestUnit: "second" }),
          arrivesAt: arrives.toInstant().toString({ smallestUnit: "second" }),
          minutes,
          stops: 0,
          price: priceOn({ number: rest.number, basePrice }, date, weekday),
        };
      });
      return Promise.resolve({ items, problem: null });
    },
    hotels: (city) => offers("hotel", city, Hotel),
    sights: (city) => offers("sight", city, Sight),
    restaurants: (city) => offers("restaurant", city, Restaurant),
    seats: (flight) => Promise.resolve(freeSeats(flight)),
    close: () => database.close(),
    [Symbol.dispose]: () => database.close(),
  };
}

/** Free seats of a flight. Two in five are taken, and always the same ones for the same flight and date. */
const freeSeats = ({ id }: Flight): readonly string[] =>
  Array.from({ length: 28 }, (_, row) => ["A", "B", "C", "D", "E", "F"].map((letter) => `${row + 1}${letter}`))
    .flat()
    .filter((seat) => hashBelow(`${id} ${seat}`, 5) > 1);

const contentOf = (row: Readonly<Record<string, unknown>>): unknown => JSON.parse(String(row["content"]));

function fill(database: DatabaseSync, data: SampleData): void {
  database.exec(SCHEMA);
  database.exec("begin");
  const airport = database.prepare("insert into airports values (?, ?)");
  const offer = database.prepare("insert into offers values (?, ?, ?, ?)");
  const flight = database.prepare("insert into flights values (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const { hotels, sights, restaurants, ...place } of data.cities) {
    airport.run(place.code, JSON.stringify(place));
    for (const [kind, items] of Object.entries({ hotel: hotels, sight: sights, restaurant: restaurants })) {
      for (const item of items) offer.run(kind, place.code, item.id, JSON.stringify(item));
    }
  }
  for (const row of sampleTimetable(data)) {
    const { number, carrier, origin, destination, departs, minutes, weekdays, basePrice } = row;
    flight.run(number, carrier, origin, destination, departs, minutes, weekdays, basePrice);
  }
  database.exec("commit");
}
