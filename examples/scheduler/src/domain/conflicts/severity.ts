import type { CalendarEvent, Priority } from "../calendar-event.ts";
import type { Conflict } from "../conflict.ts";

type Severity = Conflict["severity"];

const RANKS: Record<Priority, number> = { low: 0, medium: 1, high: 2, critical: 3 };

/** 0 for low to 3 for critical. */
export const priorityRank = (priority: Priority): number => RANKS[priority];

/**
 * How bad it is that two events take the same person's time; the first row that fits decides.
 *
 * | The two events | Severity | Forbids confirmation |
 * | --- | --- | --- |
 * | one lasts whole days, and neither is of high or critical priority | low | no |
 * | one is critical, or both are fixed | critical | yes |
 * | one is of high priority, or one is fixed | high | yes |
 * | both are of low priority | low | no |
 * | all others | medium | yes |
 */
export function timeSeverity(one: CalendarEvent, other: CalendarEvent): Severity {
  const highest = Math.max(RANKS[one.priority], RANKS[other.priority]);
  const fixed = [one, other].filter((event) => event.flexibility === "fixed").length;
  if ((one.allDay || other.allDay) && highest < RANKS.high) return "low";
  if (highest === RANKS.critical || fixed === 2) return "critical";
  if (highest === RANKS.high || fixed === 1) return "high";
  return highest === RANKS.low ? "low" : "medium";
}

/**
 * How bad it is that a resource has more uses than places: as for people's time, but at least medium, because a van
 * that is away cannot be shared by good will, and a day-long use takes it for the day.
 */
export function resourceSeverity(one: CalendarEvent, other: CalendarEvent): Severity {
  const severity = timeSeverity({ ...one, allDay: false }, { ...other, allDay: false });
  return severity === "low" ? "medium" : severity;
}

/** What can be wrong with an event by itself. */
export type ConstraintKind =
  | "impossible_event"
  | "impossible_length"
  | "never_happens"
  | "overlaps_itself"
  | "too_long"
  | "in_the_past"
  | "outside_waking_hours"
  | "against_preference";

/**
 * How bad each violated constraint is, and whether it forbids confirmation.
 *
 * | Constraint | Severity | Forbids confirmation |
 * | --- | --- | --- |
 * | impossible_event: no calendar can hold it, for example its rule cannot be read | critical | yes |
 * | impossible_length: ends when or before it starts | critical | yes |
 * | never_happens: a rule without a single occurrence | critical | yes |
 * | overlaps_itself: an occurrence starts before the one before has ended | high | yes |
 * | too_long: a timed event of more than 24 hours | medium | no |
 * | in_the_past: it is over before it is planned | medium | no |
 * | outside_waking_hours | low | no |
 * | against_preference: not when those who take part want it | low | no |
 */
export const CONSTRAINTS: Record<ConstraintKind, { readonly severity: Severity; readonly blocks: boolean }> = {
  impossible_event: { severity: "critical", blocks: true },
  impossible_length: { severity: "critical", blocks: true },
  never_happens: { severity: "critical", blocks: true },
  overlaps_itself: { severity: "high", blocks: true },
  too_long: { severity: "medium", blocks: false },
  in_the_past: { severity: "medium", blocks: false },
  outside_waking_hours: { severity: "low", blocks: false },
  against_preference: { severity: "low", blocks: false },
};
