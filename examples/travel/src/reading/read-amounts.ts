import { type Message, MONTH, NUMBER, numberOf } from "./message.ts";
import type { Reading, ReadingContext } from "./reading.ts";

const MORE = /^(?:more|longer|extra|additional|another|add|extend|prolong|lengthen)/;
const LESS = /^(?:less|fewer|shorter|shorten|cut|reduce)/;
const MOVE = /^(?:move|shift|postpone|delay|push|everything)/;
const START = /^(?:leave|set off|leaving|start|go|depart|fly|begin|arrive|arriving|come|out|there|outbound)$/;
const END = /\b(?:back|home|return(?:ing)?|end)\b/;

const VERB =
  "leave|leaving|set off|start|go|depart|fly(?:ing)?|begin|arrive|arriving|come|coming|return(?:ing)?|end|stay|make it|add|extend|prolong|lengthen|shorten|cut|reduce|move|shift|postpone|delay|push|everything|another|back|home|out";
const WHAT =
  "(?: (?:it|that|this|everything|us|by|for|only|just|the (?:whole )?(?:trip|stay|return)|(?:my|our) (?:trip|stay)|back|home|out|there))*";
const UNIT = "nights?|days?|weeks?|fortnights?|hours?|h|minutes?|min";
/** One pattern for all of them: a verb, a number, a unit, and what is said of it. */
const AMOUNT = new RegExp(
  `(?<!\\b(?:in|within|after|exactly|in the next) )(?:\\b(${VERB})${WHAT} )?(?:\\b(?:by|for|about|around|only|just|exactly|the) )*\\b(${NUMBER}|half an|the)(?: (more|extra|additional|less|fewer|other))?[ -](?:(?:full|whole) )?(${UNIT})\\b(?! (?:from (?:now|today|tomorrow|\\w+day)|ago|before|after|of (?:${MONTH})|in advance|on \\w+day)|,? of (?:${MONTH}))(?: (more|longer|extra|less|fewer|shorter|earlier|later|sooner|forward|back))?(?:[ -](?:trip|break|stay|holiday|vacation|city break|rather))?(?: (back|home|out)\\b)?`,
);

const daysOf = (count: string, unit: string): number =>
  (count === "the" ? 1 : numberOf(count)) * (unit.startsWith("fort") ? 14 : unit.startsWith("week") ? 7 : 1);

/** Reads "for 3 nights", "two nights more", "a day shorter", "come back a day later", "leave an hour earlier". */
export function readAmounts(message: Message, found: Reading, { trip }: Pick<ReadingContext, "trip">): void {
  if (message.take(/\bovernight\b/, "duration") !== null) found.trip.nights = 1;
  for (const [words, verb = "", count = "", more = "", unit = "", after = "", end = ""] of message.takeAll(
    AMOUNT,
    "duration",
  )) {
    const isEnd = END.test(`${words.split(` ${unit}`)[0]} ${end}`);
    const isStart = !isEnd && START.test(verb);
    const sign = /^(?:earlier|sooner)/.test(after) ? -1 : 1;
    if (/^[hm]/.test(unit)) {
      const minutes = sign * (count === "half an" ? 30 : numberOf(count) * (unit.startsWith("h") ? 60 : 1));
      if (isEnd) found.returnShift = minutes;
      else if (isStart) found.outboundShift = minutes;
      else found.ask.push(whichFlight(sign));
    } else if (isEnd && after === "later" && (trip?.startDate ?? null) === null && /\d/.test(message.rest))
      found.trip.nights = daysOf(count, unit);
    else if (/^(?:earlier|later|sooner|forward|back)/.test(after) || (MOVE.test(verb) && more === "")) {
      if (!isEnd) found.startShift = sign * daysOf(count, unit);
      if (!isStart) found.endShift = sign * daysOf(count, unit);
    } else if ([verb, count, more, after].some((word) => MORE.test(word)) && !/\bto \S+ \S+$/.test(words)) {
      found.endShift = daysOf(count === "another" ? "one" : count, unit);
    } else if ([verb, more, after].some((word) => LESS.test(word))) found.endShift = -daysOf(count, unit);
    // Five days are four nights, and a week is seven.
    else found.trip.nights = daysOf(count, unit) - (unit.startsWith("day") ? 1 : 0);
  }
  for (const [words, , direction] of message.takeAll(
    new RegExp(
      `(?:\\b(?:${VERB}|an?|the|with|take|get|bit|little|much|somewhat|slightly|rather) )*(?:(?:return|outbound) )?(?:(a) )?\\b(earlier|later)\\b(?! than)(?: (?:flights?|return|departure|outbound|one))?(?: (?:on (?:the|our) way )?(?:back|home|out|there))?`,
    ),
    "flight times",
  )) {
    const minutes = direction === "earlier" ? -1 : 1;
    if (END.test(words)) found.returnShift = minutes;
    else if (/\b(?:out|there|leave|leaving|depart\w*|outbound)\b/.test(words)) found.outboundShift = minutes;
    else found.ask.push(whichFlight(minutes));
  }
  roomsAndStars(message, found.wishes);
}

const whichFlight = (minutes: number): string =>
  `which flight should leave ${minutes < 0 ? "earlier" : "later"}: the one out or the one back`;

const KINDS = "(?: (?:hotels?|place|accommodation|rooms?|property))?";
const STARS = new RegExp(
  `(?:(not|no|without|drop the|forget the) )?(?:(at least|minimum|min\\.?|no less than)|(at most|max(?:imum)?\\.?|up to))?\\s*\\b(?:an? |the )?(\\d|one|two|three|four|five|six|seven)(\\+)?(?:\\s?[-/]\\s?|\\s?(?:to|or)\\s?)?(\\d|four|five)?[\\s-]?(?:star(?:s|red)?\\b|\\*+)(?:\\s?(\\+|or (?:more|better|above|up|higher)|plus|and up|and above|minimum)|\\s?(or (?:less|below)|maximum|max|at most))?${KINDS}`,
);
const ROOMS = new RegExp(
  `\\b(?:(?:in|with|take|share|sharing|need) )?(?:(${NUMBER}|one|same|our) )?(?:hotel |an? )?(?:(separate|own) )?(?:(single|double|twin|family)(?:s|[ -]rooms?)|(?<=(?:${NUMBER}|separate|own|single|same) )rooms?)\\b`,
);

function roomsAndStars(message: Message, wishes: Reading["wishes"]): void {
  const stars = message.take(STARS, "stars");
  if (stars !== null) {
    const [, not, least, most, number = "", plus, upTo, more, less] = stars;
    const count = not === undefined ? numberOf(number) : null;
    wishes.starsAtLeast = most === undefined && less === undefined ? count : null;
    wishes.starsAtMost = upTo !== undefined ? numberOf(upTo) : (least ?? plus ?? more) === undefined ? count : null;
  }
  for (const [, count, own, kind] of message.takeAll(ROOMS, "room")) {
    if (kind !== undefined) wishes.roomKind = kind === "single" || kind === "family" ? kind : "double";
    const number = count === undefined || /^(?:an?|same|our)$/.test(count) ? null : numberOf(count);
    if (number !== null && (kind === undefined || number > 1)) wishes.rooms = number;
    else if (own !== undefined && kind === undefined) wishes.rooms = 2;
    else if (count === "same") wishes.rooms = 1;
  }
}
