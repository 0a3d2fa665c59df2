import type { ParsedResult } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { dayText } from "../domain/format.ts";
import { type Message, MONTH } from "./message.ts";
import type { Reading } from "./reading.ts";

type Day = Temporal.PlainDate;
type Period = NonNullable<Reading["trip"]["period"]>;

const ORDINALS = ["first", "second", "third", "fourth", "last"];

const PARTS = new RegExp(
  `\\b(?:the )?(early|mid|late|beginning of|start of|middle of|end of|(?:first|second) half of|(?:${ORDINALS.join("|")}) week (?:of|in))[\\s-]+(?=(?:in )?${MONTH})`,
);

/** Claims the words for a part of a month, such as "mid" or "the first week of". */
export const readMonthPart = (message: Message): string => message.take(PARTS, "part of a month")?.[0] ?? "";

/** Converts a month or a week, and a part of it, to days. */
export function periodOf({ start, text }: ParsedResult, part: string, today: Day): Period {
  const words = `${part}${text}`
    .replaceAll(new RegExp(`\\b${MONTH}`, "g"), (name) => name.charAt(0).toUpperCase() + name.slice(1))
    .replace(/[\s,]+$/, "");
  if (/week/.test(text)) {
    const monday = today.subtract({ days: today.dayOfWeek - 1 });
    const from = monday.add({ days: /next|coming|following/.test(text) ? 7 : /last|past/.test(text) ? -7 : 0 });
    return { from: from.toString(), to: from.add({ days: 6 }).toString(), words };
  }
  const month = Temporal.PlainDate.from({
    year: start.get("year") ?? today.year,
    month: start.get("month") ?? 1,
    day: 1,
  });
  const isThis = month.month === today.month && !start.isCertain("year");
  const first = isThis ? today.with({ day: 1 }) : month;
  const week = ORDINALS.findIndex((ordinal) => part.includes(`${ordinal} week`));
  const [from, to] =
    week >= 0
      ? [week === 4 ? 25 : week * 7 + 1, week === 4 ? 31 : week * 7 + 7]
      : /early|beginning|start/.test(part)
        ? [1, 10]
        : /^(?:the )?mid/.test(part)
          ? [11, 20]
          : /half/.test(part)
            ? [part.includes("first") ? 1 : 16, part.includes("first") ? 15 : 31]
            : [/late|end/.test(part) ? 21 : 1, 31];
  return { from: first.with({ day: from }).toString(), to: first.with({ day: to }).toString(), words };
}

/** Claims a weekend: "next weekend", "the second long weekend". */
export const takeWeekend = (message: Message): RegExpExecArray | null =>
  message.take(
    new RegExp(
      `(?:(this|next|(?:the )?coming|(?:the )?(?:${ORDINALS.join("|")})) )?(long )?week-?ends?(?: (?:break|trip))?`,
    ),
    "weekend",
  );

/** The weekend that a message means, in a month or from tomorrow on: Friday to Sunday, or to Monday for a long one. */
export function weekendIn(weekend: RegExpExecArray, period: Period | null, today: Day): Reading["trip"] {
  const [, which = "", long = ""] = weekend;
  const tomorrow = today.add({ days: 1 });
  const month = period === null ? null : Temporal.PlainDate.from(period.from);
  const from = month ?? (which === "next" ? today.add({ days: 8 - today.dayOfWeek }) : tomorrow);
  const start = Temporal.PlainDate.compare(from, tomorrow) < 0 ? tomorrow : from;
  const first = start.add({ days: (5 - start.dayOfWeek + 7) % 7 });
  const at = Math.max(
    0,
    ORDINALS.findIndex((name) => which.endsWith(name)),
  );
  const weeks = at < 4 ? at : Math.floor((first.daysInMonth - first.day) / 7);
  const friday = first.add({ weeks: month === null ? 0 : weeks });
  const end = friday.add({ days: long === "" ? 2 : 3 });
  const of = month === null ? "" : ` of ${friday.toLocaleString("en-GB", { month: "long" })}`;
  const name = `the ${of === "" ? "" : `${ORDINALS[at]} `}${long}weekend${of}`;
  const datesAssumed = `${name}, Friday to ${long === "" ? "Sunday" : "Monday"}: ${dayText(friday.toString())} to ${dayText(end.toString())}`;
  return { startDate: friday.toString(), endDate: end.toString(), nights: friday.until(end).days, datesAssumed };
}
