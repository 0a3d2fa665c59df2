import type { CalendarEvent, Priority } from "../calendar-event.ts";
import type { Conflict } from "../conflict.ts";

type Severity = Conflict["severity"];

const RANKS: Record<Priority, number> = { low: 0, medium: 1, high: 2, critical: 3 };

/** Rank of a priority, from 0 for low to 3 for critical. */
export const priorityRank = (priority: Priority): number => RANKS[priority];

/**
 * Severity of a conflict between two events of the same person; the first matching row decides.
 *
 * | The two events | Severity | Blocks confirmation |
 * | --- | --- | --- |
 * | one is an all-day event, and neither has high or critical priority | low | no |
 * | one is critical, or both are fixed | critical | yes |
 * | one has high priority, or one is fixed | high | yes |
 * | both have low priority | low | no |
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
 * Severity of a conflict about a resource: as for people, but at least medium, because a resource cannot be in two places, and an
 * all-day use occupies it for the whole day.
 */
export function resourceSeverity(one: CalendarEvent, other: CalendarEvent): Severity {
  const severity = timeSeverity({ ...one, allDay: false }, { ...other, allDay: false });
  return severity === "low" ? "medium" : severity;
}

/** Kinds of constraints on a single event. */
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
 * Severity of each violated constraint, and whether it blocks the confirmation.
 *
 * | Constraint | Severity | Blocks confirmation |
 * | --- | --- | --- |
 * | impossible_event: the event is invalid, for example its rule cannot be read | critical | yes |
 * | impossible_length: it ends when or before it starts | critical | yes |
 * | never_happens: its rule has no occurrence | critical | yes |
 * | overlaps_itself: an occurrence starts before the previous one has ended | high | yes |
 * | too_long: a timed event longer than 24 hours | medium | no |
 * | in_the_past: it is already over | medium | no |
 * | outside_waking_hours | low | no |
 * | against_preference: a participant prefers other times | low | no |
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
