import * as chrono from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { literal } from "./names.ts";
import type { Part, Sheet } from "./sheet.ts";

export type Day = Temporal.PlainDate;

/** A named day, several days in a row, or a span to search such as "next week". */
export interface Days extends Part {
  /** Word before the days, which tells their role: "from", "to", "until", "except", … */
  readonly role: string;
  readonly first: Day;
  readonly last: Day;
  /** "day" and "days" are exact; a "span" such as a week or a month is to be searched. */
  readonly kind: "day" | "days" | "span";
  /** Meaning that was chosen among several, in words; null if there is only one. */
  readonly assumed: string | null;
  /** Reason why no such day can be meant; null if it can. */
  readonly problem: string | null;
  /** Named weekday, 1 for Monday; null if none was named. */
  readonly weekday: number | null;
  /** True if today has that weekday too. */
  readonly today: boolean;
}

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
export const WEEKDAY =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)";
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const EXCEPT_ROLE =
  "(?:but )?no \\p{L}+ on|except(?: for)?(?: on)?|but not(?: on)?|not(?: on)?|excluding|skipping|without|instead of";
const LAST_ROLE =
  "(?:the |his |her |their |my )?last (?:time|one|lesson|class|date|session)(?: is| will be|'s)(?: on)?";
const ROLE = `on|at|from|to|→|until|till|til|through|thru|before|after|by|${EXCEPT_ROLE}|starting(?: on| from| in)?|(?:the )?first (?:time|one)(?: is)?(?: on)?|${LAST_ROLE}|beginning(?: on| in)?|as of|since|in|during|over|for|within|between|meant|of|-`;
/** "The last one is 14 December" ends a series. */
export const LAST = new RegExp(`^${LAST_ROLE}$`, "u");
export const UNTIL = new RegExp(`^(?:until|till?|through|thru|${LAST_ROLE})$`, "u");
/** True for the second day of a range: "to Friday", "until the 3rd". */
export const isTo = ({ role }: { readonly role: string }): boolean => UNTIL.test(role) || /^(?:to|-)$/u.test(role);
export const EXCEPT = new RegExp(`^(?:${EXCEPT_ROLE})`, "u");

/** Number of a weekday, 1 for Monday. */
export const weekdayOf = (text: string): number =>
  WEEKDAYS.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()) + 1;

export const isBefore = (one: Day, other: Day): boolean => Temporal.PlainDate.compare(one, other) < 0;
const mondayOf = (day: Day): Day => day.subtract({ days: day.dayOfWeek - 1 });
/** The first such weekday, from a day on. */
export const onOrAfter = (weekday: number, from: Day): Day => from.add({ days: (weekday - from.dayOfWeek + 7) % 7 });

/** Formats a day: "Fri 27 Nov", with the year if it is not that of `today`. */
export const dayText = (day: Day, today: Day): string =>
  `${WEEKDAYS[day.dayOfWeek - 1]?.slice(0, 3)} ${day.day} ${day.toLocaleString("en-GB", { month: "short" }).slice(0, 3)}${day.year === today.year ? "" : ` ${day.year}`}`;

type Reading = Partial<Days> & Pick<Days, "first">;
type Groups = Readonly<Record<string, string | undefined>>;

/** The days of a span that are not over. */
const span = (first: Day, last: Day, today: Day): Reading => ({
  first: isBefore(first, today) && !isBefore(last, today) ? today : first,
  last,
  kind: "span",
});
const weekOf = (day: Day, today: Day): Reading => span(mondayOf(day), mondayOf(day).add({ days: 6 }), today);

/** A date without a year is the next one, today included. */
function dated(day: number, month: number, year: string | undefined, today: Day): Reading {
  if (month < 1 || month > 12) return { first: today, problem: "There is no such date." };
  const years = year === undefined ? [today.year, today.year + 1] : [Number(year) + (year.length === 2 ? 2000 : 0)];
  const firsts = years.map((each) => new Temporal.PlainDate(each, month, 1));
  const dates = firsts.filter(({ daysInMonth }) => day >= 1 && day <= daysInMonth).map((first) => first.with({ day }));
  const found = dates.find((date) => !isBefore(date, today)) ?? dates[0];
  if (found !== undefined) return { first: found };
  const name = firsts[0]?.toLocaleString("en-GB", { month: "long" }) ?? "";
  return { first: today, problem: `There is no ${day} ${name}${year === undefined ? "" : ` ${years[0]}`}.` };
}

