import { digest } from "tidemark/rules";
import { kilometres } from "../domain/places.ts";
import type { SampleData } from "./sample-data.ts";

/** A flight of the sample timetable, on the weekdays on which it goes. */
export interface TimetableRow {
  readonly number: string;
  readonly carrier: string;
  readonly origin: string;
  readonly destination: string;
  /** Wall time at the origin. */
  readonly departs: string;
  readonly minutes: number;
  /** Digits from 1 (Monday) to 7. */
  readonly weekdays: string;
  readonly basePrice: number;
}

const WAVES = ["06:10", "09:40", "13:20", "17:05", "20:15"];

/** A whole number below `limit` that is always the same for the same words. */
export const drawn = (words: string, limit: number): number => Number.parseInt(digest(words).slice(0, 8), 16) % limit;

/** Makes the timetable between all cities: five waves a day, made up, and always the same. */
export function sampleTimetable({ cities, carriers }: SampleData): readonly TimetableRow[] {
  return cities.flatMap((from) =>
    cities
      .filter((to) => to !== from)
      .flatMap((to) => {
        const distance = kilometres(from, to);
        const pair = `${from.code}-${to.code}`;
        return WAVES.map((wave, index): TimetableRow => {
          const carrier = carriers[drawn(`${pair} ${wave} carrier`, carriers.length)] ?? { code: "X0", name: "Sample" };
          const number = `${carrier.code} ${100 + drawn(`${pair} number`, 890) + index}`;
          return {
            number,
            carrier: carrier.name,
            origin: from.code,
            destination: to.code,
            departs: shifted(wave, drawn(`${pair} ${wave}`, 10) * 5),
            minutes: Math.round((38 + distance / 12.8) / 5) * 5,
            // The last wave rests on two days of the week.
            weekdays: index === 4 ? "13457" : "1234567",
            basePrice: Math.round((28 + distance * 0.046) * (index === 0 ? 0.78 : index === 2 ? 1.12 : 1)),
          };
        });
      }),
  );
}

function shifted(wall: string, minutes: number): string {
  const [hour = 0, minute = 0] = wall.split(":").map(Number);
  const total = hour * 60 + minute + minutes;
  return `${String(Math.floor(total / 60)).padStart(2, "0")}:${String(total % 60).padStart(2, "0")}`;
}

/** What a flight costs on a day: dearer around weekends, a little different every day. */
export function priceOn(row: Pick<TimetableRow, "number" | "basePrice">, date: string, weekday: number): number {
  const busy = weekday === 5 || weekday === 7 ? 1.18 : weekday === 1 ? 1.06 : 1;
  return Math.round(row.basePrice * busy * (0.9 + drawn(`${row.number} ${date}`, 21) / 100));
}
