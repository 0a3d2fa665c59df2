import { Temporal } from "temporal-polyfill";
import type { Interval } from "../interval.ts";
import { findTarget, followingOf, noTarget } from "./find-target.ts";
import type { FoundTarget, TargetRequest } from "./find-target.ts";
import { NameReader } from "./names.ts";
import type { NamesReading } from "./names.ts";
import type { Setting } from "./parse-context.ts";
import { readWhen } from "./read-when.ts";
import type { WhenPhrase } from "./read-when.ts";
import type { RequestText } from "./request-text.ts";
import { resolveWhen } from "./resolve-when.ts";
import { noDefaults } from "./resolved-when.ts";
import type { ResolvedWhen } from "./resolved-when.ts";
import { finishTitle } from "./title.ts";
import { contentWords, particularWords } from "./title-words.ts";

/** Target named by a text. */
export interface TargetReading {
  readonly found: FoundTarget;
  readonly request: TargetRequest;
  readonly names: NamesReading;
  /** Words for the target, as a title. */
  readonly title: string | null;
  /** Problem with the named dates; then no search takes place. */
  readonly problem: string | null;
}

const wholeSeries =
  /\b(?:the )?(?:whole|entire|full) series(?: of)?\b|\b(?:the )?series(?: of)?\b|\ball (?:of )?(?:the |my |our )?(?:future |upcoming |remaining |other )?|\b(?:every|each)(?: single)?\b|\bfrom now on\b|\bpermanently\b|\bforever\b|\bfor good\b|\b(?:recurring|regular|weekly|daily|monthly)\b|\bcompletely\b|\baltogether\b|\bevery time\b|\balways\b/i;
const nextOne =
  /\b(?:the |my |our )?(?:next|upcoming|following|coming|first)\b(?! (?:week|month|year|mon|tue|wed|thu|fri|sat|sun))(?: (?:one|time|occurrence|instance)(?: of)?)?/i;
const onlyOne = /\b(?:just|only)(?: (?:this|that|the))?(?: (?:one|once))?\b|\bthis (?:one|time|once)\b|\bjust once\b/i;

/** "this and all following", "from then on"; read before days, which could contain the same words. */
const andFollowing =
  /,? ?\b(?:(?:and|&|plus) (?:all |any |everything |the ones? |those )*(?:the )?(?:following|after(?:wards)?|later|subsequent|from then on|onwards?)(?: (?:that|it|this))?|from then on)(?: (?:ones?|dates?|times?|weeks?|occurrences?))?\b/i;
/** Remaining words of "from 1 December on" or "as of 1 December" after the day was read. */
const fromDayOn =
  /\b(?:as of|starting|beginning|effective)(?: from| on)?[ \uE000]*\uE000[ \uE000]*(?:on(?:wards?)?\b)?|(?:\bfrom )?\uE000[ \uE000]*(?:on(?:wards?)?|forward)\b(?=[ \uE000]*$)/iu;

/** Reads how a text describes an event of the calendar, and searches for it. */
export function readTarget(text: RequestText, quoted: string | null, setting: Setting): TargetReading {
  const { context, now, days } = setting;
  const names = new NameReader(context.household, context.speaker);
  const isAnd = text.take(andFollowing) !== null;
  const one = text.take(onlyOne) !== null && !isAnd;
  names.takeLed(text);
  // "soccer this Tuesday" can be earlier today, but not in a past week.
  const phrase = readWhen(text, text.rest, days);
  const isFollowing = text.take(fromDayOn) !== null || isAnd;
  const isWhole = !one && !isFollowing && (text.take(wholeSeries) !== null || phrase.recurrence !== null);
  const wantsNext = text.take(nextOne) !== null;
  names.takeRest(text);
  const when = resolveWhen(
    { ...phrase, recurrence: null, length: { minutes: null, days: null, impossible: null } },
    {
      now,
      defaults: noDefaults,
      forward: true,
      anyTime: false,
    },
  );
  const { reading } = names;
  const words = quoted === null ? contentWords(text.rest.replaceAll("\uE000", " ")) : contentWords(quoted);
  const named = phrase.days.length === 0 && when.searchWindow === null ? null : windowOf(when, setting);
  const window = named !== null && isFollowing ? fromThenOn(named) : named;
  const request: TargetRequest = {
    words,
    participants: reading.participants,
    resources: reading.resources,
    window,
    minutes: phrase.time.start,
    wholeSeries: isWhole,
    wantsNext,
    ...(isFollowing && { following: true }),
  };
  const several = severalDays(phrase, request, setting);
  const problem =
    several === null && phrase.days.length > 0 ? daysProblem(phrase, when) : impossibleProblem(phrase, when);
  const found = problem === null ? (several ?? findTarget(request, { calendar: context.calendar, now })) : null;
  const particular = particularWords(words);
  return {
    found: isFollowing ? followingOf(found ?? noTarget) : (found ?? noTarget),
    request,
    names: reading,
    title: finishTitle((particular.length > 0 ? words : []).join(" ")),
    problem,
  };
}

/** Window from the named day on, which need not be a day of the series. */
const fromThenOn = ({ start }: Interval): Interval => ({
  start,
  end: Temporal.Instant.from(start)
    .add({ hours: 24 * 366 })
    .toString(),
});

const daysProblem = ({ days, joinedBy }: WhenPhrase, { problem }: ResolvedWhen): string | null =>
  problem ?? (days.length > 1 && joinedBy === "and" ? "It does not take place on all of these days." : null);

const impossibleProblem = (phrase: WhenPhrase, when: ResolvedWhen): string | null =>
  phrase.impossible.length > 0 ? when.problem : null;

/** Finds one occurrence of the same series on each named day: "soccer on Dec 1 and Dec 8". */
function severalDays(phrase: WhenPhrase, request: TargetRequest, setting: Setting): FoundTarget | null {
  if (phrase.days.length < 2 || phrase.joinedBy !== "and" || phrase.impossible.length > 0) return null;
  const { context, now } = setting;
  const all = phrase.days.map((day) => {
    const when = resolveWhen(
      { ...phrase, days: [day], recurrence: null },
      { now, defaults: noDefaults, forward: true, anyTime: false },
    );
    const window = when.problem === null ? windowOf(when, setting) : null;
    return window === null ? noTarget : findTarget({ ...request, window }, { calendar: context.calendar, now });
  });
  const [first = noTarget] = all;
  const isOne =
    first.eventId !== null &&
    all.every(({ eventId, occurrenceStart }) => eventId === first.eventId && occurrenceStart !== null);
  if (!isOne) return null;
  const starts = all.flatMap(({ occurrenceStart, occurrenceStarts }) =>
    occurrenceStarts.length > 0 ? occurrenceStarts : [occurrenceStart ?? ""],
  );
  return { ...first, occurrenceStarts: [...new Set(starts)].toSorted() };
}

/** Days of the event; its time of day is compared separately. */
function windowOf(when: ResolvedWhen, { now }: Setting): Interval | null {
  if (when.searchWindow !== null) return when.searchWindow;
  if (when.startTime === null) return null;
  if (when.allDay && when.endTime !== null) return { start: when.startTime, end: when.endTime };
  const day = startOfDay(when.startTime, now.timeZoneId);
  return { start: day.toInstant().toString(), end: day.add({ days: 1 }).toInstant().toString() };
}

const startOfDay = (instant: string, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).startOfDay();