/** Next day with this number of the month, today included. */
function numbered(day: number, today: Day): Reading {
  const months = Array.from({ length: 12 }, (_, index) => today.with({ day: 1 }).add({ months: index }));
  const month = months.find((each) => day >= 1 && day <= each.daysInMonth && !isBefore(each.with({ day }), today));
  if (month === undefined) return { first: today, problem: `There is no ${day}th of a month.` };
  return { first: month.with({ day }) };
}

const monthOf = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
/** Feasts with their day and month; Easter has none. */
const FEASTS: Readonly<Record<string, readonly [day: number, month: number] | null>> = {
  christmas: [24, 12],
  "christmas eve": [24, 12],
  "christmas day": [25, 12],
  "new year's eve": [31, 12],
  "new year's day": [1, 1],
  "new year": [1, 1],
  "valentine's day": [14, 2],
  easter: null,
};

/** Easter Sunday, by the anonymous Gregorian method. */
function easterOf(year: number): Day {
  const [golden, century] = [year % 19, Math.floor(year / 100)];
  const leap = century - Math.floor(century / 4);
  const epact = (leap - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - leap) % 7;
  return new Temporal.PlainDate(year, 3, 28).add({ days: moon - weekday });
}

/** Days that `chrono-node` does not read, or reads as another day. They are read first. */
const OWN: readonly (readonly [pattern: string, read: (groups: Groups, today: Day) => Reading | null])[] = [
  [
    "(?<d>\\d{1,2})(?:\\.\\s?(?<m>\\d{1,2})(?:\\.(?<y>\\d{4}|\\d{2})?|(?!\\.))|/(?<m2>\\d{1,2})(?:/(?<y2>\\d{4}|\\d{2}))?)(?![\\d:/])",
    ({ d, m, m2, y, y2 }, today) =>
      // "12/15" can only have the month first.
      Number(m2) > 12 && Number(d) <= 12
        ? dated(Number(m2), Number(d), y2, today)
        : dated(Number(d), Number(m ?? m2), y ?? y2, today),
  ],
  // "Mon 30 at 9pm": the times, and so the hour of "Mon 10", were read before.
  [
    `(?<w>${WEEKDAY}),? (?:the )?(?<d>[12]?\\d|3[01])(?=\\s*(?:$|[-,;!?.)\uE000]|(?:for|with|and|in)\\b))`,
    ({ w = "", d }, today) => {
      const read = numbered(Number(d), today);
      return { weekday: weekdayOf(w), problem: weekdayProblem(read.first, weekdayOf(w), today), ...read };
    },
  ],
  ["(?:the )?day after tomorrow", (_, today) => ({ first: today.add({ days: 2 }) })],
  [
    `(?<n>a|\\d|one) weeks? (?:on|from|after) (?<w>${WEEKDAY}|today|tomorrow)|(?<w2>${WEEKDAY}|today|tomorrow) week|(?<w3>${WEEKDAY}) after next`,
    ({ n, w, w3, w2 = w3 ?? "" }, today) => {
      const day = /^to/iu.test(w ?? w2)
        ? today.add({ days: (w ?? w2).length === 5 ? 0 : 1 })
        : onOrAfter(weekdayOf(w ?? w2), w3 === undefined ? today : today.add({ days: 1 }));
      return { first: day.add({ weeks: Number(n) || 1 }) };
    },
  ],
  [
    "(?:the )?(?<whole>whole )?week (?:no\\.? ?)?(?<n>[1-4]?\\d|5[0-3])(?![\\d:.]| (?:of|to|times))",
    ({ n, whole }, today) => {
      const weekIn = (year: number): Day => mondayOf(new Temporal.PlainDate(year, 1, 4)).add({ weeks: Number(n) - 1 });
      const monday = isBefore(weekIn(today.year).add({ days: 6 }), today) ? weekIn(today.year + 1) : weekIn(today.year);
      return { ...weekOf(monday, today), kind: whole === undefined ? "span" : "days" };
    },
  ],
  ["(?:the )?week after next", (_, today) => weekOf(today.add({ days: 14 }), today)],
  [
    "(?:the )?(?<n>this|next|last|following|coming)(?: school)? week(?:'s)?",
    ({ n = "" }, today) => weekOf(today.add({ days: { this: 0, last: -7 }[n.toLowerCase()] ?? 7 }), today),
  ],
  ["the week(?! (?:of|after|before)| later)", (_, today) => span(today, today.add({ days: 6 }), today)],
  [
    "(?:(?<n>next)|the|this|on the|at the) weekend",
    ({ n }, today) => {
      const saturday = mondayOf(today).add({ days: n === undefined ? 5 : 12 });
      return {
        ...span(saturday, saturday.add({ days: 1 }), today),
        assumed: n === undefined ? null : `"next weekend" as ${dayText(saturday, today)}`,
      };
    },
  ],
  [
    `(?:the )?(?<n>${Object.keys(FEASTS)
      .toSorted((one, other) => other.length - one.length)
      .join("|")})(?! (?:party|dinner|lunch|\\p{L}+ing|concert|market|tree|play|fair|carols?|presents?|cards?))`,
    // "Christmas baking" names no day; "until Christmas" does.
    ({ n = "", role, numbers }, today) => {
      // "Away over New Year: 30 December to 2 January" has its days.
      if (role === undefined || (/^(?:over|during|for)$/iu.test(role) && numbers !== undefined)) return null;
      const feast = FEASTS[n.toLowerCase()];
      const years = [easterOf(today.year), easterOf(today.year + 1)];
      const easter = years.find((day) => !isBefore(day, today)) ?? today;
      const found = feast === undefined || feast === null ? { first: easter } : dated(...feast, undefined, today);
      return { ...found, assumed: / /u.test(n) ? null : `"${n}" as ${dayText(found.first, today)}` };
    },
  ],
];

