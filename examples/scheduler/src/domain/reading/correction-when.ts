import {
  type Day,
  type Days,
  isBefore,
  nearTo,
  MONTH,
  monthOf,
  ONE_DAY,
  onOrAfter,
  type Role,
  type Sheet,
  WEEKDAY,
  weekdayOf,
} from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { Request } from "../request.ts";
import { textOf } from "./change-words.ts";
import { isDenied, isExcept, isUntil, type Pieces, type ReadContext } from "./pieces.ts";
import { startOf } from "./read-change.ts";
import { datesOf, endingWith, resumed, RULE_DAYS, untilOf } from "./repeat.ts";
import { isWeekdayOnly, withWhen } from "./when.ts";

/** A correction while it is laid over the open request, kind by kind. */
export interface Correction {
  readonly sheet: Sheet;
  readonly open: Request;
  readonly context: ReadContext;
  readonly pieces: Pieces;
  /** First day of the open request, or of the date that it changes. */
  readonly base: Day | null;
}

export const ADDS = /\b(?:and|also|too|as well)\b/iu;
/** "And" between two days joins them; before the first it adds to those of before. */
const ADDS_DAYS = /^\W*(?:(?:yes|yeah|ok|okay|oh|please)\W+)*and\b|\b(?:also|too|plus|as well)\b/iu;
export const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** "To", "for" and "on" mean nothing in a correction. */
export const asNew = <Piece extends Role>(piece: Piece): Piece =>
  /^(?:to|meant|make it|for|on|in|of)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

const isListed = (each: Days): boolean => isWeekdayOnly(each) && (each.role === "" || isExcept(each) || isDenied(each));
const namesOfDays = (days: readonly Days[]): string[] => days.map(({ first }) => RULE_DAYS[first.dayOfWeek - 1] ?? "");

/** "No, Thursday" and "not Mondays, Tuesdays" change the days of a weekly series, and "every second week" keeps them. */
export function withWeekdays({ repeat, eventType }: Request, pieces: Pieces): Pieces {
  const [, old = ""] = /^FREQ=WEEKLY.*BYDAY=([A-Z,]+)/u.exec(repeat?.rule ?? "") ?? [];
  const days = pieces.days.map(asNew);
  if (repeat === null || eventType !== "create" || old === "" || !days.every(isListed)) return pieces;
  const weekly = (names: readonly string[], interval: number): Pieces["repeat"] => ({
    rule: `FREQ=WEEKLY;BYDAY=${names.join(",")}`,
    interval,
    isDated: true,
    lasts: pieces.repeat?.lasts ?? null,
  });
  if (pieces.repeat !== null)
    return pieces.repeat.rule === "FREQ=WEEKLY" && days.length === 0
      ? { ...pieces, repeat: weekly(old.split(","), pieces.repeat.interval) }
      : pieces;
  const gone = namesOfDays(days.filter(({ role }) => role !== ""));
  const come = namesOfDays(days.filter(({ role }) => role === ""));
  const kept = gone.length === 0 ? [] : old.split(",").filter((name) => !gone.includes(name));
  const wanted = RULE_DAYS.filter((name) => [...kept, ...come].includes(name));
  if (days.length === 0 || wanted.length === 0) return pieces;
  return { ...pieces, days: [], repeat: weekly(wanted, resumed(repeat, null).interval) };
}

/** Words for days that only the day of the request gives a meaning. */
const RELATIVE: readonly (readonly [pattern: string, read: (words: readonly string[], base: Day) => Day])[] = [
  [
    `(?:the )?(day|week(?:end)?|one|${WEEKDAY}) (after|before)(?: that)?(?=\\W*$|[,.;!]| (?:instead|at|same|and|please|then|would|is|works|suits|too|also|i mean)\\b)|(?:the )?(?:following|previous) (?:day|week)`,
    ([text = "", name = ""], base) => {
      const way = /before|previous/iu.test(text) ? -1 : 1;
      const weekday = weekdayOf(name);
      if (weekday > 0) return onOrAfter(weekday, base.add({ days: way > 0 ? 1 : -7 }));
      return base.add({ days: way * (/\bday\b/iu.test(text) ? 1 : 7) });
    },
  ],
  // "February" has the day of the month of before.
  [
    `(?:not ${MONTH},? )?(?:(?:in|to) )?(?<![\\d./] ?|of |the |end of |until |from |till? |through |by )(${MONTH})(?! ?\\d| the \\d)(?=\\W*$|,| (?:not|instead|i mean)\\b)(?:,? not ${MONTH}\\b)?`,
    ([, name = ""], base) => {
      const named = base.with({ month: monthOf(name) });
      return isBefore(named, base.subtract({ months: 6 })) ? named.add({ years: 1 }) : named;
    },
  ],
  [`(?<!\\b(?:every|each) )(?:the )?other (${WEEKDAY})`, (_, base) => base.add({ days: 7 })],
];

