import { Temporal } from "temporal-polyfill";
import type { CalendarView } from "../calendar.ts";
import type { CalendarEvent, Occurrence } from "../calendar-event.ts";
import { groupBy } from "../free-busy.ts";
import { namesOf } from "./names.ts";
import type { Request } from "../request.ts";
import type { Days } from "./day-words.ts";
import { isConnective, type Sheet } from "./sheet.ts";
import { wordsOf } from "./title.ts";

/** Words that people add to the name of an event: "the dentist appointment" is the event "Dentist". */
const GENERIC = new Set(
  "appointment appointments lesson lessons class classes practice practices training trainings session sessions meeting meetings event events visit visits thing date dates one ones trip all every whole series entire both each any each time times next coming upcoming only my again old new entry occurrence occurrences first last".split(
    " ",
  ),
);

/** What identifies an event: its words, and the people, things, days and time of day that the request names. */
export interface TargetHints {
  readonly words: readonly string[];
  readonly people: readonly string[];
  readonly things: readonly string[];
  /** Named days, inclusive; null if none is named. */
  readonly days: { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate } | null;
  /** Minutes since midnight. */
  readonly start: number | null;
  readonly scope: "one" | "next" | "all" | "several" | "following" | null;
}

type Found = Pick<Request, "target" | "candidates" | "missing" | "problems" | "unread">;

const nothing: Found = { target: null, candidates: [], missing: [], problems: [], unread: [] };

/** Events with at least one occurrence ahead, and those of the coming two years. */
function ahead(calendar: CalendarView, today: Temporal.PlainDate): readonly Occurrence[] {
  const zone = calendar.household.timeZone;
  const at = (day: Temporal.PlainDate): string => day.toZonedDateTime(zone).toInstant().toString();
  return calendar.occurrences({ start: at(today), end: at(today.add({ years: 2 })) });
}

const dayOf = (instant: string, zone: string): Temporal.PlainDate =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate();

