import {
  type Day,
  type Days,
  isBefore,
  mondayOf,
  ONE_DAY,
  onOrAfter,
  span,
  WEEKDAY,
  weekdayProblem,
  weekOf,
} from "./calendar-days.ts";
import { NUMBER, numberOf } from "./numbers.ts";
import type { Sheet } from "./sheet.ts";

type Groups = Readonly<Record<string, string | undefined>>;
type Found = Pick<Days, "first"> & Partial<Days>;
type Operator = readonly [
  pattern: string,
  apply: (days: readonly [Days, Days | undefined], words: Groups, today: Day) => Found | null,
];

const PLAIN_WEEKDAY = new RegExp(`^(?:the )?${WEEKDAY}$`, "iu");
const isPlain = ({ text }: Days): boolean => PLAIN_WEEKDAY.test(text);
const later = ({ first, last, kind }: Days, weeks: number): Found => ({
  first: first.add({ weeks }),
  last: last.add({ weeks }),
  kind,
});

/** Words that make another day of a day, which `D` stands for. */
const OPERATORS: readonly Operator[] = [
  [`(?<n>${NUMBER}) weeks? (?:on|from|after) D`, ([day], { n = "a" }) => later(day, numberOf(n))],
  [
    "(?:the )?week (?:of|starting|beginning|commencing|from)(?: on)?(?: the)? D",
    ([day], _, today) => weekOf(day.first, today),
  ],
  ["(?:the )?D after next|D week(?! \\p{L})", ([day]) => (isPlain(day) ? later(day, 1) : null)],
  [
    "(?:the )?(?<unit>day|week) (?<way>before|after) D",
    ([{ first, last }], { unit = "", way = "" }, today) => {
      const [day, step] = /^b/iu.test(way) ? [first, -1] : [last, 1];
      return /^d/iu.test(unit) ? { first: day.add({ days: step }) } : weekOf(day.add({ weeks: step }), today);
    },
  ],
  [
    "D (?<way>before|after)(?: the)? D",
    ([name, day], { way }) => {
      if (day === undefined || name.weekday === null || !isPlain(name) || isPlain(day)) return null;
      const first = onOrAfter(
        name.weekday,
        /^a/iu.test(way ?? "") ? day.last.add({ days: 1 }) : day.first.subtract({ days: 7 }),
      );
      return { first, weekday: name.weekday };
    },
  ],
  ["(?:the )?(?:whole|entire|all|rest)(?: of)?(?: the)? D", ([day]) => (day.kind === "span" ? { ...day } : null)],
  [
    "(?:the )?(?:very )?end of D",
    ([{ first, last, kind }]) =>
      kind === "span" && first.until(last).days > 6 ? { first: last.subtract({ days: 6 }), last, kind } : null,
  ],
];
const MARK = "\uE001";

/** Combines days with the words around them and with each other: "week of", "Saturday after next", "Tuesday, 24 November", lists. */
export function combineDays(found: readonly Days[], sheet: Sheet, today: Day): readonly Days[] {
  let days = found.toSorted((one, other) => one.at - other.at);
  for (const [pattern, apply] of OPERATORS) {
    let text = sheet.left;
    for (const { at, text: words } of days)
      text = text.slice(0, at) + MARK.repeat(words.length) + text.slice(at + words.length);
    const source = `(?<![\\p{L}\\p{N}'])(?:${pattern.replaceAll("D", `${MARK}+`)})(?![\\p{L}\\p{N}])`;
    for (const { index, 0: whole, groups = {} } of text.matchAll(new RegExp(source, "giu"))) {
      const inside = days.filter(({ at }) => at >= index && at < index + whole.length);
      const [one, two] = inside;
      const result = one === undefined || one.problem !== null ? null : apply([one, two], groups, today);
      if (result === null) continue;
      const part = { at: index, text: sheet.text.slice(index, index + whole.length) };
      sheet.claim(part);
      const day = { ...ONE_DAY, role: "", last: result.first, ...result, ...part };
      days = days.flatMap((each) => (each === one ? [day] : inside.includes(each) ? [] : [each]));
    }
  }
  const joined: Days[] = [];
  for (const next of days) {
    const last = joined.pop();
    joined.push(...(last === undefined ? [next] : besides(last, next, sheet, today)));
  }
  return listed(joined, sheet);
}

