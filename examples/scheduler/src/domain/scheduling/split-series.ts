import type { CalendarEvent } from "../calendar-event.ts";
import type { CalendarView } from "../calendar.ts";
import { changedOccurrenceId } from "../event-problem.ts";
import { readRule, type RuleParts } from "../recurrence-parts.ts";
import { compileRule } from "../recurrence-rule.ts";
import { startsAt } from "../recurrence.ts";
import { formatWallTime, readWallTime } from "../wall-clock.ts";

/** A series split in two: the part that stays, and the following part as a new series. */
export interface SplitSeries {
  readonly ends: CalendarEvent;
  readonly follows: CalendarEvent;
}

/**
 * Splits a series before the occurrence with the given original start; null if nothing would be left before it or nothing follows.
 *
 * Together both parts have the occurrences of the series: a COUNT is divided, and excluded and extra starts go to the part they
 * belong to.
 */
export function splitSeries(series: CalendarEvent, originalStart: string, id: string): SplitSeries | null {
  const cut = readWallTime(originalStart);
  const first = readWallTime(series.start);
  const length = readWallTime(series.end) - first;
  if (cut <= first) return null;
  const isBefore = (start: string): boolean => readWallTime(start) < cut;
  const [excludedBefore, extraBefore] = [series.excludedStarts.filter(isBefore), series.extraStarts.filter(isBefore)];
  const excludedStarts = series.excludedStarts.filter((start) => !isBefore(start));
  const extraStarts = series.extraStarts.filter((start) => !isBefore(start));
  const parts = series.recurrenceRule === null ? null : readRule(series.recurrenceRule);
  const start = parts === null ? cut : nextOfRule(series, cut);
  // If only extra starts follow, the first of them starts a series without a rule.
  const follows = start ?? Math.min(...extraStarts.map(readWallTime));
  if (!Number.isFinite(follows)) return null;
  const isRule = parts !== null && start !== null;
  return {
    ends: {
      ...series,
      recurrenceRule: parts === null ? null : ruleUntil(parts, cut, series.allDay),
      excludedStarts: excludedBefore,
      extraStarts: extraBefore,
    },
    follows: {
      ...series,
      id,
      start: formatWallTime(follows, series.allDay),
      end: formatWallTime(follows + length, series.allDay),
      recurrenceRule: isRule ? ruleFrom(parts, startsBefore(series, cut)) : null,
      excludedStarts,
      extraStarts: extraStarts.filter((extra) => isRule || readWallTime(extra) !== follows),
      sequence: 0,
    },
  };
}

/** Changed occurrences to move to the following part; those that no longer fit are left out. */
export function carriedOccurrences(
  series: CalendarEvent,
  follows: CalendarEvent,
  calendar: CalendarView,
): CalendarEvent[] {
  return calendar.events().flatMap((event) => {
    if (event.replaces?.seriesId !== series.id || !startsAt(follows, event.replaces.originalStart)) return [];
    const { originalStart } = event.replaces;
    const replaces = { seriesId: follows.id, originalStart };
    return [{ ...event, id: changedOccurrenceId(follows.id, originalStart), replaces, sequence: 0 }];
  });
}

const FAR = 200 * 366 * 86_400_000;

function nextOfRule(series: CalendarEvent, cut: number): number | null {
  const starts = compileRule(series.recurrenceRule ?? "", readWallTime(series.start), series.timeZone);
  for (const years of [1, 10, 200]) {
    const [next] = starts(cut, cut + (FAR / 200) * years);
    if (next !== undefined) return next;
  }
  return null;
}

/** Number of starts of the rule before the split, including excluded ones. */
const startsBefore = (series: CalendarEvent, cut: number): number =>
  compileRule(
    series.recurrenceRule ?? "",
    readWallTime(series.start),
    series.timeZone,
  )(readWallTime(series.start), cut - 1).length;

function ruleUntil(parts: RuleParts, cut: number, allDay: boolean): string {
  const until = formatWallTime(cut - 1000, allDay).replaceAll(/[-:]/g, "");
  return textOf(new Map([...parts].filter(([name]) => name !== "COUNT" && name !== "UNTIL")).set("UNTIL", until));
}

function ruleFrom(parts: RuleParts, before: number): string {
  const count = parts.get("COUNT");
  return textOf(count === undefined ? parts : new Map(parts).set("COUNT", String(Number(count) - before)));
}

const textOf = (parts: RuleParts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(";");
