import { itemsIf } from "../items-if.ts";
import { Temporal } from "temporal-polyfill";
import type { ConfidenceRuleName } from "./confidence.ts";
import { readNamesChange, splitChange, wholeSource } from "./change-phrase.ts";
import { plusDays, startOfWeek } from "./day-phrase.ts";
import type { DayPhrase } from "./day-phrase.ts";
import { readImportance } from "./importance.ts";
import { takeVerb } from "./intent.ts";
import type { Intent } from "./intent.ts";
import { NameReader } from "./names.ts";
import type { NamesReading } from "./names.ts";
import { emptyData } from "./parse-context.ts";
import type { Setting } from "./parse-context.ts";
import { readTarget } from "./read-target.ts";
import type { TargetReading } from "./read-target.ts";
import { scopeData, targetCeilings, targetNotes, targetRules, titleOf } from "./read-cancel.ts";
import type { WhenPhrase } from "./read-when.ts";
import { targetData, whenData, whenNotes, whenRules } from "./reading.ts";
import type { Missing, Reading } from "./reading.ts";
import { RequestText } from "./request-text.ts";
import { resolveWhen } from "./resolve-when.ts";
import type { ResolvedWhen } from "./resolved-when.ts";
import { readShift } from "./shift.ts";
import type { Shift } from "./shift.ts";
import { finishTitle } from "./title.ts";

const renaming =
  /^(?:re-?name|retitle|call|change the (?:name|title) of) (?<source>.{1,120}?) (?:to|as|into) (?<title>.{1,120})$/i;
const movingVerb = /^(?:re-?schedul|mov|postpon|push|put|delay|shift|bump|bring|pull)/;

/** Reads a request to change an event: its time, length, name, people, resources or importance. */
export function readChange(
  text: RequestText,
  quoted: string | null,
  { intent, ...setting }: Setting & { readonly intent: Intent },
): Reading {
  const renamed = renaming.exec(setting.typed.trim());
  if (renamed?.groups !== undefined) return readRename(renamed.groups, { intent, ...setting });
  const people = readNamesChange(text.rest.trim(), setting);
  if (people !== null) {
    const target = readTarget(new RequestText(people.source), quoted, setting);
    const { participants, resources } = people.names;
    const change =
      people.kind === "add"
        ? { participants: [...participants], resources: [...resources] }
        : { removedParticipants: [...participants], removedResources: [...resources] };
    return assemble({ target: asSeries(target), change, when: null, notes: [] }, { intent, ...setting });
  }
  if (intent.strength === "likely") takeVerb(text);
  const shift = readShift(text, intent.verb);
  // With an amount such as "an hour later", a day identifies the occurrence.
  const phrase = shift === null ? splitChange(text, setting) : wholeSource(text);
  const { priority, flexibility } = readImportance(phrase.source, 0);
  const added = readAdded(phrase.rest, setting);
  const target = readTarget(phrase.source, quoted, setting);
  const resolved = phrase.when === null ? null : resolveChange(phrase.when, target, setting);
  const moved = shift === null ? null : applyShift(shift, target, setting);
  const when = moved?.when ?? resolved;
  const toSeries = phrase.when !== null && phrase.when.recurrence !== null;
  // "soccer is now at 5" refers to all future occurrences.
  const isLasting = (when === null && (priority !== null || flexibility !== null)) || /\bnow\b/.test(intent.verb);
  return assemble(
    {
      target: toSeries ? wholeSeriesOf(target) : isLasting ? asSeries(target) : target,
      change: {
        ...(when === null ? {} : whenData(when)),
        ...(when !== null && resolved !== null && resolved.durationMinutes === null
          ? lengthData(phrase.when, target, setting)
          : {}),
        ...(moved?.minutes === undefined ? {} : { shiftMinutes: moved.minutes }),
        participants: [...new Set([...target.names.participants, ...added.participants])],
        resources: [...new Set([...target.names.resources, ...added.resources])],
        ...(priority === null ? {} : { priority }),
        ...(flexibility === null ? {} : { flexibility }),
      },
      when,
      notes: moved?.note === undefined ? [] : [moved.note],
      ...(phrase.when === null ? {} : { assumedHour: phrase.when.time.assumed }),
      keepsDay: phrase.when !== null && phrase.when.days.length === 0 && phrase.when.time.fromNow === null,
    },
    { intent, ...setting },
  );
}