const gapOf = (one: Days, other: Days, { text }: Sheet): string => text.slice(one.at + one.text.length, other.at);
const BESIDE = /^[\s,(]*(?:(?:morning|afternoon|evening|night),? )?(?:(?:on|in|of)(?: |$))?(?:the )?$/iu;

/** "Tuesday 24 November" is one day, and so are "Tuesday next week" and "the weekend 12-13 Dec"; "Monday to Wednesday next week" is a range. */
function besides(last: Days, next: Days, sheet: Sheet, today: Day): Days[] {
  const both = [last, next];
  const [name, date] = last.weekday === null ? [next, last] : [last, next];
  if (!BESIDE.test(gapOf(last, next, sheet)) || next.listed || EXCEPT_BEFORE.test(sheet.text.slice(0, last.at)))
    return both;
  const text = sheet.text.slice(last.at, next.at + next.text.length);
  const join = (day: Found): Days[] => {
    sheet.claim({ at: last.at, text });
    return [{ ...last, ...ONE_DAY, last: day.first, ...day, text }];
  };
  if (/weekend$/iu.test(last.text) && next.kind !== "span" && next.weekday === null) {
    const saturday = mondayOf(next.first).add({ days: 5 });
    return join(next.kind === "days" ? { ...next, at: last.at } : span(saturday, saturday.add({ days: 1 }), today));
  }
  const isRange = name.kind === "days" && date.kind === "span" && name.first.dayOfWeek === name.weekday;
  if (name.weekday === null || !(name.kind === "day" || isRange)) return both;
  if (date.weekday !== null || date.kind === "days") return both;
  const { weekday } = name;
  // "Wednesday in two weeks".
  if (/^in .*weeks?$/iu.test(date.text)) return join({ first: onOrAfter(weekday, date.first), weekday });
  const first = date.kind === "span" ? mondayOf(date.last).add({ days: weekday - 1 }) : date.first;
  const problem = date.problem ?? weekdayProblem(first, weekday, today);
  return join({ kind: name.kind, first, last: first.add(name.first.until(name.last)), weekday, problem });
}

const EXCEPT_BEFORE = /\b(?:except|not|excluding|skipping|without|instead of)(?: \p{L}+)?\s*$/iu;
const AND = /^(?:,? (?:and|&|plus) | ?[+&] ?)(?:on )?(?:the )?$/u;
const COMMA = /^(?: ?[,/] ?| )$/u;

/** Links the days of lists, such as "the 24th and the 26th" and "Mon, Wed, Fri next week", and reads "between … and …". */
function listed(days: readonly Days[], sheet: Sheet): readonly Days[] {
  const result: Days[] = [];
  for (const last of days.toReversed()) {
    const next = result[0];
    const gap = next === undefined ? "" : gapOf(last, next, sheet);
    const isList =
      AND.test(gap) ||
      (COMMA.test(gap) &&
        !EXCEPT_BEFORE.test(sheet.text.slice(0, last.at)) &&
        next?.kind === "day" &&
        last.kind === "day" &&
        (next.weekday === null) === (last.weekday === null));
    if (next === undefined || !isList) {
      result.unshift(last);
      continue;
    }
    result.shift();
    sheet.claim({ at: last.at, text: sheet.text.slice(last.at, next.at) });
    // "The 30th and the 2nd".
    const isLater = next.weekday !== null || !isBefore(next.first, last.first);
    const first = isLater ? next.first : next.first.add({ months: 1 });
    // "Mon and Wed next week" are in the same week.
    const [one, two] = [last.weekday ?? 0, next.weekday ?? 0];
    const isShared = one !== 0 && two !== 0;
    if (/\bbetween (?:the )?$/iu.test(sheet.text.slice(0, last.at)))
      result.unshift({
        ...last,
        text: sheet.text.slice(last.at, next.at + next.text.length),
        last: first,
        kind: "span",
      });
    else if (isShared && isPlain(last) && !isPlain(next)) {
      const day = next.first.subtract({ days: (two - one + 7) % 7 });
      result.unshift({ ...last, ...ONE_DAY, weekday: one, first: day, last: day }, { ...next, listed: true });
    } else {
      const day = isShared && isPlain(next) && !isPlain(last) ? onOrAfter(two, last.first) : first;
      result.unshift(last, { ...next, first: day, last: next.kind === "day" ? day : next.last, listed: true });
    }
  }
  return result;
}
