import { readFileSync } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { digest } from "tidemark/checkpoint";
import { z } from "zod";
import { Airport, type Flight, Hotel, Restaurant, Sight } from "../domain/offers.ts";
import { kilometers } from "../domain/places.ts";
import type { FlightQuery, TravelCatalog } from "./travel-catalog.ts";

const SampleData = z.strictObject({
  note: z.string(),
  currency: z.literal("EUR"),
  carriers: z.array(z.strictObject({ code: z.string(), name: z.string() })).min(1),
  cities: z
    .array(Airport.extend({ hotels: z.array(Hotel), sights: z.array(Sight), restaurants: z.array(Restaurant) }))
    .min(1),
});
/** Contents of `data/sample-catalog.json`. */
export type SampleData = z.infer<typeof SampleData>;

/** Reads the sample data. */
export const readSampleData = (): SampleData =>
  SampleData.parse(JSON.parse(readFileSync(new URL("../../data/sample-catalog.json", import.meta.url), "utf8")));

/** Days ahead for which flights are sold. */
const DAYS_AHEAD = 330;
/** Earliest departures of the five flights a day between every two cities. */
const DEPARTURE_TIMES = ["06:10", "09:40", "13:20", "17:05", "20:15"];
/** Cheaper and dearer departures, by their index. */
const PRICE_OF_DEPARTURE = [0.78, 1, 1.12, 1, 1];
/** Dearer weekdays, from 1 (Monday). */
const PRICE_OF_WEEKDAY: Readonly<Record<number, number>> = { 1: 1.06, 5: 1.18, 7: 1.18 };

const complete = <Item>(items: readonly Item[] = []) => Promise.resolve({ items, problem: null });

/** Opens the sample catalog. Its data is made up and deterministic, and needs no network. */
export function openSampleCatalog(data: SampleData = readSampleData()): TravelCatalog {
  const airports = data.cities.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const city = (code: string) => data.cities.find((place) => place.code === code);
  return {
    sample: true,
    airports: () => airports,
    lastDate: (today) => Temporal.PlainDate.from(today).add({ days: DAYS_AHEAD }).toString(),
    flights(query) {
      query.signal?.throwIfAborted();
      return complete(flightsOn(query, data));
    },
    hotels: (code) => complete(city(code)?.hotels),
    sights: (code) => complete(city(code)?.sights),
    restaurants: (code) => complete(city(code)?.restaurants),
    seats: (flight) => Promise.resolve(freeSeats(flight)),
  };
}

/** The flights of a day, in the order in which they leave. The number of a flight, its time and its price depend only on the query. */
function flightsOn({ origin, destination, date }: FlightQuery, { cities, carriers }: SampleData): readonly Flight[] {
  const [from, to] = [origin, destination].map((code) => cities.find((city) => city.code === code));
  if (from === undefined || to === undefined || from === to) return [];
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const [pair, distance] = [`${origin}-${destination}`, kilometers(from, to)];
  const minutes = Math.round((38 + distance / 12.8) / 5) * 5;
  const flights = DEPARTURE_TIMES.map((time, index): Flight => {
    const carrier = carriers[hashBelow(`${pair} ${time} carrier`, carriers.length)] ?? { code: "X0", name: "Sample" };
    const number = `${carrier.code} ${100 + hashBelow(`${pair} number`, 890) + index}`;
    const departs = Temporal.PlainDateTime.from(`${date}T${time}`)
      .add({ minutes: hashBelow(`${pair} ${time}`, 10) * 5 })
      .toZonedDateTime(from.timeZone);
    const arrives = departs.add({ minutes }).withTimeZone(to.timeZone);
    const basePrice = Math.round((28 + distance * 0.046) * (PRICE_OF_DEPARTURE[index] ?? 1));
    const factor = (PRICE_OF_WEEKDAY[weekday] ?? 1) * (0.9 + hashBelow(`${number} ${date}`, 21) / 100);
    const shown = { id: `${number} ${date}`, number, carrier: carrier.name, origin, destination, minutes, stops: 0 };
    return {
      ...shown,
      departs: departs.toPlainDateTime().toString({ smallestUnit: "minute" }),
      arrives: arrives.toPlainDateTime().toString({ smallestUnit: "minute" }),
      price: Math.round(basePrice * factor),
    };
  });
  // The last flight of the day does not run on Tuesday and Saturday.
  return weekday === 2 || weekday === 6 ? flights.slice(0, -1) : flights;
}

/** Free seats of a flight. Two in five are taken, and always the same ones for the same flight and date. */
const freeSeats = ({ id }: Flight): readonly string[] =>
  Array.from({ length: 28 * 6 }, (_, at) => `${Math.floor(at / 6) + 1}${"ABCDEF".charAt(at % 6)}`).filter(
    (seat) => hashBelow(`${id} ${seat}`, 5) > 1,
  );

/** Hashes a text to an integer from 0 to `limit - 1`. */
const hashBelow = (text: string, limit: number): number => Number.parseInt(digest(text).slice(0, 8), 16) % limit;
