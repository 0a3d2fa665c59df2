import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent } from "../calendar-event.ts";
import { insideWakingHours } from "../conflicts/constraints.ts";
import { HORIZON_DAYS, horizonOf, isSeries } from "../conflicts/horizon.ts";
import { intervalOf, proposedOccurrences, type Span, type Timetable, timetableOf } from "../free-busy.ts";
import { type LocalClock, localClock } from "../free-busy-clock.ts";
import { eventProblem } from "../event-problem.ts";
import type { NLParserData } from "../nl-parser-data.ts";
import type { SchedulingData, TimeSlot } from "../scheduling-data.ts";
import { draftEvent, firstOccurrence } from "./draft.ts";
import { type JudgeContext, type Judgement, judgeSlot } from "./judge-slot.ts";
import { daysOfWindow, startsOnDay } from "./slot-grid.ts";
import { targetOf } from "./target.ts";
import { type Wish, wishOf } from "./wish.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Number of days on which a series with an open time is tried: the first days of the window that fit its rule. */
const MAX_SERIES_DAYS = 3;

/** Maximum number of times to offer. */
export const MAX_SLOTS = 5;

/** Calendar to search for slots. */
interface SlotContext {
  readonly calendar: CalendarView;
  readonly now: string;
  /** Existing timetable of the calendar that covers the search and the horizon. */
  readonly timetable?: Timetable;
}

/**
 * Finds up to five times for a request, best first, each with its score and its problems.
 *
 * A named time comes first regardless of its score, followed by the best alternatives of that week without problems. If the time is
 * open, the window (14 days by default) is searched every 15 minutes, or every 30 minutes if it is longer than two days, within
 * waking hours. Slots are at least one hour apart, and a day has more than two of them only if other days have none. A series is
 * checked for one year. A cancellation returns the time of its event; a query, a window in the past and an invalid event return no
 * times.
 */
export function findCandidateSlots(request: NLParserData, context: SlotContext): SchedulingData {
  if (request.eventType === "query") return schedulingData([]);
  if (request.eventType === "cancel") return schedulingData(currentSlot(request, context));
  const wish = wishOf(request, context);
  const event = draftAt(wish.asked ?? wish.window.start, wish.length, { request, ...context });
  if (event === null || eventProblem(event) !== null) return schedulingData([]);
  const search = new Search(request, { wish, event, ...context });
  const named = wish.asked === null ? [] : [search.named(wish.asked)];
  // Alternatives do not work for several occurrences that change alike: they would fit at most one of them.
  const several = named.length > 0 && (request.targetOccurrenceStarts ?? []).length > 1;
  const others = (several ? [] : search.open()).filter(({ judgement }) => named.length === 0 || judgement.isClear);
  return schedulingData(
    spread(named, others.toSorted(bestFirst), wish.clock).map((slot) => toTimeSlot(slot, wish.length)),
  );
}

const schedulingData = (candidateTimes: TimeSlot[]): SchedulingData => ({
  candidateTimes,
  recommendedTime: candidateTimes[0]?.startTime ?? null,
});

/** A time with its judgment, not yet formatted. */
interface JudgedSlot {
  readonly start: number;
  readonly judgement: Judgement;
}

const bestFirst = (one: JudgedSlot, other: JudgedSlot): number =>
  other.judgement.score - one.judgement.score || one.start - other.start;

function toTimeSlot({ start, judgement }: JudgedSlot, length: number): TimeSlot {
  const { start: startTime, end: endTime } = intervalOf({ start, end: start + length });
  return {
    startTime,
    endTime,
    score: judgement.score,
    availableParticipants: [...judgement.availableParticipants],
    constraintViolations: judgement.violations(),
  };
}

/** Selects the best times at least one hour apart, two per day at first, so that the five slots are real alternatives. */
function spread(named: readonly JudgedSlot[], sorted: readonly JudgedSlot[], clock: LocalClock): readonly JudgedSlot[] {
  const selected = [...named];
  const sameDay = (one: JudgedSlot, other: JudgedSlot): boolean => clock.dayOf(one.start) === clock.dayOf(other.start);
  for (const maxPerDay of [2, MAX_SLOTS]) {
    for (const slot of sorted) {
      if (selected.length >= MAX_SLOTS) break;
      const near = selected.some(({ start }) => Math.abs(start - slot.start) < HOUR);
      if (!near && selected.filter((other) => sameDay(other, slot)).length < maxPerDay) selected.push(slot);
    }
  }
  return [...named, ...selected.slice(named.length).toSorted(bestFirst)];
}

function currentSlot(request: NLParserData, { calendar, now }: SlotContext): TimeSlot[] {
  const target = targetOf(request, calendar);
  if (target === null) return [];
  const { start, end } = firstOccurrence(target, calendar.household, now);
  return [
    { startTime: start, endTime: end, score: 1, availableParticipants: target.participants, constraintViolations: [] },
  ];
}

