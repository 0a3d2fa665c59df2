import { Temporal } from "temporal-polyfill";
import { timeText } from "./clock-time.ts";
import type { MinuteRange } from "./day-parts.ts";
import { dayPhrase, plusDays } from "./day-phrase.ts";
import { combineDays } from "./combine-days.ts";
import type { DayPhrase } from "./day-phrase.ts";
import { agreeOnDays } from "./read-days.ts";
import type { WhenPhrase } from "./read-when.ts";
import type { RecurrencePhrase } from "./recurrence-phrase.ts";
import { nothing, sayDay } from "./resolved-when.ts";
import type { ResolveContext, ResolvedWhen } from "./resolved-when.ts";
import { firstDay, lastDay, openRule, ruleText } from "./recurrence-rule-text.ts";

/** Number of days that "any time" covers. */
const anyTimeDays = 14;

/** Resolves a time on the calendar, or reports the problem. */
export function resolveWhen(when: WhenPhrase, context: ResolveContext): ResolvedWhen {
  const stated = { ...nothing, durationMinutes: when.length.minutes };
  if (when.impossible.length > 0) {
    const named = when.impossible.map((typed) => `"${typed}"`).join(" and ");
    return { ...stated, problem: `${named} does not exist.` };
  }
  if (when.time.further !== null) {
    return {
      ...stated,
      problem: `More than one time was named, including "${when.time.further}". A request can have only one event.`,
    };
  }
  const { recurrence, days: phrases, problem } = combineDays(when);
  if (problem !== null) return { ...stated, problem };
  const say = (date: Temporal.PlainDate): string => sayDay(date, context.now);
  const agreed = agreeOnDays(phrases, say);
  if (agreed.contradiction !== null) return { ...stated, problem: `${agreed.contradiction}.` };
  const resolver = new Resolver({ ...when, recurrence }, agreed.days, context);
  return resolver.resolve();
}

class Resolver {
  readonly when: WhenPhrase;
  readonly days: DayPhrase | null;
  readonly context: ResolveContext;
  readonly today: Temporal.PlainDate;
  readonly notes: string[] = [];

  constructor(when: WhenPhrase, days: DayPhrase | null, context: ResolveContext) {
    this.when = when;
    this.days = days;
    this.context = context;
    this.today = context.now.toPlainDate();
    this.noteReadings();
  }

  resolve(): ResolvedWhen {
    const { time, recurrence } = this.when;
    if (time.fromNow !== null) return this.fromNow(time.fromNow);
    if (this.context.forward && this.days !== null && Temporal.PlainDate.compare(this.days.to, this.today) < 0) {
      return this.open(`${this.say(this.days.from)} is in the past.`);
    }
    if (recurrence !== null) return this.repeated(recurrence);
    if (time.allDay || this.when.length.days !== null || (this.days?.kind === "span" && time.part === null)) {
      return this.wholeDays(null);
    }
    const start = this.startMinutes();
    if (start !== null) return this.exact(start);
    return this.window();
  }

  private say(date: Temporal.PlainDate): string {
    return sayDay(date, this.context.now);
  }

  private noteReadings(): void {
    const { days } = this;
    if (days?.note === "next-week") {
      this.notes.push(`"Next" means the one in next week: ${this.say(days.from)}.`);
    }
    if (days?.note === "order") this.notes.push(`The date was read as ${this.say(days.from)}.`);
    const { time, recurrence } = this.when;
    if (time.isMidnight) this.notes.push("Midnight means the end of the day.");
    for (const unread of recurrence?.unread ?? []) this.notes.push(`"${unread}" was not understood and was ignored.`);
  }

  private open(problem: string | null = null): ResolvedWhen {
    const { length } = this.when;
    return { ...nothing, durationMinutes: length.minutes, problem, notes: this.notes };
  }

