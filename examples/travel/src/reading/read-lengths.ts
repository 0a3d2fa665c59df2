import { CLAIMED, NUMBER, numberOf, readAmounts, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";
import { LENGTHS, says } from "./words.ts";

const whichFlight = (isLater: boolean): string =>
  `which flight should leave ${isLater ? "later" : "earlier"}: the one out or the one back`;

const nights = (count: number, unit: string): number =>
  /^d/iu.test(unit) ? count - 1 : /^n/iu.test(unit) ? count : count * 7;

/** Reads "for 3 nights", "two nights more", "a day shorter", "come back a day later", "leave an hour earlier". */
export function readLengths(sheet: Sheet, found: Reading): void {
  // "3 nights from 18 December" is a length; "a week from Tuesday" is a day, which the days read.
  sheet.takeAll(
    `(?:for )?(${NUMBER})[ -](nights?|days|weeks?)(?=,? (?:from|of|starting|start)\\b(?! (?:now|today|tomorrow)| \\p{L}+day))`,
    ([, count = "", unit = ""]) => {
      found.trip.nights = nights(numberOf(count), unit);
      return true;
    },
  );
  if (sheet.take("overnight") !== null) found.trip.nights = 1;
  if (sheet.take("(?:same[- ])?day trip|(?:and )?back (?:in a|(?:on )?the same) day") !== null)
    found.problems.push("A day trip is not possible; I plan at least one night.");
  for (const amount of readAmounts(
    sheet,
    ({ unit, way }) => !/month|year/u.test(unit) && (way !== null || !/hour|minute/u.test(unit)),
  )) {
    const { value, unit, way, text, at, role, minutes } = amount;
    const clause =
      sheet.text
        .slice(0, at)
        .split(/[,.;!?]/u)
        .at(-1) ?? "";
    const behind = /^[^,.;!?]*/u.exec(sheet.text.slice(at + text.length))?.[0] ?? "";
    const verbs = `${clause} ${text}`;
    const isEnd =
      says(LENGTHS.end, clause) ||
      (/^back\b/iu.test(text) && /\b(?:come|coming|fly|flying|go|get|be)\s*$/iu.test(clause)) ||
      /^\s*(?:back|home)\b/iu.test(behind);
    const isStart = !isEnd && says(LENGTHS.start, clause);
    const days = value * (unit === "week" ? 7 : 1);
    const sign = way === "earlier" ? -1 : 1;
    if (unit === "hour" || unit === "minute") shiftFlight(found, { isEnd, isStart, minutes: sign * minutes });
    else if (way === "later" || way === "earlier" || (says(LENGTHS.move, clause) && way === null)) {
      if (!isEnd) found.startShift = sign * days;
      if (!isStart) found.endShift = sign * days;
    } else if (role !== "to" && (way === "longer" || says(LENGTHS.more, verbs))) found.endShift = days;
    else if (role !== "to" && (way === "shorter" || says(LENGTHS.less, verbs))) found.endShift = -days;
    else found.trip.nights = days - (unit === "day" ? 1 : 0);
  }
  if (sheet.left.includes(CLAIMED)) sheet.takeAll(`${LENGTHS.changes}(?=\\s*${CLAIMED})`);
  for (const { index, 0: words, 1: way } of sheet.takeAll(
    "(?:(?:a bit|a little|much|somewhat|slightly|rather|an?|the) )*(earlier|later)(?: (?:flights?|return|departure|outbound|one))?(?! than)",
  )) {
    const clause =
      sheet.text
        .slice(0, index + words.length + 16)
        .split(/[,.;!?]/u)
        .at(-1) ?? "";
    const [isEnd, minutes] = [says(LENGTHS.end, clause), way?.toLowerCase() === "later" ? 1 : -1];
    shiftFlight(found, { isEnd, isStart: !isEnd && says(LENGTHS.start, clause.replace(/\bflight\b/giu, "")), minutes });
  }
}

function shiftFlight(
  found: Reading,
  { isEnd, isStart, minutes }: { readonly isEnd: boolean; readonly isStart: boolean; readonly minutes: number },
): void {
  if (isEnd) found.returnShift = minutes;
  else if (isStart) found.outboundShift = minutes;
  else found.ask.push(whichFlight(minutes > 0));
}
