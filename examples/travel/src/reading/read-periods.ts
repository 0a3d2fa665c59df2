import type { Days, Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { dayText } from "../domain/format.ts";
import type { Reading } from "./reading.ts";
import { DAYS, MONTH_PARTS } from "./words.ts";

export type Period = NonNullable<Reading["trip"]["period"]>;

const ORDINALS = ["first", "second", "third", "fourth", "last"];

/** Claims a part of a month, such as "mid" or "the first week of", and returns the function that narrows a month to it. */
export function partOf(sheet: Sheet): (days: Days) => Period {
  const part = sheet.take(DAYS.monthPart);
  const [from, to] = MONTH_PARTS[part?.[1]?.toLowerCase() ?? ""] ?? [];
  return ({ first, last, role, text }) => {
    const name = text.slice(role.length).replace(/[\s,]+$/u, "");
    return {
      from: (from === undefined ? first : first.with({ day: from })).toString(),
      to: (to === undefined ? last : first.with({ day: to })).toString(),
      words: `${part?.[0] ?? ""} ${name.trim()}`.trim(),
    };
  };
}

/** A weekend that a message names: "next weekend", "the second long weekend of". */
interface Weekend {
  readonly which: string;
  readonly isLong: boolean;
}

/** Claims a weekend; null without one. */
export function takeWeekend(sheet: Sheet): Weekend | null {
  const found = sheet.take(DAYS.weekend);
  return found && { which: found[1]?.toLowerCase() ?? "", isLong: found[2] !== undefined };
}

/** The weekend that a message means, in a month or from tomorrow on: Friday to Sunday, or to Monday for a long one. */
export function weekendIn(
  { which, isLong }: Weekend,
  period: Period | null,
  today: Temporal.PlainDate,
): Reading["trip"] {
  const tomorrow = today.add({ days: 1 });
  const month = period === null ? null : Temporal.PlainDate.from(period.from);
  const from = month ?? (which === "next" ? today.add({ days: 8 - today.dayOfWeek }) : tomorrow);
  const start = Temporal.PlainDate.compare(from, tomorrow) < 0 ? tomorrow : from;
  const first = start.add({ days: (5 - start.dayOfWeek + 7) % 7 });
  const at = Math.max(0, ORDINALS.indexOf(which));
  const weeks = at < 4 ? at : Math.floor((first.daysInMonth - first.day) / 7);
  const friday = first.add({ weeks: month === null ? 0 : weeks });
  const nights = isLong ? 3 : 2;
  const [startDate, endDate] = [friday.toString(), friday.add({ days: nights }).toString()];
  const weekend = isLong ? "long weekend" : "weekend";
  const ofMonth = `${ORDINALS[at]} ${weekend} of ${friday.toLocaleString("en-GB", { month: "long" })}`;
  const days = `Friday to ${isLong ? "Monday" : "Sunday"}: ${dayText(startDate)} to ${dayText(endDate)}`;
  return { startDate, endDate, nights, datesAssumed: `the ${month === null ? weekend : ofMonth}, ${days}` };
}