/** Form in which words are compared: no capitals, no "'s", no plural "s". */
const plain = (word: string): string =>
  word
    .toLowerCase()
    .replace(/'s?$/u, "")
    .replace(/(?<=\p{L}{3})s$/u, "");

/** Words of a text that name an event, without connectives and names of the household. */
function tellingWords(text: string, names: ReadonlySet<string>): string[] {
  return wordsOf(text.replaceAll("-", " "))
    .map((word) => word.toLowerCase())
    .filter((word) => !isConnective(word) && !names.has(plain(word)) && !names.has(word))
    .map(plain);
}

const SCOPES: readonly (readonly [pattern: RegExp, scope: NonNullable<TargetHints["scope"]>])[] = [
  [
    /\b(?:and (?:all )?(?:the )?(?:following|later|after(?:wards)?)(?: ones| dates)?|and (?:everything )?after(?: that)?|from (?:then|now|there) on(?:wards)?|on ?wards|from now on|for good)\b/iu,
    "following",
  ],
  [
    /\b(?:all (?:of )?(?:the |them )?|every(?: single)?|the whole series(?: of)?|the entire series(?: of)?|whole series|altogether|completely|permanently|for ever|forever|all of them)\b/iu,
    "all",
  ],
  [
    /\b(?:(?:only )?the next(?: one)?|(?:only |just )?(?:this|that) one|next|just once|only once)\b(?! (?:week|month|year))/iu,
    "next",
  ],
];

/** Claims the words that tell which dates of a series are meant. */
export function readScope(sheet: Sheet, days: readonly Days[]): TargetHints["scope"] {
  const found = SCOPES.find(([pattern]) => sheet.take(pattern) !== null)?.[1] ?? null;
  if (found !== null) return found;
  return days.some(
    ({ role, text, at }) => role === "from" && /^\s*on(?:wards?)?\b/iu.test(sheet.text.slice(at + text.length)),
  ) && sheet.take(/\bon(?:wards?)?\b/iu) !== null
    ? "following"
    : null;
}

/** Finds the event that a change or cancellation is about. Every word must fit; several events that fit are candidates. */
export function findTarget(
  hints: TargetHints,
  { calendar, today }: { readonly calendar: CalendarView; readonly today: Temporal.PlainDate },
): Found {
  const names = new Set([...namesOf(calendar.household).keys()].map(plain));
  const zone = calendar.household.timeZone;
  const words = hints.words.flatMap((text) => tellingWords(text, names)).filter((word) => !GENERIC.has(word));
  const groups = [...groupBy(ahead(calendar, today), ({ seriesId }) => seriesId).values()];
  const titled = groups.map((occurrences) => {
    const event = calendar.event(occurrences[0]?.seriesId ?? "") ?? occurrences[0]?.event;
    const own = occurrences
      .flatMap(({ event: { title, location } }) => [title, location ?? ""])
      .flatMap((text) => tellingWords(text, names));
    return {
      event,
      occurrences,
      own: new Set(own),
      title: tellingWords(event?.title ?? "", names).filter((word) => !GENERIC.has(word)),
    };
  });
  const known = new Set(titled.flatMap(({ own }) => [...own]));
  const unread = words.filter((word) => !known.has(word));
  if (unread.length > 0)
    return {
      ...nothing,
      unread: hints.words.flatMap(wordsOf).filter((word) => unread.includes(plain(word))),
      missing: ["target"],
    };
  const fitting = titled.filter(({ own }) => words.every((word) => own.has(word)));
  const fits = ({ event }: Occurrence): boolean =>
    hints.people.every((id) => event.participants.includes(id)) &&
    hints.things.every((id) => event.resources.includes(id));
  const isMeant = (occurrence: Occurrence): boolean => {
    const { start, allDay } = occurrence;
    const day = dayOf(start, zone);
    const { days } = hints;
    const last = dayOf(Temporal.Instant.from(occurrence.end).subtract({ nanoseconds: 1 }).toString(), zone);
    const inDays =
      days === null ||
      (Temporal.PlainDate.compare(last, days.first) >= 0 && Temporal.PlainDate.compare(day, days.last) <= 0);
    if (hints.scope === "following" && days !== null) return Temporal.PlainDate.compare(day, days.first) >= 0;
    const time = Temporal.Instant.from(start).toZonedDateTimeISO(zone);
    return (
      inDays &&
      (hints.start === null ||
        allDay ||
        time.hour * 60 + time.minute === hints.start ||
        (hints.start < 720 && time.hour * 60 + time.minute === hints.start + 720))
    );
  };
  const withPeople = fitting
    .map((group) => ({ ...group, occurrences: group.occurrences.filter(fits) }))
    .filter(({ occurrences }) => occurrences.length > 0);
  const named = withPeople
    .map((group) => ({ ...group, meant: group.occurrences.filter(isMeant) }))
    .filter(({ meant }) => meant.length > 0);
  const exact = named.filter(({ title }) => words.length > 0 && title.length === words.length);
  const best = exact.length === 1 && (hints.people.length === 0 || named.length === exact.length) ? exact : named;
  const [only] = best;
  if (
    words.length === 0 &&
    (hints.days === null || best.length !== 1 || hints.people.length + hints.things.length + (hints.start ?? 0) === 0)
  )
    return best.length > 1 && hints.days !== null
      ? { ...nothing, candidates: idsOf(best), missing: ["target"] }
      : { ...nothing, missing: ["target"] };
  if (only === undefined || only.event === undefined)
    return { ...nothing, missing: ["target"], problems: [absence(hints, { fitting, withPeople, today, calendar })] };
  if (best.length > 1) return { ...nothing, candidates: idsOf(best), missing: ["target"] };
  return scoped(only.event, only.meant, hints);
}

const idsOf = (groups: readonly { readonly event: CalendarEvent | undefined }[]): string[] =>
  groups.flatMap(({ event }) => (event === undefined ? [] : [event.id])).slice(0, 8);

/** The occurrences of an event that are meant; a series needs a day or "all". */
function scoped(event: CalendarEvent, meant: readonly Occurrence[], { scope, days }: TargetHints): Found {
  const isSeries = event.recurrenceRule !== null || event.extraStarts.length > 0;
  const target = (starts: readonly string[] | null, following = false): Found => ({
    ...nothing,
    target: { eventId: event.id, starts: starts === null ? null : [...starts], following },
  });
  if (!isSeries) return target(null);
  const starts = meant.map(({ originalStart }) => originalStart);
  const [first = ""] = starts;
  if (scope === "following") return target([first], true);
  if (days === null && scope === "all") return target(null);
  if (scope === "next") return target([first]);
  if (days !== null && (starts.length === 1 || scope === "all" || scope === "several")) return target(starts);
  return { ...nothing, candidates: [event.id], missing: ["scope"] };
}

/** Explains why no event fits. */
function absence(
  hints: TargetHints,
  {
    fitting,
    withPeople,
    calendar,
  }: {
    readonly fitting: readonly { readonly event: CalendarEvent | undefined }[];
    readonly withPeople: readonly { readonly event: CalendarEvent | undefined }[];
    readonly today: Temporal.PlainDate;
    readonly calendar: CalendarView;
  },
): string {
  const [event] = fitting;
  if (event?.event === undefined) return `There is no event "${hints.words.join(" ")}" ahead.`;
  const { title } = event.event;
  if (withPeople.length > 0) return `"${title}" does not take place then.`;
  const { members, resources } = calendar.household;
  const called = [...members, ...resources]
    .filter(({ id }) => hints.people.includes(id) || hints.things.includes(id))
    .map(({ name }) => name);
  return `"${title}" is not with ${called.join(" and ")}.`;
}
