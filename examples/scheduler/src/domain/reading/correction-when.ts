import {
  type Day,
  type Days,
  isBefore,
  MONTH,
  monthOf,
  mondayOf,
  nearTo,
  ONE_DAY,
  onOrAfter,
  type Role,
  type Sheet,
  WEEKDAY,
  weekdayOf,
} from "@tidemark/reading";
import type { Request } from "../request.ts";
import { textOf } from "./change-words.ts";
import { namesOf } from "./names.ts";
import { isDenied, isExcept, isUntil, type Pieces, type ReadContext, todayOf } from "./pieces.ts";
import { startOf } from "./read-change.ts";
import { datesOf, resumed, RULE_DAYS } from "./repeat.ts";
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

/** Words for days that only the day of the request gives a meaning, with their first and last day. */
const RELATIVE: readonly (readonly [
  pattern: string,
  read: (words: readonly string[], base: Day, today: Day) => readonly [first: Day, last?: Day],
])[] = [
  [
    `(?:the )?(day|week|one|${WEEKDAY}) (after|before)(?: that)?(?=\\W*$|[,.;!]| (?:instead|at|same|and|please|then|would|is|works|suits|too|also)\\b)|(?:the )?(?:following|previous) (?:day|week)`,
    ([text = "", name = ""], base) => {
      const way = /before|previous/iu.test(text) ? -1 : 1;
      const weekday = weekdayOf(name);
      if (weekday > 0) return [onOrAfter(weekday, base.add({ days: way > 0 ? 1 : -7 }))];
      return [base.add({ days: way * (/\bday\b/iu.test(text) ? 1 : 7) })];
    },
  ],
  [
    "(?:for |over )?(?:the )?(?:(?:whole|entire|full) |both days of the )(weekend|week)|both days",
    ([, unit = "weekend"], base) => {
      const monday = mondayOf(base);
      return [unit.toLowerCase() === "week" ? monday : monday.add({ days: 5 }), monday.add({ days: 6 })];
    },
  ],
  [
    // "January" has the day of the month of before.
    `(?:(?:in|to|for) )?(?<![\\d./] ?|of |the |end of |until |from |till? |through |by )(${MONTH})(?! ?\\d| the \\d)(?=\\W*$|,| (?:not|instead|at|and)\\b)(?: not ${MONTH}\\b)?`,
    ([, name = ""], base, today) => {
      const named = base.with({ month: monthOf(name), year: today.year });
      return [isBefore(named, today) ? named.add({ years: 1 }) : named];
    },
  ],
];

/** Claims days that the day of the request gives a meaning. "June" can be a person. */
export function readRelative(sheet: Sheet, base: Day, context: ReadContext, isSearch: boolean): Days[] {
  const people = namesOf(context.calendar.household);
  // A search in "January" is one in all of it.
  return RELATIVE.slice(0, isSearch ? -1 : undefined).flatMap(([pattern, read]) => {
    const match = sheet.take(pattern, ({ 1: name = "" }) => !people.has(name.toLowerCase()));
    if (match === null) return [];
    const [first, last] = read(match, base, todayOf(context));
    const kind = last === undefined ? "day" : "days";
    return [{ ...ONE_DAY, kind, at: match.index, text: match[0], role: "", first, last: last ?? first }];
  });
}

/** True for a day on which a series takes place. */
const isDayOf = (repeat: Request["repeat"], { kind, problem, first }: Days): boolean =>
  kind === "day" &&
  problem === null &&
  (/BYDAY=([A-Z,]+)/u.exec(repeat?.rule ?? "")?.[1] ?? "").split(",").includes(RULE_DAYS[first.dayOfWeek - 1] ?? "");

const LIMITS = /\b(?:just|only|once)\b/iu;
const BEGINS = /\b(?:starts?|starting|begins?|beginning|first (?:one|time|lesson|class|session))\b/iu;
/** The end of what takes several days: "she leaves on Saturday". */
const LEAVES = /\b(?:leaves|ends?|ending|finish(?:es)?|home|(?:is |are )?back|return)\b/iu;

/** The begin of it: "we leave on Thursday already". */
const DEPARTS =
  /\b(?:leave|leaving|depart\p{L}*|starts?|starting|begins?|arriv\p{L}+|comes?|coming|drive|fly|already)\b/iu;