  private at(date: Temporal.PlainDate, minutes: number): Temporal.ZonedDateTime {
    const day = plusDays(date, Math.floor(minutes / 1440));
    const time = new Temporal.PlainTime(Math.floor((minutes % 1440) / 60), minutes % 60);
    const zoned = day.toZonedDateTime({ timeZone: this.context.now.timeZoneId, plainTime: time });
    if (!zoned.toPlainTime().equals(time)) {
      const note = `The clock skips ${timeText(minutes % 1440)} on ${this.say(day)}; the time was moved to ${zoned.toPlainTime().toString().slice(0, 5)}.`;
      if (!this.notes.includes(note)) this.notes.push(note);
    }
    return zoned;
  }

  private startMinutes(): number | null {
    const { time, length } = this.when;
    if (time.start !== null) return time.start;
    const duration = length.minutes ?? this.context.defaults.length;
    if (time.end !== null && duration !== null && time.end - duration >= 0) return time.end - duration;
    const saysPart = time.part !== null || time.end !== null;
    return saysPart ? null : this.context.defaults.minutes;
  }

  /** The end is on the day of the start; without one, a stated duration is used. */
  private endOf(
    start: Temporal.ZonedDateTime,
    date: Temporal.PlainDate,
  ): { end: string | null; minutes: number | null } {
    const { time, length } = this.when;
    if (time.end !== null) {
      const from = this.startMinutes() ?? 0;
      const end = this.at(date, time.end <= from ? time.end + 1440 : time.end);
      return { end: instant(end), minutes: Math.round(end.epochMilliseconds - start.epochMilliseconds) / 60_000 };
    }
    const minutes = length.minutes ?? this.context.defaults.length;
    return { end: minutes === null ? null : instant(start.add({ minutes })), minutes: length.minutes };
  }

  private exact(minutes: number): ResolvedWhen {
    const { defaults, now, forward } = this.context;
    const { days } = this;
    const isPast = (date: Temporal.PlainDate): boolean =>
      forward && this.at(date, minutes).epochMilliseconds < now.epochMilliseconds;
    if (days?.kind === "period") {
      const problem = "A time was named, but no day.";
      const from = isPast(days.from) ? plusDays(days.from, 1) : days.from;
      return { ...this.timed(from, minutes), searchWindow: this.spanOf(days, null), isOpen: true, problem };
    }
    let date = days?.from ?? defaults.date;
    if (date === null) {
      date = isPast(this.today) ? plusDays(this.today, 1) : this.today;
      if (forward)
        this.notes.push(`No day was named, so ${date.equals(this.today) ? "today" : "tomorrow"} was assumed.`);
    } else if (isPast(date)) {
      if (days?.isWeekday !== true) return this.open(`${this.say(date)} ${timeText(minutes)} is in the past.`);
      date = plusDays(date, 7);
      this.notes.push(`That time has passed today, so ${this.say(date)} was assumed.`);
    }
    return this.timed(date, minutes);
  }

  private timed(date: Temporal.PlainDate, minutes: number): ResolvedWhen {
    const start = this.at(date, minutes);
    const { end, minutes: length } = this.endOf(start, date);
    return {
      ...nothing,
      startTime: instant(start),
      endTime: end,
      timeIsExact: true,
      durationMinutes: length,
      isOpen: false,
      notes: this.notes,
    };
  }

  private fromNow(minutes: number): ResolvedWhen {
    const start = this.context.now.add({ minutes }).round({ smallestUnit: "minute", roundingMode: "floor" });
    const length = this.when.length.minutes ?? this.context.defaults.length;
    return {
      ...nothing,
      startTime: instant(start),
      endTime: length === null ? null : instant(start.add({ minutes: length })),
      timeIsExact: true,
      durationMinutes: this.when.length.minutes,
      isOpen: false,
      notes: this.notes,
    };
  }

  private wholeDays(first: Temporal.PlainDate | null): ResolvedWhen {
    const from = first ?? this.days?.from ?? this.context.defaults.date;
    if (from === null) return this.open();
    if (this.days?.kind === "period" && first === null && this.when.length.days === null) {
      return {
        ...this.open("The day is unclear."),
        allDay: true,
        searchWindow: this.spanOf(this.days, null),
      };
    }
    const to = this.days?.kind === "span" ? this.days.to : plusDays(from, (this.when.length.days ?? 1) - 1);
    const [start, end] = [this.at(from, 0), this.at(plusDays(to, 1), 0)];
    return {
      ...nothing,
      startTime: instant(start),
      endTime: instant(end),
      timeIsExact: true,
      allDay: true,
      isOpen: false,
      notes: this.notes,
    };
  }

