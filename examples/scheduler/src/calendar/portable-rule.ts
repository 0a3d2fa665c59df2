import type { CalendarEvent } from "../domain/calendar-event.ts";
import { readRule } from "../domain/recurrence-parts.ts";
import { readUntil } from "../domain/recurrence-rule.ts";
import { formatInstant, formatWallTime, instantToWall, readWallTime, wallToInstant } from "../domain/wall-clock.ts";

/**
 * Rewrites a rule for other calendars: RFC 5545 requires UNTIL as a date for all-day series and as an instant for all others.
 * Returns a rule that already complies unchanged.
 */
export function portableRule(rule: string, { allDay, timeZone }: Pick<CalendarEvent, "allDay" | "timeZone">): string {
  const parts = readRule(rule);
  const until = parts.get("UNTIL") ?? "";
  const text = readUntil(until);
  if (text === null || (allDay ? !until.includes("T") : until.endsWith("Z"))) return rule;
  const wall = readWallTime(text.length === 10 ? `${text}T23:59:59` : text);
  const portable = allDay
    ? formatWallTime(until.endsWith("Z") ? instantToWall(wall, timeZone) : wall, true)
    : formatInstant(wallToInstant(wall, timeZone));
  const written = portable.replaceAll(/[-:]/g, "");
  return [...parts].map(([name, value]) => `${name}=${name === "UNTIL" ? written : value}`).join(";");
}
