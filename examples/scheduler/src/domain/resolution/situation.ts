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

/** Everything the strategies look at. */
export interface Situation {
  readonly proposed: ProposedEvent;
  readonly event: CalendarEvent;
  readonly conflicts: readonly Conflict[];
  /** The occurrences of the proposal within its horizon. */
  readonly occurrences: readonly Busy[];
  /** What has to give way: clashes with events, without those with events of whole days that merely take place too. */
  readonly clashes: readonly Clash[];
  /** The calendar without the proposal, and with it. */
  readonly without: Timetable;
  readonly planned: Timetable;
  readonly household: Household;
  readonly clock: LocalClock;
  readonly wording: Wording;
  readonly now: string;
}

/** One idea of a strategy, before it was tried on the calendar. */
export interface Idea {
  readonly strategy: ProposedResolution["strategy"];
  /** Tells the ideas of one strategy apart; a resolution's id is made of both. */
  readonly variant: string;
  readonly description: string;
  /** How welcome the idea is if it clears everything, 0 to 1. */
  readonly worth: number;
  readonly changes: readonly ResolutionChange[];
  readonly calendarChanges: readonly CalendarChange[];
  /** What people lose, as sentences. */
  readonly losses: readonly string[];
}

/** A strategy looks at the situation and has none, one or several ideas. */
export type Strategy = (situation: Situation) => readonly Idea[];

/** True when an event of whole days and another merely fall on the same days and neither has to give way. */
export const mayStay = (event: CalendarEvent, { other, resourceId }: Clash): boolean =>
  resourceId === null &&
  (event.allDay || other.occurrence.allDay) &&
  timeSeverity(event, other.occurrence.event) === "low";

/** Where a free time is looked for. */
export interface FreeContext {
  readonly timetable: Timetable;
  readonly situation: Situation;
}

/** True when `event` could take place at that time with nobody and nothing in its way. */
export function isFreeAt(event: CalendarEvent, span: Span, { timetable, situation }: FreeContext): boolean {
  const { household, wording } = situation;
  return clashesAt(span, { event, household, wording, timetable }).every((clash) => mayStay(event, clash));
}
