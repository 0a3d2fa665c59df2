import { CLAIMED, NUMBER, numberOf, readAmounts, type Sheet } from "@tidemark/reading";
import type { Reading } from "./reading.ts";

const START =
  /\b(?:leave|leaving|set off|start|starting|go|depart|departing|fly|flight|begin|arrive|arriving|out|there|outbound)\b/iu;
const END = /\b(?:back|home|return(?:ing)?)\b/iu;
const MORE = /\b(?:more|longer|extra|additional|another|add|extend|prolong|lengthen)\b/iu;
const LESS = /\b(?:less|fewer|shorter|shorten|cut|reduce)\b/iu;
const MOVE = /\b(?:move|shift|postpone|delay|push|everything)\b/iu;
const CHANGES =
  "(?:make it|add|extend|prolong|lengthen|shorten|cut|reduce|move|shift|postpone|delay|push|everything)(?: (?:it|that|this|everything|by|the (?:whole )?(?:trip|stay)|(?:my|our) (?:trip|stay)))*";

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
      END.test(clause) ||
      (/^back\b/iu.test(text) && /\b(?:come|coming|fly|flying|go|get|be)\s*$/iu.test(clause)) ||
      /^\s*(?:back|home)\b/iu.test(behind);
    const isStart = !isEnd && START.test(clause);
    const days = value * (unit === "week" ? 7 : 1);
    const sign = way === "earlier" ? -1 : 1;
    if (unit === "hour" || unit === "minute") shiftFlight(found, { isEnd, isStart, minutes: sign * minutes });
    else if (way === "later" || way === "earlier" || (MOVE.test(clause) && way === null)) {
      if (!isEnd) found.startShift = sign * days;
      if (!isStart) found.endShift = sign * days;
    } else if (role !== "to" && (way === "longer" || MORE.test(verbs))) found.endShift = days;
    else if (role !== "to" && (way === "shorter" || LESS.test(verbs))) found.endShift = -days;
    else found.trip.nights = days - (unit === "day" ? 1 : 0);
  }
  if (sheet.left.includes(CLAIMED)) sheet.takeAll(`${CHANGES}(?=\\s*${CLAIMED})`);
  for (const { index, 0: words, 1: way } of sheet.takeAll(
    "(?:(?:a bit|a little|much|somewhat|slightly|rather|an?|the) )*(earlier|later)(?: (?:flights?|return|departure|outbound|one))?(?! than)",
  )) {
    const clause =
      sheet.text
        .slice(0, index + words.length + 16)
        .split(/[,.;!?]/u)
        .at(-1) ?? "";
    const [isEnd, minutes] = [END.test(clause), way?.toLowerCase() === "later" ? 1 : -1];
    shiftFlight(found, { isEnd, isStart: !isEnd && START.test(clause.replace(/\bflight\b/giu, "")), minutes });
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
