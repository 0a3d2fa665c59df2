import { CLAIMED, numberOf, readAmounts, type Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { Reading, ReadingContext } from "./reading.ts";
import { LENGTHS, says } from "./words.ts";

/** Reads "for 3 nights", "two nights more", "a day shorter", "come back a day later", "leave an hour earlier". */
export function readLengths(sheet: Sheet, found: Reading, { trip, today }: ReadingContext): void {
  // "3 nights from 18 December" is a length; "a week from Tuesday" is a day, which the days read.
  for (const [, count = "", unit = ""] of sheet.takeAll(LENGTHS.length))
    found.trip.nights = /^d/iu.test(unit) ? numberOf(count) - 1 : numberOf(count) * (/^n/iu.test(unit) ? 1 : 7);
  if (sheet.take(LENGTHS.dayTrip) !== null)
    found.problems.push("A day trip is not possible; I plan at least one night.");
  // Nights are whole: "half a day longer" is not read, and "a night tour" and "the first two days" are parts of the trip.
  const amounts = readAmounts(sheet, ({ unit, way, value, at, text }) => {
    if (says("\\bthe (?:first|last) ", text) || says(LENGTHS.other, sheet.text.slice(at + text.length))) return false;
    return isShort(unit) ? way !== null : Number.isInteger(value) && (way !== null || !/month|year/u.test(unit));
  });
  for (const { value, unit, way, text, at, role, minutes } of amounts) {
    const clause = clauseTo(sheet.text, at);
    const isEnd = says(LENGTHS.end, `${clause} ${text}`);
    const isStart = !isEnd && says(LENGTHS.start, clause);
    const first = Temporal.PlainDate.from(trip.startDate ?? today);
    const days = isShort(unit) ? 0 : first.until(first.add({ [`${unit === "night" ? "day" : unit}s`]: value })).days;
    const sign = way === "earlier" ? -1 : 1;
    if (isShort(unit)) shiftFlight(found, isEnd, isStart, sign * minutes);
    else if (way === "later" || way === "earlier" || (way === null && says(LENGTHS.move, clause))) {
      if (!isEnd) found.startShift = sign * days;
      if (!isStart) found.endShift = sign * days;
    } else if (role !== "to" && (way === "longer" || says(LENGTHS.more, `${clause} ${text}`))) found.endShift = days;
    else if (role !== "to" && (way === "shorter" || says(LENGTHS.less, `${clause} ${text}`))) found.endShift = -days;
    else found.trip.nights = days - (unit === "day" ? 1 : 0);
  }
  if (sheet.left.includes(CLAIMED)) sheet.takeAll(`${LENGTHS.changes}(?=\\s*${CLAIMED})`);
  for (const { index, 0: words, 1: way } of sheet.takeAll(LENGTHS.shift)) {
    const clause = clauseTo(sheet.text, index + words.length + 16);
    const isEnd = says(LENGTHS.end, clause);
    const isStart = !isEnd && says(LENGTHS.start, clause.replace(/\bflight\b/giu, ""));
    shiftFlight(found, isEnd, isStart, way?.toLowerCase() === "later" ? 1 : -1);
  }
}

/** True for a unit by which a flight moves, and not a day. */
const isShort = (unit: string): boolean => unit === "hour" || unit === "minute";

const clauseTo = (text: string, at: number): string => /[^,.;!?]*$/u.exec(text.slice(0, at))?.[0] ?? "";

function shiftFlight(found: Reading, isEnd: boolean, isStart: boolean, minutes: number): void {
  if (isEnd) found.returnShift = minutes;
  else if (isStart) found.outboundShift = minutes;
  else found.ask.push(`which flight should leave ${minutes > 0 ? "later" : "earlier"}: the one out or the one back`);
}
