// cspell:ignore driv
import { type Day, type Days, dayText, nearTo, ONE_DAY, type Part, type Role, type Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "../calendar-event.ts";
import { repetition } from "../describe.ts";
import { minutesOfTime } from "../household.ts";
import { isSeries } from "../planning/series.ts";
import { readRule } from "../recurrence-rule.ts";
import { emptyRequest, type Request } from "../request.ts";
import { readWords, textOf } from "./change-words.ts";
import { type Intent, MOVED, readEnd } from "./intent.ts";
import { namesAssumed, namesProblems, removedNames } from "./names.ts";
import { isDenied, isExcept, isUntil, type Pieces, type ReadContext, withSameEnd } from "./pieces.ts";
import { readTakesOff, whoLeaves } from "./leaving.ts";
import { findSource, isNew, rangeOf, scopeOf } from "./occurrences.ts";
import { onWeekdayOf, RULE_DAYS } from "./repeat.ts";
import { findTarget, type Found, readScope, wordKinds } from "./target.ts";
import { SENTENCE } from "./title.ts";
import { withWhen } from "./when.ts";

/** Verbs that tell that somebody takes part too. */
const JOINS =
  /\b(?:add|invite|include|too|also|as well|with|along|join\w*|com(?:e|es|ing)|stick|brings?|bringing|driv\w+|takes|taking|pick\w*|helps?|needs?)\b/iu;

/** "Emma goes instead" and "but Emma can". */
const STANDS_IN =
  /\binstead\b|\b(?:goes|is going|comes|is coming|takes|does|joins|can|will|drives|jumps in|steps in)\b(?! not|n't)/iu;

/** A weekday that is also today does not tell which occurrence is meant. */
const dayProblems = (days: readonly Days[]): string[] =>
  days.flatMap(({ problem, today, assumed }) => [
    ...(problem === null ? [] : [problem]),
    ...(today ? [`Do you mean ${assumed?.replace(/^.* as /u, "").replace(", not ", " or ") ?? "today"}?`] : []),
  ]);

/** The new time after "to" is read like any other. */
const plainRole = <Piece extends Role>(piece: Piece): Piece =>
  /^(?:to|→|for|make it|meant|from)$/u.test(piece.role) ? { ...piece, role: "" } : piece;
const isOn = ({ first, last }: Days, start: string): boolean =>
  first.toString() <= start.slice(0, 10) && start.slice(0, 10) <= last.toString();
const until = <Piece extends Role>(piece: Piece): Piece => ({ ...piece, role: "until" });

/**
 * Reads a change or a cancellation: what is named before "to" finds the event, and what is named after it is new. Everything in a
 * cancellation finds the event.
 */
export function readChange(
  read: Pieces,
  { type: stated, form, stated: isStated }: Intent,
  newTitle: string | null,
  context: ReadContext,
): Request {
  const about = aboutOf(read.sheet, context);
  const pieces = withSameEnd(read, about === null || about.allDay ? null : minutesOfTime(about.end.slice(11, 16)));
  const { sheet, names, times, repeat, today } = pieces;
  sheet.takeAll("after all|in the end|at all|by the way|in fact|no worries|it is what it is");
  const { days: named, lengths } = pieces;
  const takesOff = readTakesOff(pieces, context);
  const end = stated !== "cancel" && (isStated || MOVED.test(sheet.text)) ? null : readEnd(sheet);
  const isRename = form === "rename";
  // "No swimming, so not on the 22nd" denies the event on that day.
  const isNone =
    end === "deny" || (end === null && !isStated && times.length === 0 && form === "plain" && named.every(isDenied));
  const all = isNone ? named.map((each) => (each.role.startsWith("not") ? { ...each, role: "" } : each)) : named;
  const isNoneOn = isNone && end === null && named.length > 0;
  const fixed = readScope(sheet, all);
  const hasPeople = names.people.length > 0;
  const { leaves, off, out, isIn, isAlone, isUnclear } = whoLeaves(pieces, { about, end, takesOff, stated });
  const isCancel = stated === "cancel" || isNoneOn || (end !== null && !leaves) || (isAlone && !hasPeople);
  const denied = isCancel ? [] : [...all, ...times].filter(isDenied);
  const kept = isCancel || repeat === null ? all.filter((each) => isExcept(each) && !denied.includes(each)) : [];
  const days = all.filter((each) => !kept.includes(each) && !denied.includes(each));
  const { own: words, unread, remarks, place } = readWords(pieces, context, isCancel);
  const whole = fixed ?? (repeat !== null || (isRename && days.length === 0) ? "all" : null);
  const { begin, weekday, scope } = scopeOf({
    days,
    whole,
    end,
    isCancel: isCancel || leaves,
    isRepeated: repeat !== null,
  });
  // "Emma can't come until January" is about the dates until then.
  const isLater = (each: Part & Role): boolean => isNew(each) && !isDenied(each) && !(leaves && isUntil(each));
  const boundary = Math.min(...[...days, ...times].filter(isLater).map(({ at }) => at));
  const hasNew = Number.isFinite(boundary);
  const changesOnlyPlan = Object.values(lengths).some((each) => each !== null) || form !== "plain" || leaves;
  const isSource = ({ at, role }: Part & Role): boolean =>
    isCancel || (hasNew ? at < boundary : /^(?:from|of)$/u.test(role));
  const sourceTimes = times.filter((each) => !isDenied(each) && isSource(each) && (isCancel || each.end === null));
  const outside = names.people.filter((id) => !isIn.includes(id));
  const hasOther = times.length > 0 || changesOnlyPlan || repeat !== null || names.things.length > 0;
  // "Noah can't go, Emma goes instead".
  const replaces = leaves && outside.length > 0 && STANDS_IN.test(sheet.text);
  // "It's Mom who goes, not Dad".
  const isSwapped = names.removedPeople.length > 0;
  const isAdd =
    form === "add" ||
    (form === "use" && outside.length > 0) ||
    (!isCancel &&
      form === "plain" &&
      !leaves &&
      outside.length > 0 &&
      (JOINS.test(sheet.text) || !hasOther || isSwapped));
  const people = (form === "plain" && !isAdd && !leaves) || isRename ? names.people : [];
  const hints = { words, people, things: isCancel ? names.things : [], scope };
  // "Monday 15:30 → 16:00, every week" names the weekday of the series.
  const isOfDays = repeat === null || fixed === "following" || days.some((each) => each.weekday === null);
  const find = (source: readonly Days[]): Found => {
    const range = weekday !== null && begin !== undefined ? [begin] : isOfDays ? source : [];
    return findTarget(
      { ...hints, days: rangeOf(range, today), weekday, start: sourceTimes[0]?.start.minutes ?? null },
      context,
    );
  };
  // "To 6pm this week" of a series is about its dates in this week.
  const isDuring = ({ kind, role }: Days): boolean =>
    kind === "span" && role === "" && times.length > 0 && about !== null && isSeries(about);
  // A trip has one date, so that another day is its new one.
  const isTrip = about !== null && about.allDay && !isSeries(about) && !isCancel;
  const identifying =
    weekday !== null
      ? days
      : days.filter((each) => isSource(each) || isDuring(each) || (!hasNew && changesOnlyPlan && !isTrip));
  const { found, source } = findSource(identifying, days, find);
  const { candidates } = found;
  // "All in December except the 15th".
  const dates =
    kept.length === 0 ? undefined : found.target?.starts?.filter((start) => !kept.some((each) => isOn(each, start)));
  const target = found.target && dates?.[0] !== undefined ? { ...found.target, starts: dates } : found.target;
  // Each day that is named must be one of the dates.
  const isMissed = ({ first }: Days): boolean =>
    isCancel && scope === "several" && target?.starts?.every((start) => !start.startsWith(first.toString())) === true;
  const missed =
    rangeOf(source, today) === source ? source.filter((each) => each.kind === "day" && isMissed(each)) : [];
  const event = context.calendar.event(target?.eventId ?? "");
  const moved = movedTo(
    { ...pieces, lengths, days, times: times.filter((each) => !sourceTimes.includes(each)) },
    source,
    {
      event,
      target,
    },
  );
  const { own, base, ends, newDays, shifted, isTwice } = moved;
  const old: Request = {
    ...emptyRequest,
    eventType: isCancel ? "cancel" : "modify",
    day: ends ? (event?.start ?? null) : null,
  };
  const hint = { text: sheet.text, near: startOf(target, context) };
  const laid = isCancel ? { request: old, unused: [] } : withWhen(old, own, context, hint);
  const request = ends && newDays.length === 0 ? { ...laid.request, day: null } : laid.request;
  // "We don't need the van, take the car".
  const taken = names.things.filter((id) => form !== "remove" && (!leaves || event?.resources.includes(id) !== true));
  const gone = names.things.filter((id) => !taken.includes(id));
  const removed = form === "remove" || leaves ? [...off.filter((id) => !outside.includes(id)), ...gone] : [];
  const isThing = isCancel && names.removedThings.length > 0;
  const isWhole = isRename && whole === "all" && event !== null && isSeries(event);
  return {
    ...request,
    ...(event?.allDay === true && request.start === null && wholeDays(request, event)),
    title: words.length === 0 ? null : words.join(" "),
    newTitle,
    location: place,
    participants:
      isAdd || replaces ? (about === null ? [...names.people] : outside) : isCancel ? [...names.people] : [],
    resources: isCancel || isRename ? [] : taken,
    removedParticipants: isCancel ? [] : [...out, ...removed.filter((id) => off.includes(id))],
    removedResources: isCancel ? [] : [...names.removedThings, ...removed.filter((id) => names.things.includes(id))],
    target,
    candidates,
    // "To 6pm next week" lacks its day.
    missing: [
      ...found.missing,
      ...request.missing,
      ...(request.open && request.start !== null ? ["time" as const] : []),
    ],
    assumed: [
      ...request.assumed,
      ...source.flatMap(({ assumed }) => assumed ?? []),
      ...remarks.map((text) => `"${text}" left out`),
      ...namesAssumed(names),
      ...(end === "deny" && hasPeople && isCancel && stated !== "cancel"
        ? ["nobody else takes part, so it is canceled"]
        : []),
      ...(isWhole ? ["all dates of the series"] : []),
      ...(newTitle !== null && SENTENCE.test(newTitle) ? [`"${newTitle}" as the name`] : []),
    ],
    problems: [
      ...found.problems,
      ...(weekday !== null && event !== null && isOnSeveralDays(event)
        ? [`"${event.title}" is on several weekdays, and from a date on I can only change all of them.`]
        : []),
      ...request.problems,
      ...(event === null ? [] : rhythmProblems(event, { repeat, isCancel, sheet })),
      ...(isUnclear || (leaves && outside.length > 0 && !replaces)
        ? ["I did not understand who takes part, and who does not."]
        : []),
      ...dayProblems(source),
      ...namesProblems(names),
      // "Without the van" has no meaning for a cancellation.
      ...(isCancel && !isAlone && !isThing ? removedNames(names, context.calendar.household) : []).map(
        (name) => `I did not understand what ${name} should be left out of.`,
      ),
    ],
    unread: [
      ...found.unread,
      ...unread,
      ...[
        ...laid.unused,
        ...(target === found.target ? kept : []),
        ...missed,
        ...sourceTimes.slice(1),
        ...denied.filter((each) => !isOld(each, event, base)),
      ].map(textOf),
      ...(shifted !== null && !isTwice ? newDays.map(textOf) : []),
      ...(isCancel ? [lengths.text ?? []].flat() : []),
    ],
  };
}

/** Rhythms that a person has to say clearly: "cancel it every other Friday", and "scouts moves to Thursdays" of an event every second week. */
function rhythmProblems(
  event: CalendarEvent,
  { repeat, isCancel, sheet }: Pick<Pieces, "repeat" | "sheet"> & { readonly isCancel: boolean },
): string[] {
  const { title, recurrenceRule, start } = event;
  if (repeat === null || recurrenceRule === null) return [];
  const [own, asked] = [readRule(recurrenceRule), readRule(repeat.rule)];
  const interval = Number(own.get("INTERVAL") ?? 1);
  const isSame = own.get("FREQ") === asked.get("FREQ") && (repeat.interval === 1 || repeat.interval === interval);
  if (!isCancel)
    return isSame && interval > repeat.interval && !sheet.says(/\b(?:every|each|weekly|(?:dai|month|year)ly)\b/iu)
      ? [`"${title}" is ${repetition(event)}. Say "every" or "every second" with its new day.`]
      : [];
  const day = RULE_DAYS[Temporal.PlainDate.from(start.slice(0, 10)).dayOfWeek - 1] ?? "";
  const days = (own.get("BYDAY") ?? day).split(",");
  const isWhole = asked.get("BYDAY") === undefined || days.every((each) => asked.get("BYDAY")?.includes(each));
  return (isSame && isWhole) || asked.get("FREQ") === "DAILY"
    ? []
    : [`I can cancel dates of "${title}" that you name, all of them, or all from a date on.`];
}

const isOnSeveralDays = ({ recurrenceRule }: CalendarEvent): boolean =>
  /FREQ=DAILY|BYDAY=[^;]*,/u.test(recurrenceRule ?? "");

/** The event that a change is about. */
interface About {
  readonly event: CalendarEvent | null;
  readonly target: Request["target"];
}

/** The pieces of a change that are new, with days near those of the event. `source` are the days that find the event. */
function movedTo(pieces: Pieces, source: readonly Days[], { event, target }: About) {
  const { sheet, days, times, lengths, repeat, today } = pieces;
  const resized = /\b(?:extend|lengthen|shorten|prolong|ends?|ending|finish(?:es)?)\b(?<!same (?:end|finish))/iu.exec(
    sheet.text,
  );
  const lengthens = resized !== null;
  // "Starts at 4 and ends at 6" names both.
  const isEnd = ({ at }: Part): boolean => lengthens && (times.length === 1 || at > resized.index);
  // The last day of a trip: "ends on the 19th".
  const ends = event?.allDay === true && (lengthens || days.some(isUntil));
  const isOne = event !== null && (!isSeries(event) || target?.starts?.length === 1);
  const base = isOne ? Temporal.PlainDate.from((target?.starts?.[0] ?? event.start).slice(0, 10)) : null;
  const last = event?.allDay === true ? Temporal.PlainDate.from(event.end).subtract({ days: 1 }) : base;
  const anchor = ends ? last : base;
  /** Saturday is that of the week of the event; if it could be another one, that is said. */
  const near = (each: Days): Days => {
    const day = anchor === null || repeat !== null ? each : nearTo(each, anchor, today);
    const [one, other] = [dayText(day.first, today), dayText(each.first, today)];
    const name = textOf(each).replace(/^(?:→|to|on) /iu, "");
    const problem = day.first.dayOfWeek === day.weekday ? null : day.problem;
    return one === other ? day : { ...day, problem, assumed: `"${name}" as ${one}, not ${other}` };
  };
  const newDays = days.filter((each) => !source.includes(each));
  // "Two days later" is a day, if one date is meant, and so is "it ends a day earlier".
  const days24 = lengths.shift !== null && lengths.shift % 1440 === 0 ? lengths.shift / 1440 : null;
  const shifted =
    anchor !== null && days24 !== null && (ends || event?.allDay === false || newDays.length > 0)
      ? anchor.add({ days: days24 })
      : null;
  if (shifted !== null && newDays.length === 0)
    newDays.push({ ...ONE_DAY, at: 0, text: "", role: ends ? "until" : "", first: shifted, last: shifted });
  const isTwice = shifted !== null && newDays.every((each) => near(each).first.equals(shifted));
  const own = {
    ...pieces,
    lengths: !isTwice ? lengths : { ...lengths, shift: null },
    // A new repetition begins where the old one ends.
    days:
      repeat === null
        ? newDays.map((each) => (each.text === "" ? each : near(ends ? until(each) : plainRole(each))))
        : days,
    // "Every second week from January" keeps the weekday.
    repeat:
      repeat === null || event === null || !isSeries(event) || days.some(({ kind }) => kind === "day")
        ? repeat
        : onWeekdayOf(Temporal.PlainDate.from(event.start.slice(0, 10)), repeat),
    times: times.filter((each) => !isDenied(each)).map((each) => (isEnd(each) ? until(each) : plainRole(each))),
  };
  return { own, base, ends, newDays, shifted, isTwice };
}

/** The only event that the words of a text name; null if there is none, or several. */
export function aboutOf(sheet: Sheet, context: ReadContext): CalendarEvent | null {
  const kindOf = wordKinds(context);
  const words = sheet
    .words()
    .map(textOf)
    .filter((word) => kindOf(word) === "title");
  const { target, candidates } = findTarget({ words }, context);
  return words.length === 0
    ? null
    : context.calendar.event(target?.eventId ?? (candidates.length === 1 ? (candidates[0]?.eventId ?? "") : ""));
}

/** True for a time or a day that the event has: "not 8 but 9" and "instead of Friday" deny what is so now. */
function isOld(piece: Pieces["times"][number] | Days, event: CalendarEvent | null, base: Day | null): boolean {
  if (event === null) return false;
  if ("start" in piece)
    return [event.start, event.end].some(
      (at) => !event.allDay && (minutesOfTime(at.slice(11, 16)) - piece.start.minutes) % 720 === 0,
    );
  const last = Temporal.PlainDate.from(event.end.slice(0, 10)).subtract({ days: event.allDay ? 1 : 0 });
  return [base, event.allDay ? last : null].some(
    (day) => day !== null && (day.equals(piece.first) || nearTo(piece, day, day).first.equals(day)),
  );
}

/** A shift of an event that takes whole days. */
function wholeDays({ shift }: Request, { start }: CalendarEvent): Partial<Request> {
  if (shift === null || shift % 1440 !== 0) return {};
  return {
    allDay: true,
    shift: null,
    day: Temporal.PlainDate.from(start)
      .add({ days: shift / 1440 })
      .toString(),
  };
}

/** Start of the target, in minutes since midnight. */
export function startOf(target: Request["target"], { calendar }: ReadContext): number | null {
  const event = calendar.event(target?.eventId ?? "");
  return event === null || event.allDay ? null : minutesOfTime(event.start.slice(11));
}