/** Meanings of one day beside those of a new event; the first that applies gives the request. */
const DAY_RULES: readonly ((set: Request, day: Days, correction: Correction) => Request | null)[] = [
  // "And Sunday too" makes an all-day event longer; at a time, it would be a second event.
  (set, day, { open, base, sheet }) =>
    open.allDay && base?.add({ days: 1 }).equals(day.first) === true && isMore(day, sheet)
      ? { ...set, allDay: true, lastDay: day.last.toString() }
      : null,
  (set, day, { open, sheet }) =>
    open.lastDay !== null && set.start === null && day.role === "" && DEPARTS.test(sheet.text)
      ? { ...set, day: day.first.toString() }
      : null,
];

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
  const isTrip = open.lastDay !== null && open.start === null && open.repeat === null;
  const starts = open.repeat !== null && pieces.days.length === 1 && BEGINS.test(sheet.text);
  const leaves = isTrip && pieces.days.length === 1 && LEAVES.test(sheet.text);
  const days = pieces.days
    .filter((each) => open.repeat !== null || !isExcept(each))
    .map((each, index) => (leaves ? { ...each, role: "until" } : index === 0 ? asNew(each) : each))
    .map((each) => (base === null ? each : nearTo(each, base, pieces.today)))
    // "It starts in January" of a series.
    .map((each) => (starts && each.role !== "until" ? { ...each, role: "starting" } : each))
    .map((each) => (isTrip && base !== null && isUntil(each) ? onOrAfterBase(each, base) : each));
  if (times.length > 0) sheet.takeAll("(?:a )?(?:(?:bit|little) )?(?:earlier|later|sooner)(?: than that)?");
  // "Not on Monday" alone names no other day.
  const denied = days.length + times.length > 0 || open.repeat !== null ? [] : pieces.days.filter(isExcept);
  const [day, ...others] = days;
  const isCreate = open.eventType === "create" && repeat === null;
  const one = isCreate && others.length === 0 ? day : undefined;
  const ruled =
    withExceptions(set, pieces.days) ??
    (one && DAY_RULES.map((rule) => rule(set, one, correction)).find((each) => each !== null));
  const isLimited = LIMITS.test(sheet.text);
  const isOnce = isLimited && one?.kind === "day" && one.role === "" && !BEGINS.test(sheet.text);
  // "That is just for the 3rd" names a date of the series, not a new day.
  const isSeries = open.target !== null && (open.target.starts?.length !== 1 || open.target.following);
  const isOfSeries = open.eventType === "modify" && isSeries && isLimited && days.length > 0 && times.length === 0;
  const isDate = set.eventType === "cancel" || isOfSeries;
  const hint = { text: `${open.title ?? ""} ${sheet.text}`, near: open.start ?? startOf(open.target, context) };
  const old = ruled ?? (isOnce ? { ...set, repeat: null } : set);
  const laid = withWhen(old, isDate || ruled ? { ...pieces, days: [] } : { ...pieces, days }, context, hint);
  const added = isCreate && open.day !== null && !ruled ? days.filter((each) => isMore(each, sheet)) : [];
  return {
    request: repeat !== null && sheet.says(ADDS_DAYS) ? withMoreDays(open, laid.request) : laid.request,
    unused: [...laid.unused, ...added, ...denied].map(textOf),
    days,
    dates: isDate ? days : [],
  };
}

/** "Until Monday" and "we come home on Monday" name a day after the first one. */
const onOrAfterBase = (day: Days, base: Day): Days => {
  const last = day.weekday === null ? day.first : onOrAfter(day.weekday, base);
  return day.weekday === null || !isBefore(day.first, base) ? day : { ...day, first: last, last };
};

/** True for a day that is named besides that of the request: "and Friday too". */
const isMore = ({ at, text }: Days, sheet: Sheet): boolean =>
  /\b(?:and|also)\s*$/iu.test(sheet.text.slice(0, at)) ||
  /^\W*(?:too|also|as well)\b/iu.test(sheet.text.slice(at + text.length));

/** "And Thursdays too" adds to the days of the week. */
function withMoreDays(open: Request, laid: Request): Request {
  const [old, more] = [open, laid].map(({ repeat }) => /^FREQ=WEEKLY.*BYDAY=([A-Z,]+)/u.exec(repeat?.rule ?? "")?.[1]);
  if (old === undefined || more === undefined || laid.repeat === null) return laid;
  const days = union(old.split(","), more.split(","));
  const rule = laid.repeat.rule.replace(/(?<=BYDAY=)[A-Z,]+/u, days.join(","));
  const [day] = [open.day, laid.day].filter((each) => each !== null).toSorted();
  return { ...laid, day: day ?? null, repeat: { ...laid.repeat, rule } };
}
