// cspell:ignore driv
import { type Day, type Days, dayText, nearTo, ONE_DAY, type Part, type Role, type Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "../calendar-event.ts";
import { minutesOfTime } from "../household.ts";
import { isSeries } from "../planning/series.ts";
import { emptyRequest, type Request } from "../request.ts";
import { readWords, textOf } from "./change-words.ts";
import { type Intent, MOVED, readEnd } from "./intent.ts";
import { leftOut, namesAssumed, namesProblems } from "./names.ts";
import { isDenied, isExcept, isTo, isUntil, type Pieces, type ReadContext, withSameEnd } from "./pieces.ts";
import { limitOf, onWeekdayOf } from "./repeat.ts";
import { findTarget, type Found, readScope, wordKinds } from "./target.ts";
import { SENTENCE } from "./title.ts";
import { isWeekdayOnly, withWhen } from "./when.ts";

const TAKES_OFF = /\b(?:take|leave|count) (him|her|them|me) (?:off|out)(?: of it)?\b/iu;
const FROM = /^(?:after|from|since|as of|starting)/u;
/** Verbs that tell that somebody takes part too. */
const JOINS =
  /\b(?:add|invite|include|too|also|as well|with|along|join\w*|com(?:e|es|ing)|stick|brings?|bringing|driv\w+|takes|taking|pick\w*|helps?|needs?)\b/iu;

/** Days on which the occurrences of a target are: "from 24 to 31 December", "until Christmas" and "after 3 January" are ranges. */
function rangeOf(days: readonly Days[], today: Day): readonly Pick<Days, "first" | "last">[] {
  const [one, two] = days;
  if (one === undefined) return [];
  if (two !== undefined) return days.length === 2 && isTo(two) ? [{ first: one.first, last: two.last }] : days;
  if (one.role === "before" || isUntil(one)) return [{ first: today, last: limitOf(one) }];
  const from = one.role === "after" ? one.last.add({ days: 1 }) : one.first;
  return FROM.test(one.role) && one.kind !== "days" ? [{ first: from, last: today.add({ years: 3 }) }] : days;
}

/** A weekday that is also today does not tell which occurrence is meant. */
const dayProblems = (days: readonly Days[]): string[] =>
  days.flatMap(({ problem, today, assumed }) => [
    ...(problem === null ? [] : [problem]),
    ...(today ? [`Do you mean ${assumed?.replace(/^.* as /u, "").replace(", not ", " or ") ?? "today"}?`] : []),
  ]);

const isNew = ({ role }: Role): boolean => /^(?:to|→|until|till?|for|make it|meant)$/u.test(role);
/** The new time after "to" is read like any other. */
const plainRole = <Piece extends Role>(piece: Piece): Piece =>
  /^(?:to|→|for|make it|meant|from)$/u.test(piece.role) ? { ...piece, role: "" } : piece;
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
  const takesOff = TAKES_OFF.exec(sheet.text);
  if (takesOff !== null) sheet.claim({ at: takesOff.index, text: takesOff[0] });
  // "Take me off" is about the speaker, whoever else is named.
  const off = takesOff?.[1] === "me" && context.speaker !== null ? [context.speaker] : names.people;
  const { days: named, lengths } = pieces;
  const end = stated !== "cancel" && (isStated || MOVED.test(sheet.text)) ? null : readEnd(sheet);
  const isRename = form === "rename";
  // "No swimming, so not on the 22nd" denies the event on that day.
  const isNone =
    end === "deny" || (end === null && !isStated && times.length === 0 && form === "plain" && named.every(isDenied));
  const all = isNone ? named.map((each) => (each.role.startsWith("not") ? { ...each, role: "" } : each)) : named;
  const isNoneOn = isNone && end === null && named.length > 0;
  const fixed = readScope(sheet, all);
  const hasPeople = names.people.length > 0;
  const isIn = names.people.filter((id) => about?.participants.includes(id) === true);
  const [subject] = names.people;
  // Somebody who does not come is taken out, unless the event is only for that person.
  const taking = about?.participants ?? [];
  const leavesOne = off.some((id) => taking.includes(id)) && taking.some((id) => !off.includes(id));
  // "Mum can't take Emma, Grandma does it" tells nothing about who takes part.
  const isUnclear = end === "deny" && isIn.length > 0 && subject !== undefined && !isIn.includes(subject);
  // "Swimming doesn't need the van" ends nothing.
  const isUnneeded =
    !hasPeople && [...names.things, ...names.removedThings].some((id) => about?.resources.includes(id) === true);
  const isNotNeeded = isUnneeded && /\b(?:\p{L}+n't|not|no longer) needs?\b/iu.test(sheet.text);
  const leaves =
    isNotNeeded || ((end === "deny" || takesOff !== null) && stated !== "cancel" && (leavesOne || isUnneeded));
  // "Swap Emma's gymnastics for Friday" takes nobody out.
  const out = !hasPeople && sheet.says(/\b(?:swap|switch|exchange|replace)/iu) ? [] : names.removedPeople;
  const isAlone = about !== null && out.length > 0 && about.participants.every((id) => out.includes(id));
  const isCancel = stated === "cancel" || isNoneOn || (end !== null && !leaves) || (isAlone && !hasPeople);
  const denied = isCancel ? [] : [...all, ...times].filter(isDenied);
  const kept = isCancel || repeat === null ? all.filter((each) => isExcept(each) && !denied.includes(each)) : [];
  const days = all.filter((each) => !kept.includes(each) && !denied.includes(each));
  const { own: words, unread, remarks, place } = readWords(pieces, context, isCancel);
  const whole = fixed ?? (repeat !== null || (isRename && days.length === 0) ? "all" : null);
  // "From January" has no end; "from Monday to Tuesday" is a move. "Tuesday's school from January" is on Tuesdays.
  const begin = days.find(({ role, kind }) => FROM.test(role) && kind !== "days");
  const besides = days.filter((each) => each !== begin);
  const isNamedOn =
    besides.length === 1 && besides.every((each) => isWeekdayOnly(each) && !isNew(each) && !isDenied(each));
  const isOpen =
    begin !== undefined &&
    (besides.length === 0
      ? isCancel || repeat !== null || begin.kind === "span"
      : (!isCancel && repeat !== null) || isNamedOn);
  const weekday = isOpen && isNamedOn ? (besides[0]?.weekday ?? null) : null;
  const isSeveral = isCancel && (days.length > 1 || days.some(({ kind }) => kind !== "day"));
  const stops = end === "stop" && days.every(({ kind, role }) => kind !== "days" || FROM.test(role));
  const scope =
    (isOpen || stops) && (whole ?? "all") === "all" && !(stops && whole === "all" && days.length === 0)
      ? "following"
      : (whole ?? (isSeveral ? "several" : null));
  const boundary = Math.min(
    ...[...days, ...times].filter((each) => isNew(each) && !isDenied(each)).map(({ at }) => at),
  );
  const hasNew = Number.isFinite(boundary);
  const changesOnlyPlan = Object.values(lengths).some((each) => each !== null) || form !== "plain" || leaves;
  const isSource = ({ at, role }: Part & Role): boolean =>
    isCancel || (hasNew ? at < boundary : /^(?:from|of)$/u.test(role));
  const sourceTimes = times.filter((each) => !isDenied(each) && isSource(each) && (isCancel || each.end === null));
  const outside = names.people.filter((id) => !isIn.includes(id));
  const hasOther = times.length > 0 || changesOnlyPlan || repeat !== null || names.things.length > 0;
  const isAdd =
    form === "add" ||
    (!isCancel && form === "plain" && !leaves && outside.length > 0 && (JOINS.test(sheet.text) || !hasOther));
  const people = (form === "plain" && !isAdd && !leaves) || isRename ? names.people : [];
  const hints = { words, people, things: isCancel ? names.things : [], scope };
  const find = (source: readonly Days[]): Found => {
    // "Monday 15:30 → 16:00, every week" names the weekday of the series.
    const range =
      repeat === null || fixed === "following" || days.some((each) => each.weekday === null)
        ? rangeOf(source, today)
        : [];
    const dated = weekday === null || begin === undefined ? range : rangeOf([begin], today);
    return findTarget({ ...hints, days: dated, weekday, start: sourceTimes[0]?.start.minutes ?? null }, context);
  };
  // A trip has one date, so that another day is its new one.
  const isTrip = about !== null && about.allDay && !isSeries(about) && !isCancel;
  let source =
    weekday !== null ? days : days.filter((each) => isSource(each) || (!hasNew && changesOnlyPlan && !isTrip));
  let found = find(source);
  // "Make Friday's piano 5pm" names a date of the event; "reschedule the dentist Friday 10am" names its new one.
  const unmarked = days.filter((each) => !source.includes(each) && !isNew(each));
  if (unmarked.length > 0 && !days.some(isNew))
    for (const more of [unmarked, unmarked.slice(0, 1)]) {
      const onDays = find([...source, ...more]);
      if (onDays.target !== null && (found.target === null || found.target.starts !== null)) {
        [found, source] = [onDays, [...source, ...more]];
        break;
      }
    }
  const { target, candidates } = found;
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
  const removed = form === "remove" || leaves ? [...off, ...names.things] : [];
  const isThing = isCancel && names.removedThings.length > 0;
  const isWhole = isRename && whole === "all" && event !== null && isSeries(event);
  return {
    ...request,
    ...(event?.allDay === true && request.start === null && wholeDays(request, event)),
    title: words.length === 0 ? null : words.join(" "),
    newTitle,
    location: place,
    participants: isAdd ? (about === null ? [...names.people] : outside) : isCancel ? [...names.people] : [],
    resources: form === "remove" || leaves || isCancel || isRename ? [] : [...names.things],
    removedParticipants: isCancel ? [] : [...out, ...removed.filter((id) => off.includes(id))],
    removedResources: isCancel ? [] : [...names.removedThings, ...removed.filter((id) => names.things.includes(id))],
    target,
    candidates,
    missing: [...found.missing, ...request.missing],
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
      ...(isUnclear ? ["I did not understand who takes part, and who does not."] : []),
      ...dayProblems(source),
      ...namesProblems(names),
      ...(isCancel && !isAlone && !isThing ? leftOut(names, context.calendar.household) : []),
    ],
    unread: [
      ...found.unread,
      ...unread,
      ...[
        ...laid.unused,
        ...kept,
        ...missed,
        ...sourceTimes.slice(1),
        ...denied.filter((each) => !isOld(each, event, base)),
      ].map(textOf),
      ...(shifted !== null && !isTwice ? newDays.map(textOf) : []),
      ...(isCancel && lengths.minutes !== null ? [`${lengths.minutes} minutes`] : []),
    ],
  };
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
  const lengthens = sheet.says(
    /\b(?:extend|lengthen|shorten|prolong|ends?|ending|finish(?:es)?)\b(?<!same (?:end|finish))/iu,
  );
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
    times: times.filter((each) => !isDenied(each)).map(lengthens ? until : plainRole),
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
    : context.calendar.event(target?.eventId ?? (candidates.length === 1 ? (candidates[0] ?? "") : ""));
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
