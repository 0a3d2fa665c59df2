import { itemsIf } from "../items-if.ts";
import { Temporal } from "temporal-polyfill";
import type { NLParserData } from "../nl-parser-data.ts";
import { dayPhrase } from "./day-phrase.ts";
import type { Intent } from "./intent.ts";
import type { Setting } from "./parse-context.ts";
import { chooseTarget } from "./pending-choice.ts";
import { readEvent } from "./read-create.ts";
import { isEmptyWhen } from "./read-when.ts";
import { whenData, whenNotes, whenRules } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { closeRule } from "./recurrence-rule-text.ts";
import { RequestText } from "./request-text.ts";
import { resolveWhen } from "./resolve-when.ts";
import type { ResolvedWhen, WhenDefaults } from "./resolved-when.ts";
import { readShift } from "./shift.ts";
import { shiftedStart } from "./read-change.ts";
import { contentWords, titleFit } from "./title-words.ts";

const answerLead =
  /^(?:(?:it's called|call it|what about|how about|maybe|perhaps|let's|lets|do|say|go with|make (?:it|that)|change (?:it|that) to|move (?:it|that) to|put it|actually|no|nope|yes|yeah|yep|ok|okay|sure|sorry|i meant|i mean|i said|rather|better|could it be|can it be|it's|it is|that's|that would be|then|oh|um|uh|please|title(?: is)?:?|instead)\b[,.:!]? ?)+/i;
const wholeSeries =
  /^(?:all|all of (?:them|it)|every(?: one| time| week| day)?|each|the (?:whole |entire )?series|the whole thing|everything)[.! ]*$/i;
