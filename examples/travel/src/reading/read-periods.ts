import type { ParsedResult } from "chrono-node";
import { Temporal } from "temporal-polyfill";
import { dayText } from "../domain/describe-trip.ts";
import { dateOf, type Day, MONTH, MONTH_NAMES, ORDINALS } from "./calendar-words.ts";
import { type Message, NUMBER, numberOf } from "./message.ts";
import type { Reading } from "./reading.ts";

type Period = NonNullable<Reading["trip"]["period"]>;

/** Reads a duration. Five days are four nights, and a week is seven. */
export function readNights(message: Message): number | null {
  const found =
    message.take(
      new RegExp(
        `(?<!\\bin |within |after |in the next )(?:\\bfor )?(?:about |around |the )?\\b(${NUMBER}|the)[\\s-]+(?:full |whole )?(night|day|week|fortnight)s?\\b(?! (?:from (?:now|today|tomorrow|\\w+day)|ago|later|earlier|before|after|more|less|longer|shorter|of (?:${MONTH})|in advance))(?:[\\s-](?:trip|break|stay|holiday|vacation|city break))?`,
      ),
      "duration",
    ) ?? message.take(/\b(?:overnight|(a) fortnight)\b/, "duration");
  if (found === null) return null;
  const [phrase = "", count = "a", unit = phrase.includes("fortnight") ? "fortnight" : "night"] = found;
  const number = count === "the" ? 1 : numberOf(count);
  return unit === "fortnight" ? 14 : unit === "week" ? number * 7 : unit === "day" ? number - 1 : number;
}

/** Converts a month or a week, and a part of it, to days. */
export function periodOf({ start, text }: ParsedResult, part: string, today: Day): Period {
  const words = `${part}${text}`
    .replaceAll(new RegExp(`\\b${MONTH}`, "g"), (name) => name.charAt(0).toUpperCase() + name.slice(1))
    .replace(/[\s,]+$/, "");
  const date = dateOf(start.get("year") ?? 0, start.get("month") ?? 1, start.get("day") ?? 1) ?? today;
  if (/week/.test(text)) {
    const monday = today
      .subtract({ days: today.dayOfWeek - 1 })
      .add({ days: /next|coming|following/.test(text) ? 7 : /last|past/.test(text) ? -7 : 0 });
    return { from: monday.toString(), to: monday.add({ days: 6 }).toString(), words };
  }
  const year =
    start.isCertain("year") || date.month > today.month || start.isCertain("day")
      ? date.year
      : date.month === today.month
        ? today.year
        : Math.max(date.year, today.year + 1);
  const first = date.with({ year, day: 1 });
  const week = ORDINALS.findIndex((ordinal) => part.includes(`${ordinal} week`));
  const [from, to] =
    week >= 0
      ? week === 4
        ? [25, 31]
        : [week * 7 + 1, week * 7 + 7]
      : /early|beginning|start/.test(part)
        ? [1, 10]
        : /mid/.test(part)
          ? [11, 20]
          : /late|end/.test(part)
            ? [21, 31]
            : [1, 31];
  return { from: first.with({ day: from ?? 1 }).toString(), to: first.with({ day: to ?? 31 }).toString(), words };
}

/** The first weekend from a day on, or a later one by its ordinal. */
export function weekendAt(from: Day, weekend: RegExpExecArray, of: string): Reading["trip"] {
  const [, ordinal = "", long] = weekend;
  const skipped = Math.max(
    0,
    ORDINALS.findIndex((name) => ordinal.endsWith(name)),
  );
  const days = long === undefined ? 2 : 3;
  const first = from.add({ days: (5 - from.dayOfWeek + 7) % 7 });
  const friday = first.add({
    days:
      ordinal.endsWith("last") && of !== ""
        ? Math.floor((first.daysInMonth - first.day) / 7) * 7
        : Math.min(skipped, 3) * 7,
  });
  const name = `${of === "" ? "the" : (ORDINALS[skipped] ?? "first")} ${long ?? ""}weekend${of}`.replace(
    /^(?=\w+ )(?!the)/,
    "the ",
  );
  const datesAssumed = `${name}, Friday to ${days === 2 ? "Sunday" : "Monday"}: ${dayText(friday.toString())} to ${dayText(friday.add({ days }).toString())}`;
  return { startDate: friday.toString(), endDate: friday.add({ days }).toString(), nights: days, datesAssumed };
}

/** Finds the weekend that a message means, in a month or next. */
export function weekendIn(weekend: RegExpExecArray, period: Period | null, today: Day): Reading["trip"] {
  const tomorrow = today.add({ days: 1 });
  if (period === null) {
    const next = weekend[1]?.endsWith("next") === true ? today.add({ days: 8 - today.dayOfWeek }) : tomorrow;
    return weekendAt(next, weekend, "");
  }
  const from = Temporal.PlainDate.from(period.from);
  const first = Temporal.PlainDate.compare(from, tomorrow) < 0 ? tomorrow : from;
  return weekendAt(first, weekend, ` of ${MONTH_NAMES[first.month - 1]}`);
}