/** "Make it Saturday" is the Saturday of the week that was asked about, and "the 10th" that of its month, unless that is over. */
export function nearTo(days: Days, base: Day, today: Day): Days {
  const number = /^\D*(\d{1,2})(?:st|nd|rd|th)$/iu.exec(days.text)?.[1];
  const isOther = /\b(?:next|this|last|week)\b/iu.test(days.text) || (number === undefined && /\d/u.test(days.text));
  if (days.kind !== "day" || isOther || (days.weekday === null && number === undefined)) return days;
  const month = base.with({ day: 1 });
  const day =
    number === undefined
      ? base.add({ days: (days.weekday ?? base.dayOfWeek) - base.dayOfWeek })
      : month.add({ days: Math.min(Number(number), month.daysInMonth) - 1 });
  return !isBefore(today, day) ? days : { ...days, first: day, last: day, assumed: null, today: false };
}

export const ONE_DAY = { kind: "day", assumed: null, problem: null, weekday: null, today: false } as const;

/** Claims the days, each with the word before it; a weekday beside a date must be that of the date. */
export function readDays(sheet: Sheet, today: Day): readonly Days[] {
  const found: Days[] = [];
  const takeAll = (pattern: string, read: (groups: Groups, match: RegExpExecArray) => Reading | null): void => {
    sheet.takeAll(`(?:(?<role>${ROLE})\\s*)?(?:${pattern})`, (match) => {
      const reading = read(match.groups ?? {}, match);
      if (reading === null) return false;
      const role = match.groups?.["role"]?.toLowerCase() ?? "";
      return found.push({ ...ONE_DAY, last: reading.first, ...reading, at: match.index, text: match[0], role }) > 0;
    });
  };
  const numbers = /\d/u.exec(sheet.text)?.[0];
  for (const [pattern, read] of OWN) takeAll(pattern, (groups) => read({ ...groups, numbers }, today));
  const reference = { instant: new Date(`${today.toString()}T12:00:00Z`), timezone: 0 };
  // It would take "night" in "movie night Friday" for a part of the date.
  const text = sheet.left.replaceAll(/\b(?:morning|afternoon|evening|night|noon)s?\b/giu, (part) =>
    "\uE000".repeat(part.length),
  );
  for (const result of chrono.en.casual.parse(text, reference, { forwardDate: true })) {
    const words = literal(result.text.replace(/^on /iu, ""));
    const end = result.index + result.text.length;
    takeAll(`(?:the )?(?:(?:this )?coming |the following )?${words}`, ({ role }, match) =>
      match.index + match[0].length === end ? ofChrono(result, role, today) : null,
    );
  }
  // "24 and 31 December", "from the 23rd till the 27th of December": the month follows the second number.
  const list = `(?:the )?(?<d>\\d{1,2})(?:(?:st|nd|rd|th)?,? (?:and|or|&) (?=(?:the )?\uE000)|(?:st|nd|rd|th)(?= \uE000))`;
  takeAll(list, ({ d }, { index, 0: words }) => {
    const next = found.find(({ at }) => at > index);
    const isRange = !/(?:and|or|&) $/iu.test(words);
    if (next?.kind !== "day" || (isRange && !(isTo(next) && new RegExp(MONTH, "iu").test(next.text)))) return null;
    if (isRange && next.at !== index + words.length + 1) return null;
    const month = next.first.with({ day: 1 }).subtract({ months: isRange && Number(d) > next.first.day ? 1 : 0 });
    return dated(Number(d), month.month, String(month.year), today);
  });
  // "This Thursday and next".
  takeAll(`(?<=\uE000,? (?:and|&) )(?:the )?next(?: one| week)?(?=[.! ]*$)`, (_, { index }) => {
    const last = found.findLast(({ at }) => at < index);
    if (last === undefined || last.weekday === null) return null;
    return { first: last.first.add({ days: 7 }), weekday: last.weekday };
  });
  // Chrono leaves out dates that no calendar has.
  takeAll(`(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>${MONTH})`, ({ d, month = "" }) =>
    monthOf(month) < 1 ? null : dated(Number(d), monthOf(month), undefined, today),
  );
  const ordinal = "(?:the )?(?<d>\\d{1,2})(?:st|nd|rd|th)";
  takeAll(`${ordinal}(?! (?:time|one|day|week|grade|class|floor|birthday|anniversary|of (?:every|each)))`, ({ d }) =>
    numbered(Number(d), today),
  );
  const inOrder = found.toSorted((one, other) => one.at - other.at);
  return merged(inOrder, sheet, today);
}

