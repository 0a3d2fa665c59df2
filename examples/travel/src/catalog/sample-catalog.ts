import { Temporal } from "temporal-polyfill";
import type { Flight } from "../domain/offers.ts";
import { readSampleData, type SampleData } from "./sample-data.ts";
import { hashBelow, priceOn, sampleTimetable } from "./sample-timetable.ts";
import type { SearchResult, TravelCatalog } from "./travel-catalog.ts";

/** Days ahead for which flights are sold. */
const DAYS_AHEAD = 330;

const complete = <Item>(items: readonly Item[] = []): Promise<SearchResult<Item>> =>
  Promise.resolve({ items, problem: null });

/** Opens the sample catalog. Its data is made up and deterministic, and needs no network. */
export function openSampleCatalog(data: SampleData = readSampleData()): TravelCatalog {
  const airports = data.cities
    .map(({ hotels: _hotels, sights: _sights, restaurants: _restaurants, ...airport }) => airport)
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const timetable = sampleTimetable(data);
  const zoneOf = (code: string): string => airports.find((airport) => airport.code === code)?.timeZone ?? "UTC";
  const city = (code: string) => data.cities.find((place) => place.code === code);
  return {
    sample: true,
    airports: () => airports,
    lastDate: (today) => Temporal.PlainDate.from(today).add({ days: DAYS_AHEAD }).toString(),
    flights: ({ origin, destination, date, signal }) => {
      signal?.throwIfAborted();
      const weekday = Temporal.PlainDate.from(date).dayOfWeek;
      const rows = timetable
        .filter(
          (row) => row.origin === origin && row.destination === destination && row.weekdays.includes(String(weekday)),
        )
        .toSorted((a, b) => (a.departs < b.departs ? -1 : 1));
      return complete(
        rows.map(({ basePrice, weekdays: _weekdays, departs: time, ...row }): Flight => {
          const departs = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zoneOf(origin));
          const arrives = departs.add({ minutes: row.minutes }).withTimeZone(zoneOf(destination));
          return {
            ...row,
            id: `${row.number} ${date}`,
            departs: `${date}T${time}`,
            arrives: arrives.toPlainDateTime().toString({ smallestUnit: "minute" }),
            departsAt: departs.toInstant().toString({ smallestUnit: "second" }),
            arrivesAt: arrives.toInstant().toString({ smallestUnit: "second" }),
            stops: 0,
            price: priceOn({ number: row.number, basePrice }, date, weekday),
          };
        }),
      );
    },
    hotels: (code) => complete(city(code)?.hotels),
    sights: (code) => complete(city(code)?.sights),
    restaurants: (code) => complete(city(code)?.restaurants),
    seats: (flight) => Promise.resolve(freeSeats(flight)),
  };
}

/** Free seats of a flight. Two in five are taken, and always the same ones for the same flight and date. */
const freeSeats = ({ id }: Flight): readonly string[] =>
  Array.from({ length: 28 }, (_, row) => ["A", "B", "C", "D", "E", "F"].map((letter) => `${row + 1}${letter}`))
    .flat()
    .filter((seat) => hashBelow(`${id} ${seat}`, 5) > 1);