/** Claims days that the day of the request gives a meaning. */
export const readRelative = (sheet: Sheet, base: Day): Days[] =>
  RELATIVE.flatMap(([pattern, read]) => {
    const match = sheet.take(pattern);
    if (match === null) return [];
    const first = read(match, base);
    return [{ ...ONE_DAY, at: match.index, text: match[0], role: "", first, last: first }];
  });

/** True for a day on which a series takes place. */
const isDayOf = (repeat: Request["repeat"], { kind, problem, first }: Days): boolean =>
  kind === "day" &&
  problem === null &&
  (/BYDAY=([A-Z,]+)/u.exec(repeat?.rule ?? "")?.[1] ?? "").split(",").includes(RULE_DAYS[first.dayOfWeek - 1] ?? "");

const LIMITS = /\b(?:just|only|once)\b/iu;
const BEGINS = /\b(?:starts?|starting|begins?|beginning|first (?:one|time|lesson|class|session))\b/iu;
/** The end of what takes several days: "she leaves on Saturday". */
const LEAVES = /\b(?:leaves|ends?|ending|finish(?:es)?|home|(?:is |are )?back|return)\b/iu;
/** "Not on 21 December" and "not in July" leave out dates of a series; null for other days. */
function withExceptions(set: Request, days: readonly Days[]): Request | null {
  const { repeat, eventType } = set;
  const isLeftOut = (day: Days, index: number): boolean =>
    (isExcept(day) || (index > 0 && day.listed)) && (day.kind === "span" || isDayOf(repeat, day));
  const [first] = days;
  if (repeat === null || eventType !== "create" || first === undefined || !isExcept(first)) return null;
  const except = union(repeat.except, days.flatMap(datesOf));
  return days.every(isLeftOut) ? { ...set, repeat: { ...repeat, except } } : null;
}

/** A request with its days and times, and what a change or cancellation is about. */
export interface When {
  readonly request: Request;
  readonly unused: readonly string[];
  readonly days: readonly Days[];
  /** Those of the days that a change or cancellation is about. */
  readonly dates: readonly Days[];
}

/** Lays days, times, lengths and repetitions over the request. */
export function layWhen(set: Request, correction: Correction): When {
  const { sheet, open, context, pieces, base } = correction;
  const { repeat, times } = pieces;
  const isTrip = !open.open && (open.lastDay !== null || open.allDay) && open.start === null && open.repeat === null;
  const starts = open.repeat !== null && pieces.days.length === 1 && BEGINS.test(sheet.text);
  // "One day longer, so the 23rd" says the end twice.
  const isLonger = isTrip && pieces.lengths.longer !== null && pieces.days.length > 0;
  const leaves = isTrip && pieces.days.length === 1 && (isLonger || LEAVES.test(sheet.text));
  const named = pieces.days
    .filter((each) => open.repeat !== null || !isExcept(each))
    .map((each, index) => (leaves ? { ...each, role: "until" } : index === 0 ? asNew(each) : each))
    .map((each) => (base === null ? each : nearTo(each, base, pieces.today)))
    // "It starts in January" of a series.
    .map((each) => (starts && each.role !== "until" ? { ...each, role: "starting" } : each))
    .map((each) => (isTrip && base !== null && isUntil(each) ? onOrAfterBase(each, base) : each));
  const days = open.allDay ? joined(named) : distinct(named, base);
  if (times.length > 0)
    sheet.takeAll("(?:a )?(?:(?:bit|little) )?(?:earlier|later|sooner|longer|shorter)(?: than that)?");
  // "Not on Monday" alone names no other day.
  const denied = days.length + times.length > 0 || open.repeat !== null ? [] : pieces.days.filter(isExcept);
  const [day, ...others] = days;
  const isCreate = open.eventType === "create" && repeat === null;
  const one = isCreate && others.length === 0 ? day : undefined;
  const ruled = withExceptions(set, pieces.days);
  const isLimited = LIMITS.test(sheet.text);
  const isOnce = isLimited && one?.kind === "day" && one.role === "" && !BEGINS.test(sheet.text);
  // "That is just for the 3rd" names a date of the series, not a new day.
  const isSeries = open.target !== null && (open.target.starts?.length !== 1 || open.target.following);
  const isOfSeries = open.eventType === "modify" && isSeries && isLimited && days.length > 0 && times.length === 0;
  const isDate = set.eventType === "cancel" || isOfSeries;
  const hint = { text: `${open.title ?? ""} ${sheet.text}`, near: open.start ?? startOf(open.target, context) };
  const old = ruled ?? (isOnce ? { ...set, repeat: null } : set);
  const lengths = isLonger ? { ...pieces.lengths, longer: null } : pieces.lengths;
  const laid = withWhen(old, { ...pieces, lengths, days: isDate || ruled ? [] : days }, context, hint);
  const added = isCreate && open.day !== null && !ruled ? days.filter((each) => isMore(each, sheet)) : [];
  return {
    request:
      repeat?.rule === "FREQ=DAILY" && isTrip && days.length === 0
        ? untilLastDay(laid.request, open, context)
        : repeat !== null && sheet.says(ADDS_DAYS)
          ? withMoreDays(open, laid.request)
          : isTrip && one?.kind === "day" && one.role === ""
            ? withEnd(laid.request, open)
            : laid.request,
    unused: [...laid.unused, ...added, ...denied, ...(set.eventType === "cancel" ? times : [])].map(textOf),
    days,
    dates: isDate ? days : [],
  };
}

