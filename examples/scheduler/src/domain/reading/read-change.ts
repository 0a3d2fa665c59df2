import { type Day, type Days, dayText, nearTo, type Part, type Role } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "../calendar-event.ts";
import { minutesOfTime } from "../household.ts";
import { isSeries } from "../planning/series.ts";
import { emptyRequest, type Request } from "../request.ts";
import type { Intent } from "./intent.ts";
import { leftOut, namesAssumed, namesProblems } from "./names.ts";
import { isExcept, isTo, isUntil, type Pieces, type ReadContext } from "./pieces.ts";
import { limitOf } from "./repeat.ts";
import { findTarget, type Found, readScope } from "./target.ts";
import { withWhen } from "./when.ts";

/** Pronouns, auxiliaries and verbs such as "make": they say little about a known event, and nothing that is to be changed. */
export const FUNCTION_WORDS =
  "he'll she'll they'll it'll you'll we're they're i'm i've we've i me you he she they them him us that's one ones he's she's am was were be been being do does did doing had having would can could shall should must might let make makes made get gets got go goes going come comes coming say said so course actually really also too well again but both then here already only just still now somebody someone";
/** Words of a change that its times, days and lengths have the meaning of. */
export const CHANGE_WORDS = `${FUNCTION_WORDS} back off out same time hour day place starts start begins begin ends end instead over takes take runs run lasts last hold`;

export const textOf = ({ text }: Part): string => text.replace(/^[\s,]+|[\s,]+$/gu, "");
const FROM = /^(?:after|from|since|as of|starting)/u;

