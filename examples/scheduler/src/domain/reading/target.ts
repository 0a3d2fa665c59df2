// cspell:ignore serie
import { type Days, isBefore, isSmall, type Sheet, wordsOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent, Occurrence } from "../calendar-event.ts";
import { isSeries } from "../planning/series.ts";
import type { Request, Target } from "../request.ts";
import { namesOf } from "./names.ts";
import { type ReadContext, todayOf } from "./pieces.ts";

/** Words that people add to the name of an event: "the dentist appointment" is the event "Dentist". */
export const GENERIC: ReadonlySet<string> = new Set(
  "appointment holiday lesson class practice training session meeting event visit thing date one trip series serie upcoming entry".split(
    " ",
  ),
);

/** What identifies an event: its words, and the people, things, days and time of day that the request names. */
export interface TargetHints {
  readonly words?: readonly string[];
  readonly people?: readonly string[];
  readonly things?: readonly string[];
  readonly days?: readonly Pick<Days, "first" | "last">[];
  /** Minutes since midnight. */
  readonly start?: number | null;
  readonly scope?: Scope | null;
  /** The weekday on which the occurrences are; 1 for Monday. Defaults to any. */
  readonly weekday?: number | null;
  /** Events among which to choose. Defaults to all events. */
  readonly among?: readonly string[];
}

export type Scope = "next" | "all" | "several" | "following";
export type Found = Pick<Request, "target" | "candidates" | "missing" | "problems" | "unread">;

const nothing: Found = { target: null, candidates: [], missing: ["target"], problems: [], unread: [] };

