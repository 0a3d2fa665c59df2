import { Temporal } from "temporal-polyfill";

/** Formats a date: `Fri 7 May 2027`. */
export const dayText = (date: string): string =>
  Temporal.PlainDate.from(date)
    .toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .replace(",", "");

/** Number of nights from one date to another. */
export const nightsBetween = (start: string, end: string): number => Temporal.PlainDate.from(start).until(end).days;

export const euro = (amount: number): string => `${Math.round(amount).toLocaleString("en")} €`;

/** Formats the highest price that a limit allows: `900 € or less`, or `less than 900 €` for a limit of 899.99 €. */
export const limitText = (limit: number): string =>
  Number.isInteger(limit) ? `${euro(limit)} or less` : `less than ${euro(limit)}`;

/** Formats a duration: `3 h 50 min`. */
export function minutesText(duration: number): string {
  const [hours, minutes] = [Math.floor(duration / 60), duration % 60];
  return texts(hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`).join(" ");
}

/** Keeps the texts that apply. */
export const texts = (...all: readonly (string | false | null | undefined)[]): readonly string[] =>
  all.flatMap((text) => (typeof text === "string" && text !== "" ? [text] : []));

/** Time of a local date and time: `20:45`. */
export const timeOf = (dateTime: string): string => dateTime.slice(11);

/** Formats minutes after midnight: `16:00`. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Minutes after midnight of a local time, or of a local date and time. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.slice(-5).split(":").map(Number);
  return hour * 60 + minute;
}

const conjunction = new Intl.ListFormat("en", { type: "conjunction" });

/** Formats a list: `a, b, and c`. */
export const listText = (items: readonly string[]): string => conjunction.format(items);

/** Formats a number of things: `1 night`, `3 nights`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Formats the cities of a catalog. */
export const citiesText = (airports: readonly { readonly city: string }[]): string =>
  listText(airports.map(({ city }) => city).toSorted());