/** Days of a result of `chrono-node`; null if it names none. */
function ofChrono({ text, start, end }: chrono.ParsedResult, role: string | undefined, today: Day): Reading | null {
  const dayOf = (parts: chrono.ParsedComponents): Day =>
    new Temporal.PlainDate(parts.get("year") ?? today.year, parts.get("month") ?? 1, parts.get("day") ?? 1);
  const first = dayOf(start);
  const weekday = new RegExp(`\\b${WEEKDAY}\\b`, "iu").test(text) ? (start.get("weekday") ?? 0) || 7 : null;
  // The times were read before: the hour of "room 12 Friday" is not one.
  if (start.isCertain("hour") || (weekday !== null && !start.isCertain("weekday"))) return null;
  const isRelative = /^in |\bfrom now$|\bago$/iu.test(text);
  if (!start.isCertain("day") && weekday === null) {
    // "May" alone can be a name; "in May" and "May 2027" are months.
    if (!start.isCertain("month") || (role === undefined && /^\p{L}+$/u.test(text))) return null;
    const month = first.with({ day: 1 });
    return span(month, month.add({ months: 1 }).subtract({ days: 1 }), today);
  }
  // "Three days" and "a week" are lengths.
  if (start.isCertain("year") && !/\d{4}|^(?:to|tmr|yesterday|the day|this|next|last|end)/iu.test(text) && !isRelative)
    return null;
  if (/^(?:this|next|last) (?:month|year|morning|night)/iu.test(text))
    return /month/iu.test(text) ? span(first.with({ day: 1 }), first.with({ day: first.daysInMonth }), today) : null;
  if (weekday !== null && !start.isCertain("day")) {
    const one = named(first, weekday, text, today);
    return end ? { ...one, last: onOrAfter((end.get("weekday") ?? 0) || 7, one.first), kind: "days" } : one;
  }
  const problem = weekday === null ? null : weekdayProblem(first, weekday, today);
  const assumed = isRelative ? `"${text}" as ${dayText(first, today)}` : null;
  return { first, weekday, problem, last: end ? dayOf(end) : first, kind: end ? "days" : "day", assumed };
}