/** Days on which the occurrences of a target are: "from 24 to 31 December", "until Christmas" and "after 3 January" are ranges. */
function rangeOf(days: readonly Days[], today: Day): readonly Pick<Days, "first" | "last">[] {
  const [one, two] = days;
  if (one === undefined) return [];
  if (two !== undefined) return days.length === 2 && isTo(two) ? [{ first: one.first, last: two.last }] : days;
  if (one.role === "before" || isUntil(one)) return [{ first: today, last: limitOf(one) }];
  const from = one.role === "after" ? one.last.add({ days: 1 }) : one.first;
  return FROM.test(one.role) ? [{ first: from, last: today.add({ years: 3 }) }] : days;
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
  pieces: Pieces,
  { type, form }: Intent,
  newTitle: string | null,
  context: ReadContext,
): Request {
  const { sheet, names, times, repeat, lengths, today } = pieces;
  const isCancel = type === "cancel";
  // "All except 10 December" would change more than it names.
  const kept = isCancel || repeat === null ? pieces.days.filter(isExcept) : [];
  const days = pieces.days.filter((each) => !kept.includes(each));
  const isRename = form === "rename";
  const whole = readScope(sheet, days) ?? (repeat !== null || (isRename && days.length === 0) ? "all" : null);
  const words = sheet.words().map(textOf);
  // "From January" has no end; "from Monday to Tuesday" is a move.
  const isOpen =
    FROM.test(days[0]?.role ?? "") &&
    (days.length === 1 ? isCancel || repeat !== null || days[0]?.kind === "span" : !isCancel && repeat !== null);
  const isSeveral = isCancel && (days.length > 1 || days.some(({ kind }) => kind !== "day"));
  const scope = isOpen && (whole ?? "all") === "all" ? "following" : (whole ?? (isSeveral ? "several" : null));
  const boundary = Math.min(...[...days, ...times].filter(isNew).map(({ at }) => at));
  const hasNew = Number.isFinite(boundary);
  const changesOnlyPlan = Object.values(lengths).some((each) => each !== null) || form !== "plain";
  const isSource = ({ at, role }: Part & Role): boolean =>
    isCancel || (hasNew ? at < boundary : /^(?:from|of|instead of|not(?: at)?)$/u.test(role));
  const sourceTimes = times.filter((each) => isSource(each) && (isCancel || each.end === null));
  const people = form === "plain" || isRename ? names.people : [];
  const hints = { words, people, things: isCancel ? names.things : [], scope };
  const find = (source: readonly Days[]): Found =>
    findTarget({ ...hints, days: rangeOf(source, today), start: sourceTimes[0]?.start.minutes ?? null }, context);
  let source = days.filter((each) => isSource(each) || (!hasNew && changesOnlyPlan));
  let found = find(source);
  // "Make Friday's piano 5pm" names a date of the event; "reschedule the dentist Friday 10am" names its new one.
  const unmarked = days.filter((each) => !source.includes(each) && !isNew(each));
  if (unmarked.length > 0 && !days.some(isNew)) {
    const onDays = find([...source, ...unmarked]);
    if (onDays.target !== null && (found.target === null || found.target.starts !== null))
      [found, source] = [onDays, [...source, ...unmarked]];
  }
  const { target, candidates } = found;
  const event = context.calendar.event(target?.eventId ?? "");
  const lengthens = sheet.says(/\b(?:extend|lengthen|shorten|prolong|ends?)\b/iu);
  // The last day of a trip: "ends on the 19th".
  const ends = event?.allDay === true && (lengthens || days.some(isUntil));
  const isOne = event !== null && (!isSeries(event) || target?.starts?.length === 1);
  const base = isOne ? Temporal.PlainDate.from((target?.starts?.[0] ?? event.start).slice(0, 10)) : null;
  /** Saturday is that of the week of the event; if it could be another one, that is said. */
  const near = (each: Days): Days => {
    const day = base === null || repeat !== null ? each : nearTo(each, base, today);
    const [one, other] = [dayText(day.first, today), dayText(each.first, today)];
    const name = textOf(each).replace(/^(?:→|to|on) /iu, "");
    return one === other ? day : { ...day, assumed: `"${name}" as ${one}, not ${other}` };
  };
  const newDays = days.filter((each) => !source.includes(each));
  const own = {
    ...pieces,
    // A new repetition begins where the old one ends.
    days: repeat === null ? newDays.map((each) => near(ends ? until(each) : plainRole(each))) : days,
    times: times.filter((each) => !sourceTimes.includes(each)).map(lengthens ? until : plainRole),
  };
  const old: Request = { ...emptyRequest, eventType: type, day: ends ? event.start : null };
  const hint = { text: sheet.text, near: startOf(target, context) };
  const laid = isCancel ? { request: old, unused: [] } : withWhen(old, own, context, hint);
  const request = ends && newDays.length === 0 ? { ...laid.request, day: null } : laid.request;
  const removed = form === "remove" ? [...names.people, ...names.things] : [];
  const adds = isCancel || form === "add" || (form === "plain" && names.people.length === 0);
  // "No van for swimming" is about the van.
  const isThing = isCancel && names.things.length > 0 && words.length > 0 && sheet.says(/^\W*no\b/iu);
  const isWhole = isRename && whole === "all" && event !== null && isSeries(event);
  return {
    ...request,
    ...(event?.allDay === true && request.start === null && wholeDays(request, event)),
    title: words.length === 0 ? null : words.join(" "),
    newTitle,
    participants: adds ? [...names.people] : [],
    resources: form === "remove" || isCancel || isRename ? [] : [...names.things],
    removedParticipants: isCancel ? [] : [...names.removedPeople, ...removed.filter((id) => names.people.includes(id))],
    removedResources: isCancel ? [] : [...names.removedThings, ...removed.filter((id) => names.things.includes(id))],
    target,
    candidates,
    missing: [...found.missing, ...request.missing],
    assumed: [
      ...request.assumed,
      ...source.flatMap(({ assumed }) => assumed ?? []),
      ...namesAssumed(names),
      ...(isWhole ? ["all dates of the series"] : []),
    ],
    problems: [
      ...found.problems,
      ...request.problems,
      ...dayProblems(source),
      ...namesProblems(names),
      ...(isCancel ? leftOut(names, context.calendar.household) : []),
    ],
    unread: [
      ...found.unread,
      ...[...laid.unused, ...kept, ...sourceTimes.slice(1)].map(textOf),
      ...(isThing ? ["no"] : []),
      ...(isCancel && lengths.minutes !== null ? [`${lengths.minutes} minutes`] : []),
    ],
  };
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
