import { Temporal } from "temporal-polyfill";
import { digest } from "tidemark/rules";
import { kilometers } from "../domain/places.ts";
import type { SampleData } from "./sample-data.ts";

/** A flight of the sample timetable. */
export interface TimetableRow {
  readonly number: string;
  readonly carrier: string;
  readonly origin: string;
  readonly destination: string;
  /** Local departure time at the origin. */
  readonly departs: string;
  readonly minutes: number;
  /** Weekdays of the flight, as digits from 1 (Monday) to 7. */
  readonly weekdays: string;
  readonly basePrice: number;
}

const DEPARTURE_TIMES = ["06:10", "09:40", "13:20", "17:05", "20:15"];

/** Hashes a text to an integer from 0 to `limit - 1`. */
export const hashBelow = (text: string, limit: number): number => Number.parseInt(digest(text).slice(0, 8), 16) % limit;

/** Builds a made-up, deterministic timetable with five flights a day between every two cities. */
export function sampleTimetable({ cities, carriers }: SampleData): readonly TimetableRow[] {
  return cities.flatMap((from) =>
    cities
      .filter((to) => to !== from)
      .flatMap((to) => {
        const distance = kilometers(from, to);
        const pair = `${from.code}-${to.code}`;
        return DEPARTURE_TIMES.map((time, index): TimetableRow => {
          const carrier = carriers[hashBelow(`${pair} ${time} carrier`, carriers.length)] ?? {
            code: "X0",
            name: "Sample",
          };
          const number = `${carrier.code} ${100 + hashBelow(`${pair} number`, 890) + index}`;
          return {
            number,
            carrier: carrier.name,
            origin: from.code,
            destination: to.code,
            departs: Temporal.PlainTime.from(time)
              .add({ minutes: hashBelow(`${pair} ${time}`, 10) * 5 })
              .toString({ smallestUnit: "minute" }),
            minutes: Math.round((38 + distance / 12.8) / 5) * 5,
            // The last flight of the day does not run on Tuesday and Saturday.
            weekdays: index === 4 ? "13457" : "1234567",
            basePrice: Math.round((28 + distance * 0.046) * (index === 0 ? 0.78 : index === 2 ? 1.12 : 1)),
          };
        });
      }),
  );
}

/** Price of a flight on a date, in euros. Higher around weekends, and slightly different every day. */
export function priceOn(row: Pick<TimetableRow, "number" | "basePrice">, date: string, weekday: number): number {
  const busy = weekday === 5 || weekday === 7 ? 1.18 : weekday === 1 ? 1.06 : 1;
  return Math.round(row.basePrice * busy * (0.9 + hashBelow(`${row.number} ${date}`, 21) / 100));
}
