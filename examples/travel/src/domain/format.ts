import { Temporal } from "temporal-polyfill";

/** Formats a date: `Fri 7 May 2027`. */
export const dayText = (date: string): string =>
  Temporal.PlainDate.from(date)
    .toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .replace(",", "");

export const euro = (amount: number): string => `${Math.round(amount)} €`;

/** Formats a duration: `3 h 50 min`. */
export function minutesText(duration: number): string {
  const [hours, minutes] = [Math.floor(duration / 60), duration % 60];
  return [...(hours > 0 ? [`${hours} h`] : []), ...(minutes > 0 ? [`${minutes} min`] : [])].join(" ");
}

/** Keeps the texts that apply. */
export const texts = (...all: readonly (string | false | null | undefined)[]): readonly string[] =>
  all.flatMap((text) => (typeof text === "string" && text !== "" ? [text] : []));

/** Time of a local date and time: `20:45`. */
export const timeOf = (dateTime: string): string => dateTime.slice(11);

/** Marks an arrival on a later day than the departure. */
export const nextDay = ({ departs, arrives }: { readonly departs: string; readonly arrives: string }): string =>
  arrives.slice(0, 10) === departs.slice(0, 10) ? "" : " (next day)";

const conjunction = new Intl.ListFormat("en", { type: "conjunction" });

/** Formats a list: `a, b, and c`. */
export const listText = (items: readonly string[]): string => conjunction.format(items);

/** Formats a number of travelers: `2 travelers`. */
export const travelersText = (count: number): string => (count === 1 ? "1 traveler" : `${count} travelers`);

/** Formats rooms: `Double`, `2 × Double`. */
export const roomsText = (count: number, name: string): string => (count === 1 ? name : `${count} × ${name}`);

/** Formats a number of nights: `3 nights`. */
export const nightsText = (nights: number): string => (nights === 1 ? "1 night" : `${nights} nights`);

/** Formats opening hours: `open 09:00–21:00`. */
export const hoursText = ({ opens, closes }: { readonly opens: string; readonly closes: string }): string =>
  opens === "00:00" && closes === "24:00" ? "always open" : `open ${opens}–${closes}`;

/** Formats seats: `, seats 1B 1D`. */
export const seatText = (seat: string | null): string =>
  seat === null ? "" : `, ${seat.includes(" ") ? "seats" : "seat"} ${seat}`;