/** A weekday: "Saturday" on a Saturday is that of the next week, and "next Friday" can be meant in two ways. */
function named(first: Day, weekday: number, text: string, today: Day): Reading {
  const name = WEEKDAYS[weekday - 1];
  const [sooner, later] = [first.subtract({ days: 7 }), first.add({ days: 7 })];
  if (/^(?:last|past)/iu.test(text)) return { first: isBefore(first, today) ? first : sooner, weekday };
  if (/^this|this week$/iu.test(text)) return { first, weekday };
  if (first.equals(today))
    return { first: later, weekday, today: true, assumed: `"${name}" as ${dayText(later, today)}, not today` };
  const isAmbiguous = /^next /iu.test(text) && isBefore(today, sooner);
  const assumed = `"next ${name}" as ${dayText(first, today)}, not ${dayText(sooner, today)}`;
  return { first, weekday, assumed: isAmbiguous ? assumed : null };
}

/** Joins a weekday with the date or the week beside it, and gives the days of a list the role of the first. */
function merged(days: readonly Days[], sheet: Sheet, today: Day): readonly Days[] {
  const result: Days[] = [];
  for (const next of days) {
    const last = result.pop();
    if (last === undefined) {
      result.push(next);
      continue;
    }
    const end = last.at + last.text.length;
    const gap = sheet.text.slice(end, next.at);
    const isJoined = /^,? (?:and|or) (?:the )?$/u.test(gap) || (gap === "" && /\b(?:and|or) $/u.test(last.text));
    if (!isJoined || next.role !== "") {
      result.push(...besides(last, next, sheet, today));
      continue;
    }
    sheet.claim({ at: end, text: gap });
    // "The 30th and the 2nd".
    const isLater = next.weekday !== null || !isBefore(next.first, last.first);
    const first = isLater ? next.first : next.first.add({ months: 1 });
    if (last.role === "between") result.push({ ...last, last: first, kind: "span" });
    else result.push(last, { ...next, first, last: first, role: EXCEPT.test(last.role) ? last.role : "" });
  }
  return result;
}

/** "Tuesday 24 November" is one day, and so is "Tuesday next week"; "Monday to Wednesday next week" is a range. */
function besides(last: Days, next: Days, { text: whole }: Sheet, today: Day): Days[] {
  const [name, date] = last.weekday === null ? [next, last] : [last, next];
  // "Not this Thursday, the 3rd" denies one and names another.
  const isOther = EXCEPT.test(last.role) && /\bthis\b/iu.test(last.text) && !last.first.equals(next.first);
  const isBeside =
    !isOther &&
    /^[\s,(]*(?:(?:morning|afternoon|evening|night),? )?$/iu.test(whole.slice(last.at + last.text.length, next.at)) &&
    /^(?:on|in|of)?$/u.test(next.role);
  const isRange = name.kind === "days" && date.kind === "span" && name.first.dayOfWeek === name.weekday;
  if (!isBeside || name.weekday === null || !(name.kind === "day" || isRange)) return [last, next];
  if (date.weekday !== null || date.kind === "days") return [last, next];
  const first = date.kind === "span" ? mondayOf(date.last).add({ days: name.weekday - 1 }) : date.first;
  const end = first.add(name.first.until(name.last));
  const problem = date.problem ?? weekdayProblem(first, name.weekday, today);
  const text = whole.slice(last.at, next.at + next.text.length);
  return [{ ...last, ...ONE_DAY, text, kind: name.kind, first, last: end, weekday: name.weekday, problem }];
}

const weekdayProblem = (day: Day, weekday: number, today: Day): string | null =>
  day.dayOfWeek === weekday ? null : `${dayText(day, today)} is not a ${WEEKDAYS[weekday - 1]}.`;
