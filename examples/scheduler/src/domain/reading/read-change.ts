import { type Day, type Days, dayText, nearTo, type Part, readDays, type Role, type Sheet } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "../calendar-event.ts";
import { isSeries } from "../planning/series.ts";
import { emptyRequest, type Request } from "../request.ts";
import type { Intent } from "./intent.ts";
import { leftOut, namesAssumed, namesProblems } from "./names.ts";
import { isExcept, isTo, isUntil, type Pieces, type ReadContext, todayOf } from "./pieces.ts";
import { limitOf } from "./series.ts";
import { findTarget, type Found, readScope } from "./target.ts";
import { capital } from "./title.ts";
import { withWhen } from "./when.ts";

/** Pronouns, auxiliaries and verbs such as "make": they say little about a known event, and nothing that is to be changed. */
export const FUNCTION_WORDS =
  "he'll she'll they'll it'll you'll we're they're i'm i've we've i me you he she they them him us that's one ones he's she's am was were be been being do does did doing had having would can could shall should must might let make makes made get gets got go goes going come comes coming say said so course actually really also too well again but both then here already only just still now somebody someone";
/** Words of a change that its times, days and lengths have the meaning of. */
export const CHANGE_WORDS = `${FUNCTION_WORDS} back off out same time hour day place starts start begins begin ends end instead over takes take runs run lasts last hold`;

export const textOf = ({ text }: Part): string => text.replace(/^[\s,]+|[\s,]+$/gu, "");
const textsOf = (sheet: Sheet): string[] => sheet.words().map(textOf);
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

/** Reads a cancellation. */
export function readCancel(pieces: Pieces, context: ReadContext, reason: string | null): Request {
  const { sheet, names, times, repeat, lengths, today } = pieces;
  // "All except 10 December" would cancel more than it names.
  const [days, kept] = [pieces.days.filter((each) => !isExcept(each)), pieces.days.filter(isExcept)];
  const isFollowing = days.length === 1 && FROM.test(days[0]?.role ?? "");
  const isSeveral = days.length > 1 || days.some(({ kind }) => kind !== "day");
  const said = readScope(sheet, days) ?? (repeat === null ? null : "all");
  // "Every date after the new year" has no last one.
  const scope = isFollowing && (said ?? "all") === "all" ? "following" : (said ?? (isSeveral ? "several" : null));
  const words = textsOf(sheet);
  const { people, things } = names;
  const start = times[0]?.start.minutes ?? null;
  const found = findTarget({ words, people, things, days: rangeOf(days, today), start, scope }, context);
  // "No van for swimming" is about the van.
  const isThing = things.length > 0 && words.length > 0 && sheet.says(/^\W*no\b/iu);
  return {
    ...emptyRequest,
    eventType: "cancel",
    title: words.length === 0 ? null : words.join(" "),
    participants: [...people],
    ...found,
    assumed: [
      ...days.flatMap(({ assumed }) => assumed ?? []),
      ...namesAssumed(names),
      ...(reason === null ? [] : [`"${reason}" as the reason`]),
    ],
    problems: [
      ...found.problems,
      ...dayProblems(days),
      ...namesProblems(names),
      ...leftOut(names, context.calendar.household),
    ],
    unread: [
      ...found.unread,
      ...[...kept, ...times.slice(1)].map(textOf),
      ...(isThing ? ["no"] : []),
      ...(lengths.minutes === null ? [] : [`${lengths.minutes} minutes`]),
    ],
  };
}

const isNew = ({ role }: Role): boolean => /^(?:to|→|until|till?|for|make it|meant)$/u.test(role);
/** The new time after "to" is read like any other. */
const plainRole = <Piece extends Role>(piece: Piece): Piece =>
  /^(?:to|→|for|make it|meant|from)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

const until = <Piece extends Role>(piece: Piece): Piece => ({ ...piece, role: "until" });