  /** Time span of days and a part of the day, without its past part. */
  private spanOf(days: DayPhrase, part: MinuteRange | null): ResolvedWhen["searchWindow"] {
    const { now, forward } = this.context;
    const start = this.at(days.from, part?.start ?? 0);
    const end = this.at(days.to, part?.end ?? 1440);
    if (end.epochMilliseconds <= start.epochMilliseconds) return null;
    if (!forward || start.epochMilliseconds >= now.epochMilliseconds)
      return { start: instant(start), end: instant(end) };
    return end.epochMilliseconds <= now.epochMilliseconds ? null : { start: instant(now), end: instant(end) };
  }

  private window(): ResolvedWhen {
    const { defaults, anyTime, forward } = this.context;
    const { part, end } = this.when.time;
    const fallback =
      defaults.date === null
        ? anyTime
          ? dayPhrase({ index: 0, 0: "" }, this.today, { kind: "period", to: plusDays(this.today, anyTimeDays) })
          : null
        : dayPhrase({ index: 0, 0: "" }, defaults.date);
    const isToday = part !== null && !forward;
    const days = this.days ?? fallback ?? (isToday ? dayPhrase({ index: 0, 0: "" }, this.today) : null);
    if (days === null) return this.open();
    const searchWindow = this.spanOf(days, part ?? (end === null ? null : { start: 0, end }));
    if (searchWindow === null) return this.open(`That part of ${this.say(days.from)} is in the past.`);
    return { ...this.open(), searchWindow, isOpen: false };
  }

  private repeated(recurrence: RecurrencePhrase): ResolvedWhen {
    const { days } = this;
    const { now, defaults } = this.context;
    const start = this.when.time.allDay ? null : this.startMinutes();
    const limits: RecurrencePhrase =
      days !== null && days.kind !== "day" && recurrence.until === null
        ? { ...recurrence, until: days.to }
        : recurrence;
    const named = recurrence.starts?.from ?? days?.from ?? null;
    const bound = named === null || Temporal.PlainDate.compare(named, this.today) < 0 ? this.today : named;
    const hasPassed = start !== null && this.at(bound, start).epochMilliseconds < now.epochMilliseconds;
    const from = hasPassed ? plusDays(bound, 1) : bound;
    const explicit = days?.kind === "day" ? days.from : (recurrence.starts?.from ?? defaults.date);
    const first = firstDay(limits, from) ?? explicit;
    if (first === null) {
      // The rule and the hour are kept, so that an answer only has to name the day.
      const placed = start === null ? this.open() : this.timed(this.today, start);
      const recurrenceRule = openRule(limits);
      return { ...placed, recurrenceRule, isOpen: true, problem: "The day of the repetition is unclear." };
    }
    const last = lastDay(limits, first);
    if (last !== null && Temporal.PlainDate.compare(last, first) < 0) {
      return this.open(`It would end (${this.say(last)}) before it begins (${this.say(first)}).`);
    }
    const placed = this.placeFirst(first, start);
    const recurrenceRule = ruleText(limits, { first, last, timeZone: now.timeZoneId, allDay: placed.allDay });
    return { ...placed, recurrenceRule, excludedDates: recurrence.excluded.map(String), notes: this.notes };
  }

  private placeFirst(first: Temporal.PlainDate, start: number | null): ResolvedWhen {
    if (this.when.time.allDay) return this.wholeDays(first);
    if (start !== null) return this.timed(first, start);
    const searchWindow = this.spanOf(dayPhrase({ index: 0, 0: "" }, first), this.when.time.part);
    return { ...this.open(), searchWindow, isOpen: searchWindow === null };
  }
}

/** Converts a zoned time to an instant in UTC, to the second. */
const instant = (zoned: Temporal.ZonedDateTime): string =>
  zoned.toInstant().round({ smallestUnit: "second", roundingMode: "floor" }).toString();