const isPlainDay = ({ kind, role, listed }: Days): boolean => kind === "day" && role === "" && !listed;
const isSame = (each: Days, other: Days): boolean =>
  each.first.equals(other.first) ||
  (isWeekdayOnly(each) && !isWeekdayOnly(other) && each.weekday === other.first.dayOfWeek);

/** "The other Friday, the 11th" names one day twice; and beside a new day, the day that is asked about tells nothing. */
const distinct = (days: readonly Days[], base: Day | null): readonly Days[] =>
  days.filter((each, index) => {
    const others = days.filter((other) => other !== each && !other.listed);
    const isAsked = base?.equals(each.first) === true && others.some((other) => !base.equals(other.first));
    const isAgain = others.some((other) => isSame(each, other) && (isWeekdayOnly(each) || days.indexOf(other) < index));
    return !isPlainDay(each) || !(isAsked || isAgain);
  });

/** "The 9th and 10th" of an all-day event are its first and last day. */
function joined(days: readonly Days[]): readonly Days[] {
  const [first, second] = days;
  const isNext = first !== undefined && second?.listed === true && first.first.add({ days: 1 }).equals(second.first);
  return isNext && days.length === 2 ? [{ ...first, kind: "days", last: second.last }] : days;
}

/** "Until Monday" and "we come home on Monday" name a day after the first one. */
const onOrAfterBase = (day: Days, base: Day): Days => {
  const last = day.weekday === null ? day.first : onOrAfter(day.weekday, base);
  return day.weekday === null || !isBefore(day.first, base) ? day : { ...day, first: last, last };
};

/** True for a day that is named besides that of the request: "and Friday too". */
const isMore = ({ at, text }: Days, sheet: Sheet): boolean =>
  /^\W*(?:and|also)\s*$/iu.test(sheet.text.slice(0, at)) ||
  /^\W*(?:too|also|as well)\b/iu.test(sheet.text.slice(at + text.length));

/** "Each day" of several days ends with the last of them. */
const untilLastDay = (laid: Request, { lastDay }: Request, { calendar: { household } }: ReadContext): Request =>
  lastDay === null || laid.repeat === null
    ? laid
    : {
        ...laid,
        repeat: endingWith(laid.repeat, untilOf(Temporal.PlainDate.from(lastDay), laid.allDay, household.timeZone)),
      };

/** A trip of several days that begins on another day ends when it did, or is as long as it was. */
function withEnd(laid: Request, { day, lastDay }: Request): Request {
  if (day === null || lastDay === null || laid.day === null || laid.lastDay !== null) return laid;
  const length = Temporal.PlainDate.from(day).until(lastDay);
  const end = laid.day < lastDay ? lastDay : Temporal.PlainDate.from(laid.day).add(length).toString();
  return { ...laid, lastDay: end, allDay: true };
}

/** "And Thursdays too" adds to the days of the week. */
function withMoreDays(open: Request, laid: Request): Request {
  const [old, more] = [open, laid].map(({ repeat }) => /^FREQ=WEEKLY.*BYDAY=([A-Z,]+)/u.exec(repeat?.rule ?? "")?.[1]);
  if (old === undefined || more === undefined || laid.repeat === null) return laid;
  const days = union(old.split(","), more.split(","));
  const rule = laid.repeat.rule.replace(/(?<=BYDAY=)[A-Z,]+/u, days.join(","));
  const [day] = [open.day, laid.day].filter((each) => each !== null).toSorted();
  return { ...laid, day: day ?? null, repeat: { ...laid.repeat, rule } };
}
