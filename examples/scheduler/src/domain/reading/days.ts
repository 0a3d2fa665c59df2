import * as chrono from "chrono-node";
import { Temporal } from "temporal-polyfill";
import {
  type Day,
  type Days,
  dayText,
  fromChrono,
  monthAhead,
  monthOf,
  MONTHS,
  READERS,
  reference,
  ROLE,
  span,
  WEEKDAYS,
  wordsWithout,
} from "./day-words.ts";
import type { Sheet } from "./sheet.ts";

/** Claims the days, each with the word before it; a weekday beside a date must be that of the date. */
export function readDays(sheet: Sheet, today: Day): readonly Days[] {
  const found: Days[] = [];
  const add = (match: RegExpExecArray, read: Partial<Days>): boolean => {
    const { first = today, last = first, kind = "day", assumed = null, problem = null, weekday = null } = read;
    found.push({
      at: match.index,
      text: match[0],
      role: (match.groups?.["role"] ?? "").toLowerCase(),
      first,
      last,
      kind,
      assumed,
      problem,
      weekday,
    });
    return true;
  };
  for (const { pattern, read } of READERS)
    sheet.takeAll(
      new RegExp(`(?<![\\p{L}\\p{N}./])(?:(?<role>${ROLE})\\s*)?(?:${pattern})(?![\\p{L}\\p{N}])`, "iu"),
      (match) => {
        const value = read({ text: wordsWithout(match), groups: match.groups ?? {} }, today);
        return value !== null && add(match, value);
      },
    );
  for (const match of sheet.takeAll(
    new RegExp(
      `(?<![\\p{L}])(?<role>in|during|until|till|before|after|since|from|starting|throughout|for|by|of)\\s+(?:the whole of |all of |early |late )?(?<m>${MONTHS})(?:\\s(?<y>20\\d\\d))?(?![\\p{L}\\p{N}])`,
      "iu",
    ),
    ({ 0: text }) => !/\b(?:early|late)\b/iu.test(text),
  )) {
    const month = monthOf(match.groups?.["m"] ?? "");
    const year = match.groups?.["y"];
    const first =
      year === undefined ? monthAhead(month, today) : Temporal.PlainDate.from({ year: Number(year), month, day: 1 });
    add(match, span(first, first.with({ day: first.daysInMonth })));
  }
  readByChrono(sheet, today, add);
  return merged(
    found.toSorted((one, other) => one.at - other.at),
    sheet,
    today,
  );
}

/** What is left for the library: dates in further wordings. A result without a certain day is not used. */
function readByChrono(sheet: Sheet, today: Day, add: (match: RegExpExecArray, read: Partial<Days>) => boolean): void {
  for (const { index, text, start, end } of chrono.en.GB.parse(sheet.left, reference(today), { forwardDate: true })) {
    if (
      !start.isCertain("day") ||
      start.isCertain("hour") ||
      !new RegExp(`\\b(?:${MONTHS})|\\d[./]\\d`, "iu").test(text) ||
      (end?.isCertain("hour") ?? false)
    )
      continue;
    const [match] = sheet.takeAll(
      new RegExp(`(?:(?<role>${ROLE})\\s+)?(?:the )?${text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)}`, "iu"),
      ({ index: at, 0: found }) => at + found.length === index + text.length,
    );
    if (match !== undefined)
      add(match, { first: fromChrono(start), last: fromChrono(end ?? start), kind: end === null ? "day" : "days" });
  }
}

/** Joins a weekday with the date beside it. */
function merged(days: readonly Days[], sheet: Sheet, today: Day): readonly Days[] {
  const result: Days[] = [];
  for (const next of days) {
    const last = result.at(-1);
    const gap = last === undefined ? "-" : sheet.text.slice(last.at + last.text.length, next.at);
    // "Not on 24 or 31 December" excludes both.
    if (
      last !== undefined &&
      /^(?:except|but not|not|excluding|skipping)/u.test(last.role) &&
      next.role === "" &&
      /^\s*(?:,|and|or|, and|, or)\s*$/u.test(gap)
    ) {
      sheet.claim({ at: last.at + last.text.length, text: gap });
      result.push({ ...next, role: last.role });
      continue;
    }
    const isBeside = last !== undefined && /^[\s,(]*$/u.test(gap) && (next.role === "" || next.role === "on");
    if (
      !isBeside ||
      last.kind !== "day" ||
      next.kind !== "day" ||
      (last.weekday === null) === (next.weekday === null)
    ) {
      result.push(next);
      continue;
    }
    const [named, date] = last.weekday === null ? [next, last] : [last, next];
    const agrees = date.first.dayOfWeek === named.weekday;
    const problem =
      date.problem ?? (agrees ? null : `${dayText(date.first, today)} is not a ${WEEKDAYS[(named.weekday ?? 1) - 1]}.`);
    result[result.length - 1] = {
      ...date,
      role: last.role,
      at: last.at,
      text: sheet.text.slice(last.at, next.at + next.text.length),
      weekday: named.weekday,
      assumed: null,
      problem,
    };
  }
  return result;
}
