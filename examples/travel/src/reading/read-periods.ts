import { type Days, MONTH, type Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { dayText } from "../domain/format.ts";
import type { Reading } from "./reading.ts";

type Day = Temporal.PlainDate;
export type Period = NonNullable<Reading["trip"]["period"]>;

const ORDINALS = ["first", "second", "third", "fourth", "last"];
const ORDINAL = ORDINALS.join("|");

/** First and last day of a part of a month. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  early: [1, 10],
  beginning: [1, 10],
  start: [1, 10],
  mid: [11, 20],
  middle: [11, 20],
  late: [21, 31],
  end: [21, 31],
  "first half": [1, 15],
  "second half": [16, 31],
  ...Object.fromEntries(
    ORDINALS.map((name, week) => [`${name} week`, week === 4 ? [25, 31] : [week * 7 + 1, week * 7 + 7]]),
  ),
};

/** Claims a part of a month, such as "mid" or "the first week of", and returns the function that narrows a month to it. */
export function partOf(sheet: Sheet): (days: Days) => Period {
  const part = sheet.take(`(?:the )?(${Object.keys(PARTS).join("|")})(?= (?:of|in) ${MONTH})`);
  const [from, to] = PARTS[part?.[1]?.toLowerCase() ?? ""] ?? [1, 31];
  return ({ first, last, role, text }) => {
    const name = text
      .slice(role.length)
      .replace(/[\s,]+$/u, "")
      .trim();
    const period = `${part?.[0] ?? ""} ${name}`.trim();
    if (part === null) return { from: first.toString(), to: last.toString(), words: period };
    return { from: first.with({ day: from }).toString(), to: first.with({ day: to }).toString(), words: period };
  };
}

/** A weekend that a message names: "next weekend", "the second long weekend of". */
interface Weekend {
  readonly which: string;
  /** `long ` with a space, or empty. */
  readonly long: string;
}

/** Claims a weekend; null without one. */
export function takeWeekend(sheet: Sheet): Weekend | null {
  const pattern = `(?:(?:the )?(this|next|coming|${ORDINAL}) )?(long )?week-?end(?: (?:break|trip))?(?: (?:of|in)(?= ${MONTH}))?`;
  const found = sheet.take(pattern);
  return found && { which: found[1]?.toLowerCase() ?? "", long: found[2]?.toLowerCase() ?? "" };
}

/** The weekend that a message means, in a month or from tomorrow on: Friday to Sunday, or to Monday for a long one. */
export function weekendIn({ which, long }: Weekend, period: Period | null, today: Day): Reading["trip"] {
  const tomorrow = today.add({ days: 1 });
  const month = period === null ? null : Temporal.PlainDate.from(period.from);
  const from = month ?? (which === "next" ? today.add({ days: 8 - today.dayOfWeek }) : tomorrow);
  const start = Temporal.PlainDate.compare(from, tomorrow) < 0 ? tomorrow : from;
  const first = start.add({ days: (5 - start.dayOfWeek + 7) % 7 });
  const at = Math.max(0, ORDINALS.indexOf(which));
  const weeks = at < 4 ? at : Math.floor((first.daysInMonth - first.day) / 7);
  const friday = first.add({ weeks: month === null ? 0 : weeks });
  const end = friday.add({ days: long === "" ? 2 : 3 });
  const of = month === null ? "" : ` of ${friday.toLocaleString("en-GB", { month: "long" })}`;
  const name = `the ${of === "" ? "" : `${ORDINALS[at]} `}${long}weekend${of}`;
  const days = `${dayText(friday.toString())} to ${dayText(end.toString())}`;
  const datesAssumed = `${name}, Friday to ${long === "" ? "Sunday" : "Monday"}: ${days}`;
  return { startDate: friday.toString(), endDate: end.toString(), nights: friday.until(end).days, datesAssumed };
}
