import type { CalendarChange } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import type { Conflict } from "../conflict.ts";
import type { Clash } from "../conflicts/clash.ts";
import { clashesAt } from "../conflicts/detect.ts";
import { timeSeverity } from "../conflicts/severity.ts";
import type { Wording } from "../format.ts";
import type { Busy, Span, Timetable } from "../free-busy.ts";
import type { LocalClock } from "../free-busy-clock.ts";
import type { Household } from "../household.ts";
import type { ProposedEvent } from "../proposed-event.ts";
import type { ProposedResolution, ResolutionChange } from "../resolution.ts";

/** Input of the strategies. */
export interface Situation {
  readonly proposed: ProposedEvent;
  readonly event: CalendarEvent;
  readonly conflicts: readonly Conflict[];
  /** Occurrences of the proposal within its horizon. */
  readonly occurrences: readonly Busy[];
  /** Clashes to resolve; those with all-day events that can stay are excluded. */
  readonly clashes: readonly Clash[];
  /** Calendar without the proposal. */
  readonly without: Timetable;
  /** Calendar with the proposal. */
  readonly planned: Timetable;
  readonly household: Household;
  readonly clock: LocalClock;
  readonly wording: Wording;
  readonly now: string;
}

/** An idea of a strategy, not yet tried on the calendar. */
export interface Idea {
  readonly strategy: ProposedResolution["strategy"];
  /** Distinguishes the ideas of a strategy; the id of a resolution consists of both. */
  readonly variant: string;
  readonly description: string;
  /** Score of the idea if it resolves all conflicts, from 0 to 1. */
  readonly worth: number;
  readonly changes: readonly ResolutionChange[];
  readonly calendarChanges: readonly CalendarChange[];
  /** Disadvantages for people, as sentences. */
  readonly losses: readonly string[];
}

/** Computes ideas for a situation. */
export type Strategy = (situation: Situation) => readonly Idea[];

/** True if an all-day event and another event only share the same days, so that neither has to move. */
export const mayStay = (event: CalendarEvent, { other, resourceId }: Clash): boolean =>
  resourceId === null &&
  (event.allDay || other.occurrence.allDay) &&
  timeSeverity(event, other.occurrence.event) === "low";

/** Context for finding free times. */
export interface FreeContext {
  readonly timetable: Timetable;
  readonly situation: Situation;
}

/** True if `event` has no conflicts at that time. */
export function isFreeAt(event: CalendarEvent, span: Span, { timetable, situation }: FreeContext): boolean {
  const { household, wording } = situation;
  return clashesAt(span, { event, household, wording, timetable }).every((clash) => mayStay(event, clash));
}