/** Form in which words are compared: no capitals, no "'s", no plural "s". */
export const plainWord = (word: string): string =>
  word
    .toLowerCase()
    .replace(/'s?$/u, "")
    .replace(/(?<=\p{L}{2}[^s\P{L}])s$/u, "");

/** "Gym" is short for gymnastics, and "skiing" has the beginning of "ski trip". */
export const hasWord = (own: ReadonlySet<string>, word: string): boolean =>
  own.has(word) ||
  (word.length >= 3 && [...own].some((each) => each.startsWith(word) || (each.length >= 3 && word.startsWith(each))));

const SCOPES: readonly (readonly [pattern: string, scope: Scope])[] = [
  [
    "and (?:all )?(?:the )?(?:following|later)(?: ones| dates)?|from (?:then|now) on(?:wards)?|onwards|any ?more|any longer|for good|always|permanently|in (?:the )?future",
    "following",
  ],
  ["all(?: of)?(?: the| them)?|every|(?:the )?(?:whole|entire) series(?: of)?|both", "all"],
  [
    "(?:only )?the next(?: one)?|(?:only |just )*(?:this|that) (?:one|time|once)|(?:only|just) once|(?<!\\b(?:and|&) )next(?! (?:week|month|year))",
    "next",
  ],
];

/** Claims the words that tell which dates of a series are meant. */
export function readScope(sheet: Sheet, days: readonly Days[]): Scope | null {
  const isOn = days.some(
    ({ role, text, at }) => role === "from" && /^\s*on(?:wards?)?\b/iu.test(sheet.text.slice(at + text.length)),
  );
  if (isOn && sheet.take("on(?:wards?)?") !== null) return "following";
  return SCOPES.find(([pattern]) => sheet.take(pattern) !== null)?.[1] ?? null;
}

/** Found events by context, because a reading needs them often. */
const aheadOf = new WeakMap<ReadContext, ReturnType<typeof findAhead>>();

/** Events with dates in the next two years, with the words of their titles and places. */
function eventsAhead(context: ReadContext): ReturnType<typeof findAhead> {
  const ahead = aheadOf.get(context) ?? findAhead(context);
  aheadOf.set(context, ahead);
  return ahead;
}

function findAhead({ calendar, now }: ReadContext) {
  const { household } = calendar;
  const names = new Set([...namesOf(household).keys()].flatMap((name) => [name, plainWord(name)]));
  const telling = (text: string): string[] =>
    wordsOf(text.replaceAll("-", " "))
      .map((word) => word.toLowerCase())
      .filter((word) => ![word, plainWord(word)].some((form) => isSmall(word) || names.has(form)))
      .map(plainWord);
  const today = todayOf({ calendar, now }).toZonedDateTime(household.timeZone);
  const [start, end] = [today, today.add({ years: 2 })].map((at) => at.toInstant().toString());
  const ahead = calendar.occurrences({ start: start ?? "", end: end ?? "" });
  const events = [...Map.groupBy(ahead, ({ seriesId }) => seriesId)].flatMap(([id, occurrences]) => {
    const event = calendar.event(id) ?? occurrences[0]?.event;
    const all = new Set(occurrences.flatMap(({ event: { title, location } }) => telling(`${title} ${location ?? ""}`)));
    return event === undefined ? [] : [{ event, occurrences, all }];
  });
  return { events, own: (text: string): string[] => telling(text).filter((word) => !GENERIC.has(word)) };
}

/** Tells what a word is: of the name of an event, a name or a word such as "lesson" that says nothing more, or another word. */
export function wordKinds(context: ReadContext): (word: string) => "title" | "nothing" | "other" {
  const { events, own } = eventsAhead(context);
  return (word) => {
    const words = own(word);
    if (words.length === 0) return "nothing";
    return words.every((each) => events.some(({ all }) => hasWord(all, each))) ? "title" : "other";
  };
}

/** Finds the event that a change or cancellation is about. Every word must fit; several events that fit are candidates. */
export function findTarget(named: TargetHints, context: ReadContext): Found {
  const hints = { words: [], people: [], things: [], days: [], start: null, scope: null, weekday: null, ...named };
  const { words, people, things, days, among } = hints;
  const { household } = context.calendar;
  const { events, own } = eventsAhead(context);
  const series = events.filter(({ event }) => among?.includes(event.id) !== false);
  const wanted = words.flatMap(own);
  const unread = wanted.filter((word) => !series.some(({ all }) => hasWord(all, word)));
  if (unread.length > 0)
    return { ...nothing, unread: words.flatMap(wordsOf).filter((word) => unread.includes(plainWord(word))) };
  const titled = series.filter(({ all }) => wanted.every((word) => hasWord(all, word)));
  const isThen = isMeant(hints, household.timeZone);
  const isWith = ({ event }: Occurrence): boolean =>
    people.every((id) => event.participants.includes(id)) && things.every((id) => event.resources.includes(id));
  const found = titled
    .map((group) => ({ ...group, occurrences: group.occurrences.filter((each) => isWith(each) && isThen(each)) }))
    .filter(({ occurrences }) => occurrences.length > 0);
  const exact = found.filter(({ event }) => {
    const title = own(event.title);
    return wanted.length > 0 && title.length === wanted.length && wanted.every((word) => hasWord(new Set(title), word));
  });
  const best = exact.length === 1 && (people.length === 0 || found.length === 1) ? exact : found;
  const [only] = best;
  // Without a word, a day needs somebody or something beside it; among named events, anything tells them apart.
  const isBeside = days.length > 0 && people.length + things.length + (hints.start ?? 0) > 0;
  const isIdentified = wanted.length > 0 || among !== undefined || isBeside;
  if (only !== undefined && best.length === 1 && isIdentified) return scoped(only.event, only.occurrences, hints);
  const isOpen = best.length > 1 && (wanted.length > 0 || days.length > 0);
  if (only !== undefined || wanted.length === 0)
    return { ...nothing, candidates: isOpen ? best.map((each) => dated(each, days.length > 0)).slice(0, 8) : [] };
  const title = titled[0]?.event.title;
  if (title !== undefined)
    return { ...nothing, problems: [`"${title}" does not take place then, or is not with those people and things.`] };
  // "Cancel yoga and piano".
  const each = wanted.flatMap((word) => series.filter(({ all }) => hasWord(all, word)).slice(0, 1));
  const names = [...new Set(each.map(({ event }) => `"${event.title}"`))];
  return {
    ...nothing,
    problems: [
      names.length > 1
        ? `One event at a time, please. Which first: ${names.join(" or ")}?`
        : `There is no event "${words.join(" ")}" ahead.`,
    ],
  };
}

/** True for occurrences on the named days, at the named time. */
const isMeant =
  ({ days, scope, start: wanted, weekday }: Required<Omit<TargetHints, "among">>, zone: string) =>
  ({ start, end, allDay }: Occurrence): boolean => {
    const begin = Temporal.Instant.from(start).toZonedDateTimeISO(zone);
    const last = Temporal.Instant.from(end).subtract({ nanoseconds: 1 }).toZonedDateTimeISO(zone).toPlainDate();
    const minutes = begin.hour * 60 + begin.minute;
    const day = begin.toPlainDate();
    const [from] = days;
    if (weekday !== null && day.dayOfWeek !== weekday) return false;
    if (scope === "following" && from !== undefined) return !isBefore(day, from.first);
    const isOn = days.length === 0 || days.some((each) => !isBefore(last, each.first) && !isBefore(each.last, day));
    return isOn && (wanted === null || allDay || minutes === wanted || (wanted < 720 && minutes === wanted + 720));
  };

/** An event with its meant dates. A single event, and one of which no day is named, has none. */
function dated(
  { event, occurrences }: { readonly event: CalendarEvent; readonly occurrences: readonly Occurrence[] },
  isDated: boolean,
): Target {
  const starts = isDated && isSeries(event) ? occurrences.map(({ originalStart }) => originalStart) : null;
  return { eventId: event.id, starts, following: false };
}

/** The occurrences of an event that are meant; a series needs a day or "all". */
function scoped(
  event: CalendarEvent,
  meant: readonly Occurrence[],
  { scope, days }: Required<Pick<TargetHints, "scope" | "days">>,
): Found {
  const target = (starts: string[] | null, following = false): Found => ({
    ...nothing,
    missing: [],
    target: { eventId: event.id, starts, following },
  });
  const starts = meant.map(({ originalStart }) => originalStart);
  if (!isSeries(event) || (days.length === 0 && scope === "all")) return target(null);
  if (scope === "following" || scope === "next") return target(starts.slice(0, 1), scope === "following");
  if (days.length > 0 && (starts.length === 1 || scope !== null)) return target(starts);
  return { ...nothing, candidates: [dated({ event, occurrences: meant }, days.length > 0)], missing: ["scope"] };
}