/** Changes of names, people and importance apply to the whole series, unless one occurrence was named. */
const asSeries = (target: TargetReading): TargetReading => (target.found.assumedNext ? wholeSeriesOf(target) : target);

/** A changed repetition applies to the whole series. */
const wholeSeriesOf = (target: TargetReading): TargetReading =>
  target.found.following === true
    ? target
    : { ...target, found: { ...target.found, occurrenceStart: null, occurrenceStarts: [], assumedNext: false } };

const unquote = (text: string | undefined): string => (text ?? "").replace(/^["']|["'][.!]?$/g, "");

function readRename(groups: Readonly<Record<string, string>>, setting: Setting & { readonly intent: Intent }): Reading {
  const target = readTarget(new RequestText(unquote(groups["source"])), null, setting);
  const newTitle = finishTitle(unquote(groups["title"]));
  return assemble(
    { target: asSeries(target), change: newTitle === null ? {} : { newTitle }, when: null, notes: [] },
    setting,
  );
}

function readAdded(rest: RequestText | null, { context }: Setting): NamesReading {
  const names = new NameReader(context.household, context.speaker);
  if (rest !== null) {
    names.takeLed(rest);
    names.takeRest(rest);
  }
  return names.reading;
}

const zonedStart = ({ found }: TargetReading, { now }: Setting): Temporal.ZonedDateTime | null =>
  found.occurrence === null ? null : Temporal.Instant.from(found.occurrence.start).toZonedDateTimeISO(now.timeZoneId);

/** Resolves the new time; missing parts come from the event: "to 5pm" keeps its day. */
function resolveChange(phrase: WhenPhrase, target: TargetReading, setting: Setting): ResolvedWhen {
  const start = zonedStart(target, setting);
  const onlyLength =
    phrase.days.length === 0 && phrase.time.start === null && phrase.time.part === null && !phrase.time.allDay;
  const defaults = { date: onlyLength ? null : (start?.toPlainDate() ?? null), minutes: null, length: null };
  const days = phrase.days.map((day) =>
    day.isBare && start !== null ? inWeekOf(day, start.toPlainDate(), setting) : day,
  );
  return resolveWhen({ ...phrase, days }, { now: setting.now, defaults, forward: true, anyTime: false });
}

/** "move Friday's dinner to Saturday" means the Saturday of that week, if it is still ahead. */
function inWeekOf(day: DayPhrase, target: Temporal.PlainDate, { days }: Setting): DayPhrase {
  const date = plusDays(startOfWeek(target), day.from.dayOfWeek - 1);
  return Temporal.PlainDate.compare(date, days.today) < 0 ? day : { ...day, from: date, to: date };
}

/** "until 6pm" alone changes the duration; the start stays. */
function lengthData(phrase: WhenPhrase | null, target: TargetReading, setting: Setting): Partial<Reading["data"]> {
  const start = zonedStart(target, setting);
  const end = phrase?.time.end ?? null;
  if (phrase === null || start === null || end === null || phrase.time.start !== null || phrase.days.length > 0)
    return {};
  const minutes = end - (start.hour * 60 + start.minute);
  return minutes < 1
    ? {}
    : { durationMinutes: minutes, searchWindow: null, startTime: null, endTime: null, timeIsExact: false };
}

interface Moved {
  readonly when: ResolvedWhen | null;
  readonly minutes?: number;
  readonly note?: string;
}

const unresolved: ResolvedWhen = {
  startTime: null,
  endTime: null,
  searchWindow: null,
  timeIsExact: false,
  allDay: false,
  durationMinutes: null,
  recurrenceRule: null,
  excludedDates: [],
  problem: null,
  isOpen: false,
  notes: [],
};

function applyShift({ of, minutes }: Shift, target: TargetReading, setting: Setting): Moved {
  if (minutes === null) return { when: null, note: "It is unclear whether that means earlier or later." };
  if (minutes === 0) return { when: null };
  const { occurrence } = target.found;
  const start = zonedStart(target, setting);
  if (of === "length") {
    if (occurrence === null) return { when: null };
    const length = (Date.parse(occurrence.end) - Date.parse(occurrence.start)) / 60_000 + minutes;
    return length < 1
      ? { when: null, note: "It is already shorter than that." }
      : { when: { ...unresolved, durationMinutes: length } };
  }
  if (start === null || occurrence === null) return { when: null, minutes };
  return { when: shiftedStart(start, minutes, occurrence.allDay), minutes };
}

/** Shifts a start; whole days are added on the wall clock, so that daylight saving time does not change the hour. */
export function shiftedStart(start: Temporal.ZonedDateTime, minutes: number, allDay: boolean): ResolvedWhen {
  const moved = start.add({ days: Math.trunc(minutes / 1440) }).add({ minutes: minutes % 1440 });
  return { ...unresolved, startTime: moved.toInstant().toString(), timeIsExact: true, allDay };
}

interface Assembled {
  readonly target: TargetReading;
  readonly change: Partial<Reading["data"]>;
  readonly when: ResolvedWhen | null;
  readonly notes: readonly string[];
  readonly assumedHour?: boolean;
  readonly keepsDay?: boolean;
}

/** True if the data changes anything about an event. */
const changesSomething = (
  data: Reading["data"],
  named: { readonly participants: readonly string[]; readonly resources: readonly string[] },
): boolean =>
  data.startTime !== null ||
  data.searchWindow !== null ||
  data.durationMinutes !== null ||
  data.recurrenceRule !== null ||
  data.priority !== null ||
  data.flexibility !== null ||
  data.newTitle !== undefined ||
  data.shiftMinutes !== undefined ||
  (data.removedParticipants ?? []).length + (data.removedResources ?? []).length > 0 ||
  data.participants.some((id) => !named.participants.includes(id)) ||
  data.resources.some((id) => !named.resources.includes(id));

function assemble(
  { target, change, when, notes, assumedHour = false, keepsDay = false }: Assembled,
  setting: Setting & { readonly intent: Intent },
): Reading {
  const { found } = target;
  const { intent, context } = setting;
  const base: Reading["data"] = {
    ...emptyData("modify", context.timeZone),
    ...change,
    ...targetData(found),
    ...scopeData(target, keepsDay),
    title: titleOf(target, setting),
  };
  const changes = changesSomething(base, {
    participants: target.names.participants,
    resources: target.names.resources,
  });
  const needsTime =
    (when !== null && when.isOpen && when.durationMinutes === null && base.durationMinutes === null) ||
    (!changes && movingVerb.test(intent.verb) && notes.length === 0);
  const missing: Missing[] = [
    ...itemsIf(found.eventId === null, "target"),
    ...itemsIf(needsTime, "time"),
    ...itemsIf(!needsTime && !changes, "change"),
    ...itemsIf(target.names.unknown.length > 0, "participants"),
  ];
  const fired: ConfidenceRuleName[] = [
    intent.strength === "explicit" ? "intentExplicit" : "intentLikely",
    ...targetRules(target),
    ...itemsIf(changes, "change"),
    ...(when === null
      ? []
      : whenRules(when, assumedHour, false).filter((rule) => rule !== "exactTime" && rule !== "openTime")),
  ];
  const impossible = when?.problem?.endsWith("does not exist.") === true;
  return {
    data: { ...base, missing },
    fired,
    ceilings: [
      ...targetCeilings(target),
      ...itemsIf(missing.length > 0, "missing"),
      ...itemsIf(impossible, "impossible"),
    ],
    notes: [
      ...notes,
      ...(when === null ? [] : whenNotes(when).filter((note) => found.eventId !== null || !note.startsWith("No day"))),
      ...targetNotes(target),
    ],
  };
}