/** The event at a given time; null for a change without a target. */
function draftAt(
  start: number,
  length: number,
  { request, calendar, now }: SlotContext & { request: NLParserData },
): CalendarEvent | null {
  const slot = intervalOf({ start, end: start + length });
  return draftEvent(request, { calendar, slot, eventId: "candidate", now, createdBy: "candidate" })?.event ?? null;
}

/** A search on one timetable. */
class Search {
  readonly #request: NLParserData;
  readonly #wish: Wish;
  readonly #context: SlotContext;
  readonly #series: boolean;
  readonly #judging: JudgeContext;

  constructor(request: NLParserData, found: SlotContext & { wish: Wish; event: CalendarEvent }) {
    const { wish, event, calendar, now } = found;
    this.#request = request;
    this.#wish = wish;
    this.#context = found;
    this.#series = isSeries(event);
    this.#judging = {
      timetable: found.timetable ?? timetableOf(calendar, this.#reach()),
      event,
      householdClock: localClock(calendar.household.timeZone),
      wording: { timeZone: calendar.household.timeZone, now },
      now: Date.parse(now),
    };
  }

  /** Judges the requested time, regardless of conflicts. */
  named(start: number): JudgedSlot {
    return this.#slot(start, this.#series ? this.#expanded(start) : [this.#at(start)]);
  }

  /** Judges every time of the window; times outside waking hours are used only as a last resort. */
  open(): readonly JudgedSlot[] {
    const { household } = this.#context.calendar;
    const days = daysOfWindow(this.#wish);
    const fitting = this.#series ? days.filter((day) => this.#fitsRule(day)).slice(0, MAX_SERIES_DAYS) : days;
    const starts = fitting.map((day) => startsOnDay(day, this.#wish));
    const awake = starts.map((ofDay) =>
      ofDay.filter(
        (start) => this.#wish.allDay || insideWakingHours(this.#at(start), household, this.#judging.householdClock),
      ),
    );
    const chosen = awake.some((ofDay) => ofDay.length > 0) ? awake : starts;
    return chosen.flatMap((ofDay) => this.#slotsOfDay(ofDay));
  }

  /** A series has the same days at any time of day, so each day is expanded only once. */
  #slotsOfDay(starts: readonly number[]): readonly JudgedSlot[] {
    const [first] = starts;
    if (first === undefined) return [];
    if (!this.#series) return starts.map((start) => this.#slot(start, [this.#at(start)]));
    const { clock } = this.#wish;
    const days = this.#expanded(first).map((span) => clock.dayOf(span.start));
    return starts.map((start) => {
      const minutes = clock.minutesOf(start);
      const spans = days.map((day) => this.#at(clock.at(day, minutes)));
      return this.#slot(start, spans);
    });
  }

  #slot(start: number, spans: readonly Span[]): JudgedSlot {
    // A series that is entirely in the past is still judged at the requested time.
    const judged = spans.length === 0 ? [this.#at(start)] : spans;
    return { start, judgement: judgeSlot(judged, this.#closeness(start), this.#judging) };
  }

  #at(start: number): Span {
    return { start, end: start + this.#wish.length };
  }

  #fitsRule(day: string): boolean {
    const names = /FREQ=WEEKLY.*BYDAY=([A-Z,]+)/i.exec(this.#request.recurrenceRule ?? "")?.[1];
    if (names === undefined) return true;
    return names
      .toUpperCase()
      .split(",")
      .includes(WEEKDAYS[this.#wish.clock.weekdayOf(day) - 1] ?? "");
  }

  /** Occurrences of a series that starts at that time, within the horizon. */
  #expanded(start: number): readonly Span[] {
    const { calendar, now } = this.#context;
    const event = draftAt(start, this.#wish.length, { request: this.#request, ...this.#context });
    if (event === null) return [];
    return proposedOccurrences(
      this.#judging.timetable,
      event,
      horizonOf(event, { household: calendar.household, now }),
    );
  }

  /** Range of the calendar to read: the window, the requested time, and a year of a series. */
  #reach(): Span {
    const { asked, window, length } = this.#wish;
    const low = Math.min(window.start, asked ?? window.start, Date.parse(this.#context.now)) - DAY;
    const high = Math.max(window.end, asked ?? window.end) + length + DAY;
    return { start: low, end: this.#series ? high + (HORIZON_DAYS + 1) * DAY : high };
  }

  /** 1 at the requested time; with an open time, early days and the middle of the day are best. */
  #closeness(start: number): number {
    const { asked, window, clock, length, allDay } = this.#wish;
    const day = 1 - Math.min(1, Math.abs(start - (asked ?? window.start)) / DAY / 7);
    if (asked !== null) {
      const apart = Math.abs(clock.minutesOf(start) - clock.minutesOf(asked)) / 720;
      return day / 2 + (1 - Math.min(1, apart)) / 2;
    }
    const from = clock.minutesOf(start);
    const midday = allDay || (from >= 540 && from + length / 60_000 <= 1200);
    return day / 2 + (midday ? 0.5 : 0.25);
  }
}