const nobody =
  /^(?:nobody|no one|no-one|none|just leave it|leave it|skip(?: (?:it|that))?|doesn't matter|does not matter|nobody else|no matter)[.!]?$/i;
const abandoned =
  /^(?:(?:oh |ok |okay |no,? )?(?:never ?mind|forget (?:it|that|about it)|drop it|leave it|cancel (?:that|this|it)|stop|quit|abort|nothing|no thanks|no thank you|nvm))[.! ]*$/i;

/** True if a text gives up the earlier request ("never mind", "forget it"). */
export const givesUp = (text: string): boolean => abandoned.test(text.trim());

/** Independent reading of the same text, to compare with the earlier request. */
export interface FreshReading {
  readonly reading: Reading;
  readonly intent: Intent;
}

/**
 * Completes or corrects an earlier request with the new text; null if the text is a separate request.
 *
 * A text is a separate request if it names what it asks or orders, or if it is a complete new event.
 */
export function completePending(
  typed: string,
  pending: NLParserData,
  { fresh, ...setting }: Setting & { readonly fresh: FreshReading },
): Reading | null {
  const led = answerLead.exec(typed)?.[0].length ?? 0;
  const answer = typed.slice(led).trim();
  if (answer === "") return null;
  const isOpenTarget = pending.targetCandidates.length > 0 || pending.missing.includes("target");
  if (isOpenTarget && (led > 0 || !isExplicitRequest(fresh))) {
    const chosen = chooseTarget(answer, pending, setting);
    if (chosen !== null) return chosen;
  }
  if (wholeSeries.test(answer) && pending.targetOccurrenceStart !== null) return allOccurrences(pending);
  if (isSeparateRequest(fresh, pending, led > 0)) return null;
  return merge(answer, pending, setting);
}

/** "all", in answer to a question about one occurrence, selects its series. */
const allOccurrences = (pending: NLParserData): Reading => {
  const { targetOccurrenceStarts: _, targetFollowing: __, ...data } = { ...pending, targetOccurrenceStart: null };
  return {
    data,
    fired: ["intentExplicit", "answer", "target", ...itemsIf(data.missing.length === 0, "change")],
    ceilings: data.missing.length === 0 ? [] : ["missing"],
    notes: [],
  };
};

/** True for a verb or a question that names its subject. */
function isExplicitRequest({ intent, reading }: FreshReading): boolean {
  const { data } = reading;
  if (intent.strength === "implied") return false;
  if (data.eventType === "create") return intent.strength === "explicit" && data.title !== null;
  if (data.eventType === "query") return intent.strength === "explicit";
  return data.targetEventId !== null || data.targetCandidates.length > 0 || data.title !== null;
}

function isSeparateRequest(fresh: FreshReading, pending: NLParserData, led: boolean): boolean {
  const { data } = fresh.reading;
  if (led) return false;
  if (isExplicitRequest(fresh)) return true;
  if (data.eventType !== "create" || data.title === null || data.missing.length > 0) return false;
  if (pending.eventType === "query") return true;
  return pending.title === null || titleFit(contentWords(data.title), pending.title) === 0;
}

/** Times that the earlier request already has. */
function knownTimes(
  pending: NLParserData,
  zone: string,
): WhenDefaults & { readonly period: readonly [Temporal.PlainDate, Temporal.PlainDate] | null } {
  const zoned = (instant: string): Temporal.ZonedDateTime => Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  const start = pending.startTime === null ? null : zoned(pending.startTime);
  const dayIsOpen = pending.missing.includes("time");
  const minutes = start !== null && pending.timeIsExact && !pending.allDay ? start.hour * 60 + start.minute : null;
  const length = pending.durationMinutes;
  const window = pending.searchWindow;
  if (window === null)
    return { date: dayIsOpen ? null : (start?.toPlainDate() ?? null), minutes, length, period: null };
  const from = zoned(window.start).toPlainDate();
  const to = zoned(window.end).subtract({ seconds: 1 }).toPlainDate();
  return from.equals(to)
    ? { date: from, minutes, length, period: null }
    : { date: null, minutes, length, period: [from, to] };
}

function merge(answer: string, pending: NLParserData, setting: Setting): Reading | null {
  const { now, context } = setting;
  const base = knownTimes(pending, now.timeZoneId);
  const text = new RequestText(answer);
  const shift = pending.eventType === "modify" ? readShift(text, "push") : null;
  const event = readEvent(text, null, { ...setting, defaults: base });
  const saysWhen = !isEmptyWhen(event.phrase);
  const resolved = saysWhen ? resolveAnswer(event.phrase, base, { pending, setting }) : null;
  const shifted =
    shift === null || shift.minutes === null || shift.of !== "start"
      ? null
      : shiftTarget(shift.minutes, pending, setting);
  const when = shifted ?? resolved;
  const isTitle = pending.eventType === "create" && pending.missing.includes("title") && event.title !== null;
  const declines = nobody.test(answer);
  const people = event.names.participants.length + event.names.resources.length > 0;
  const other = event.data.priority !== null || event.data.flexibility !== null;
  if (when === null && !isTitle && !people && !other && !(declines && pending.missing.includes("participants")))
    return unanswered(pending);
  const settled: NLParserData = {
    ...pending,
    ...(when === null ? {} : mergedWhen(when, pending, now.timeZoneId)),
    ...(shifted === null ? {} : { shiftMinutes: shift?.minutes ?? 0 }),
    ...(isTitle ? { title: event.title } : {}),
    participants: inOrder([...pending.participants, ...event.names.participants], context.household.members),
    resources: inOrder([...pending.resources, ...event.names.resources], context.household.resources),
    priority: event.data.priority ?? pending.priority,
    flexibility: event.data.flexibility ?? pending.flexibility,
  };
  const answered = {
    time: when !== null && !when.isOpen,
    title: isTitle,
    people: people || declines,
    change: when !== null || people || other,
  };
  const missing = pending.missing.filter((detail) => !isAnswered(detail, answered));
  const stillOpen = itemsIf(when?.isOpen === true && !missing.includes("time"), "time");
  const data = { ...settled, missing: [...missing, ...stillOpen] };
  return {
    data,
    fired: [
      "intentExplicit",
      "answer",
      ...itemsIf(!(data.title === null || data.eventType !== "create"), "title"),
      ...itemsIf(data.targetEventId !== null, "target"),
      ...(when === null ? keptTime(pending) : whenRules(when, event.phrase.time.assumed, false)),
    ],
    ceilings: [
      ...itemsIf(data.missing.length > 0, "missing"),
      ...itemsIf(event.phrase.impossible.length > 0, "impossible"),
    ],
    notes: when === null ? [] : whenNotes(when),
  };
}

const keptTime = (pending: NLParserData): ("exactTime" | "openTime")[] =>
  pending.timeIsExact ? ["exactTime"] : pending.searchWindow === null ? [] : ["openTime"];

const inOrder = (ids: readonly string[], all: readonly { readonly id: string }[]): string[] =>
  all.map(({ id }) => id).filter((id) => ids.includes(id));

interface Answered {
  readonly time: boolean;
  readonly title: boolean;
  readonly people: boolean;
  readonly change: boolean;
}

const isAnswered = (missing: NLParserData["missing"][number], answered: Answered): boolean =>
  ({
    time: answered.time,
    title: answered.title,
    participants: answered.people,
    change: answered.change,
    target: false,
  })[missing];

/** Resolves the answer; a weekday is placed in the week or the days that were named before. */
function resolveAnswer(
  phrase: ReturnType<typeof readEvent>["phrase"],
  base: ReturnType<typeof knownTimes>,
  { pending, setting }: { readonly pending: NLParserData; readonly setting: Setting },
): ResolvedWhen {
  const [day] = phrase.days;
  const [from, to] = base.period ?? [];
  const within = day?.isWeekday === true && from !== undefined && to !== undefined;
  const days = within ? [...phrase.days, dayPhrase({ index: 0, 0: "" }, from, { kind: "period", to })] : phrase.days;
  const forward = pending.eventType !== "query";
  return resolveWhen(
    { ...phrase, days },
    { now: setting.now, defaults: base, forward, anyTime: pending.flexibility === "any" },
  );
}

function shiftTarget(minutes: number, pending: NLParserData, { context, now }: Setting): ResolvedWhen | null {
  const { targetEventId: id, targetOccurrenceStart: original } = pending;
  if (id === null) return null;
  const range = { start: context.now, end: now.add({ days: 366 }).toInstant().toString() };
  const occurrence = context.calendar
    .occurrences(range)
    .find((candidate) => candidate.seriesId === id && (original === null || candidate.originalStart === original));
  if (occurrence === undefined) return null;
  return shiftedStart(
    Temporal.Instant.from(occurrence.start).toZonedDateTimeISO(now.timeZoneId),
    minutes,
    occurrence.allDay,
  );
}

/** Merges times; an earlier repetition is kept, and its day is added once it is known. */
function mergedWhen(when: ResolvedWhen, pending: NLParserData, timeZone: string): Partial<NLParserData> {
  const { excludedDates = pending.excludedDates, ...data } = whenData(when);
  const at = when.startTime ?? when.searchWindow?.start ?? null;
  const first = at === null ? null : Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const kept =
    pending.recurrenceRule === null || first === null || when.isOpen
      ? pending.recurrenceRule
      : closeRule(pending.recurrenceRule, first);
  return {
    ...data,
    durationMinutes: data.durationMinutes ?? pending.durationMinutes,
    recurrenceRule: data.recurrenceRule ?? kept,
    ...(excludedDates === undefined ? {} : { excludedDates }),
  };
}

const unanswered = (pending: NLParserData): Reading => ({
  data: pending,
  fired: [],
  ceilings: ["unclear"],
  notes: ["That did not answer the question."],
});
