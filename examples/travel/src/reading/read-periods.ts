import { type Days, MONTH, type Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { dayText } from "../domain/format.ts";
import type { Reading } from "./reading.ts";
import { MONTH_PARTS } from "./words.ts";

type Day = Temporal.PlainDate;
export type Period = NonNullable<Reading["trip"]["period"]>;

const ORDINALS = ["first", "second", "third", "fourth", "last"];
const ORDINAL = ORDINALS.join("|");

/** Claims a part of a month, such as "mid" or "the first week of", and returns the function that narrows a month to it. */
export function partOf(sheet: Sheet): (days: Days) => Period {
  const part = sheet.take(`(?:the )?(${Object.keys(MONTH_PARTS).join("|")})(?= (?:of|in) ${MONTH})`);
  const [from = 1, to = 31] = MONTH_PARTS[part?.[1]?.toLowerCase() ?? ""] ?? [];
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