/** Reads a change: what is named before "to" finds the event, and what is named after it is new. */
export function readModify(pieces: Pieces, { form }: Intent, context: ReadContext): Request {
  const { sheet, names, today, lengths, repeat, times } = pieces;
  const kept = repeat === null ? pieces.days.filter(isExcept) : [];
  const days = pieces.days.filter((each) => !kept.includes(each));
  const isFrom = days.some(({ role }) => /^(?:from|as of|starting|since)/u.test(role));
  // "From January" and "from next week" have no end; "from Monday to Tuesday" is a move.
  const isOpen = isFrom && days.length === 1 && days[0]?.kind === "span";
  const scope =
    readScope(sheet, days) ?? (isOpen ? "following" : repeat === null ? null : isFrom ? "following" : "all");
  const words = textsOf(sheet);
  const boundary = Math.min(...[...days, ...times].filter(isNew).map(({ at }) => at));
  const hasNew = Number.isFinite(boundary);
  const changesOnlyPlan = Object.values(lengths).some((each) => each !== null) || form !== "plain";
  const isSource = ({ at, role }: Part & Role): boolean =>
    hasNew ? at < boundary : /^(?:from|of|instead of|not(?: at)?)$/u.test(role);
  const sourceTimes = times.filter((each) => isSource(each) && each.end === null);
  const start = sourceTimes[0]?.start.minutes ?? null;
  const people = form === "plain" ? names.people : [];
  const find = (source: readonly Days[]): Found =>
    findTarget({ words, people, days: rangeOf(source, today), start, scope }, context);
  let source = days.filter((each) => isSource(each) || (!hasNew && changesOnlyPlan));
  let found = find(source);
  // "Make Friday's piano 5pm" names a date of the event; "reschedule the dentist Friday 10am" names its new one.
  const unmarked = days.filter((each) => !source.includes(each) && !isNew(each));
  if (unmarked.length > 0 && !days.some(isNew)) {
    const onDays = find([...source, ...unmarked]);
    if (onDays.target !== null && (found.target === null || found.target.starts !== null))
      [found, source] = [onDays, [...source, ...unmarked]];
  }
  const lengthens = sheet.says(/\b(?:extend|lengthen|shorten|prolong|ends?)\b/iu);
  const event = context.calendar.event(found.target?.eventId ?? "");
  // The last day of a trip: "ends on the 19th".
  const ends = event?.allDay === true && (lengthens || days.some(isUntil));
  const target = event === null || (isSeries(event) && found.target?.starts?.length !== 1) ? null : event;
  const base = target && Temporal.PlainDate.from((found.target?.starts?.[0] ?? target.start).slice(0, 10));
  /** Saturday is that of the week of the event; if it could be another one, that is said. */
  const near = (each: Days): Days => {
    const day = base === null || repeat !== null ? each : nearTo(each, base, today);
    const [one, other] = [dayText(day.first, today), dayText(each.first, today)];
    const name = textOf(each).replace(/^(?:→|to|on) /iu, "");
    return one === other ? day : { ...day, assumed: `"${name}" as ${one}, not ${other}` };
  };
  const own = {
    ...pieces,
    // A new repetition begins where the old one ends.
    days:
      repeat === null
        ? days.filter((each) => !source.includes(each)).map((each) => near(ends ? until(each) : plainRole(each)))
        : days,
    times: times
      .filter((each) => !sourceTimes.includes(each))
      .map((each) => (lengthens ? until(each) : plainRole(each))),
  };
  const hint = { text: sheet.text, near: startOf(found.target, context) };
  const old = { ...emptyRequest, eventType: "modify" as const, day: ends ? event.start : null };
  const { request: timed, unused } = withWhen(old, own, context, hint);
  const request = ends && own.days.length === 0 ? { ...timed, day: null } : timed;
  const removed = form === "remove" ? [...names.people, ...names.things] : [];
  const adds = form === "add" || (form === "plain" && names.people.length === 0);
  return {
    ...request,
    ...(event?.allDay === true && request.start === null && wholeDays(request, event)),
    title: words.length === 0 ? null : words.join(" "),
    participants: adds ? [...names.people] : [],
    resources: form === "remove" ? [] : [...names.things],
    removedParticipants: [...names.removedPeople, ...removed.filter((id) => names.people.includes(id))],
    removedResources: [...names.removedThings, ...removed.filter((id) => names.things.includes(id))],
    priority: pieces.priority,
    target: found.target,
    candidates: found.candidates,
    missing: [...found.missing, ...request.missing],
    assumed: [...request.assumed, ...source.flatMap(({ assumed }) => assumed ?? []), ...namesAssumed(names)],
    problems: [...found.problems, ...request.problems, ...dayProblems(source), ...namesProblems(names)],
    unread: [...found.unread, ...[...unused, ...kept, ...sourceTimes.slice(1)].map(textOf)],
  };
}

/** A shift of an event that takes whole days. */
function wholeDays({ shift }: Request, { start }: CalendarEvent): Partial<Request> {
  if (shift === null || shift % 1440 !== 0) return {};
  const day = Temporal.PlainDate.from(start).add({ days: shift / 1440 });
  return { allDay: true, shift: null, day: day.toString() };
}

/** Start of the target, in minutes since midnight. */
export function startOf(target: Request["target"], { calendar }: ReadContext): number | null {
  const event = target === null ? null : calendar.event(target.eventId);
  return event === null || event.allDay
    ? null
    : Number(event.start.slice(11, 13)) * 60 + Number(event.start.slice(14, 16));
}

/** Reads what follows "rename": an event, and after "to", or in quotation marks, its new name. */
export function readRename(sheet: Sheet, quoted: string | null, context: ReadContext): Request {
  const name = quoted ?? sheet.take(/\s(?:to|as|into)\s+([^\uE000]+?)[^\p{L}\p{N}]*$/iu)?.[1] ?? null;
  const today = todayOf(context);
  const days = readDays(sheet, today);
  const scope = readScope(sheet, days) ?? (days.length === 0 ? "all" : null);
  const words = textsOf(sheet);
  return {
    ...emptyRequest,
    eventType: "modify",
    title: words.join(" "),
    newTitle: name === null ? null : capital(name),
    ...findTarget({ words, days: rangeOf(days, today), scope }, context),
  };
}
