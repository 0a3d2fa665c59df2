import type { CalendarEvent } from "../domain/calendar-event.ts";
import { readRule, type RuleParts } from "../domain/recurrence-parts.ts";
import { compileRule, readUntil } from "../domain/recurrence-rule.ts";
import { startsAt } from "../domain/recurrence.ts";
import { dayMilliseconds, formatWallTime, readWallTime } from "../domain/wall-clock.ts";

/** A series whose following occurrences were changed, as two series. */
export interface ChangedFollowing {
  /** The occurrences before the change; null if there are none. */
  readonly before: CalendarEvent | null;
  readonly following: CalendarEvent;
  /** Milliseconds by which the following occurrences moved. */
  readonly shift: number;
}

/**
 * Applies a change of an occurrence and all that follow it (RANGE=THISANDFUTURE), as ical.js does: they move by the same time, and
 * take over everything else. Returns the problem as half a sentence if one rule cannot express the result.
 */
export function changeFollowing(
  series: CalendarEvent,
  originalStart: string,
  change: CalendarEvent,
): ChangedFollowing | { readonly problem: string } {
  if (!startsAt(series, originalStart))
    return { problem: "it changes occurrences from one on that its series does not have" };
  if (change.allDay !== series.allDay || change.timeZone !== series.timeZone)
    return { problem: "it moves all later occurrences to another time zone or kind of day, which is not supported" };
  const cut = readWallTime(originalStart);
  const shift = readWallTime(change.start) - cut;
  const parts = series.recurrenceRule === null ? null : readRule(series.recurrenceRule);
  const rule = parts === null ? null : followingRule(parts, series, cut, shift);
  if (rule !== null && "problem" in rule) return rule;
  const isBefore = (start: string): boolean => readWallTime(start) < cut;
  const shifted = (starts: readonly string[]): string[] =>
    starts
      .filter((start) => readWallTime(start) > cut)
      .map((start) => formatWallTime(readWallTime(start) + shift, series.allDay));
  const until = formatWallTime(cut - (series.allDay ? dayMilliseconds : 1000), series.allDay).replaceAll(/[-:]/g, "");
  const before = {
    ...series,
    recurrenceRule:
      parts === null ? null : textOf(new Map([...parts].filter(([name]) => name !== "COUNT")).set("UNTIL", until)),
    excludedStarts: series.excludedStarts.filter(isBefore),
    extraStarts: series.extraStarts.filter(isBefore),
  };
  return {
    before: cut > readWallTime(series.start) ? before : null,
    following: {
      ...change,
      id: `${series.id}/${originalStart}`,
      recurrenceRule: rule?.text ?? null,
      excludedStarts: shifted(series.excludedStarts),
      extraStarts: shifted(series.extraStarts),
    },
    shift,
  };
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

function followingRule(
  parts: RuleParts,
  series: CalendarEvent,
  cut: number,
  shift: number,
): { readonly text: string } | { readonly problem: string } {
  const rule = new Map(parts);
  const start = readWallTime(series.start);
  const count = parts.get("COUNT");
  const until = readUntil(parts.get("UNTIL") ?? "");
  const starts = compileRule(series.recurrenceRule ?? "", start, series.timeZone);
  if (count !== undefined) rule.set("COUNT", String(Number(count) - (cut > start ? starts(start, cut - 1).length : 0)));
  if (until !== null) {
    const moved = formatWallTime(readWallTime(until) + shift, until.length === 10).replaceAll(/[-:]/g, "");
    rule.set("UNTIL", parts.get("UNTIL")?.endsWith("Z") === true ? `${moved}Z` : moved);
  }
  const days = Math.floor((cut + shift) / dayMilliseconds) - Math.floor(cut / dayMilliseconds);
  const byDay = parts.get("BYDAY")?.split(",") ?? [];
  const rotates =
    parts.get("FREQ") === "WEEKLY" &&
    (byDay.length === 1 || (parts.get("INTERVAL") ?? "1") === "1") &&
    !parts.has("BYMONTH");
  const fixedDays = [...parts.keys()].some((name) => name !== "BYSETPOS" && /^BY(?!HOUR|MINUTE|SECOND)/.test(name));
  const fixedTimes = parts.has("BYHOUR") || parts.has("BYMINUTE");
  if ((days !== 0 && fixedDays && !rotates) || (shift % dayMilliseconds !== 0 && fixedTimes))
    return { problem: "it moves all later occurrences to times that its rule does not have" };
  if (days !== 0 && byDay.length > 0)
    rule.set("BYDAY", byDay.map((day) => weekdays.at((weekdays.indexOf(day) + days) % 7) ?? day).join(","));
  return { text: textOf(rule) };
}

const textOf = (parts: RuleParts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(";");
