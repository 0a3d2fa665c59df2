import { type Day, dayText, isBefore } from "./calendar-days.ts";
import { Temporal } from "temporal-polyfill";

/** Easter Sunday of a year, by the calculation of the Gregorian calendar. */
function easterOf(year: number): Day {
  const [golden, century] = [year % 19, Math.floor(year / 100)];
  const corrected = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15;
  const epact = corrected % 30;
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return new Temporal.PlainDate(year, 3, 1).add({ days: moon - weekday + 27 });
}

const fixed = (month: number, day: number) => (year: number) => new Temporal.PlainDate(year, month, day);
const easter = (days: number) => (year: number) => easterOf(year).add({ days });
/** A Sunday in Advent: the fourth is the last before Christmas Day. */
const advent = (number: number) => (year: number) => {
  const eve = new Temporal.PlainDate(year, 12, 24);
  return eve.subtract({ days: (eve.dayOfWeek % 7) + 7 * (4 - number) });
};

/** Days with a name, and the day of each in a year. */
const HOLIDAYS: readonly (readonly [pattern: string, of: (year: number) => Day])[] = [
  ["(?:christmas|xmas) eve", fixed(12, 24)],
  ["(?:christmas|xmas) day", fixed(12, 25)],
  ["boxing day|st\\.? stephen's day", fixed(12, 26)],
  ["(?:christmas|xmas)(?! (?:holidays?|break|vacation|time|season))", fixed(12, 24)],
  ["new year'?s'? eve|nye", fixed(12, 31)],
  ["new year'?s'? day|new year'?s?", fixed(1, 1)],
  ["(?:st\\.? |santa )lucia(?:'s)?(?: day)?", fixed(12, 13)],
  ["epiphany|three kings(?: day)?", fixed(1, 6)],
  ["valentine'?s'?(?: day)?", fixed(2, 14)],
  ["st\\.? patrick'?s'?(?: day)?", fixed(3, 17)],
  ["may day", fixed(5, 1)],
  ["halloween", fixed(10, 31)],
  ["palm sunday", easter(-7)],
  ["maundy thursday", easter(-3)],
  ["good friday", easter(-2)],
  ["easter saturday", easter(-1)],
  ["easter monday", easter(1)],
  ["easter(?: sunday| day)?(?! (?:holidays?|break|vacation|weekend|week|time))", easter(0)],
  ["ascension(?: day)?", easter(39)],
  ["(?:whit sunday|pentecost)(?! monday)", easter(49)],
  ["(?:whit|pentecost) monday", easter(50)],
  ...["first|1st", "second|2nd", "third|3rd", "fourth|4th"].map(
    (nth, index) => [`(?:${nth}) (?:advent(?: sunday)?|sunday (?:of|in) advent)`, advent(index + 1)] as const,
  ),
];

/** Pattern of the holidays, each with its own group. */
export const HOLIDAY = HOLIDAYS.map(([pattern], index) => `(?<h${index}>${pattern})`).join("|");

const VAGUE = /^(?:christmas|xmas|easter|new year'?s?)$/iu;

/** Next day of the holiday whose group matched, or that of a year. */
export function holidayOf(
  groups: Readonly<Record<string, string | undefined>>,
  today: Day,
  year: number | null,
): { readonly first: Day; readonly assumed: string | null } {
  const index = HOLIDAYS.findIndex((_, at) => groups[`h${at}`] !== undefined);
  const [of, text] = [HOLIDAYS[index]?.[1] ?? easter(0), groups[`h${index}`] ?? ""];
  const next = of(year ?? today.year);
  const first = year === null && isBefore(next, today) ? of(today.year + 1) : next;
  return { first, assumed: VAGUE.test(text) ? `"${text}" as ${dayText(first, today)}` : null };
}
