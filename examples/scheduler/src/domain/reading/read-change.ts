import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "../calendar-event.ts";
import { isSeries } from "../planning/series.ts";
import { emptyRequest, type Request } from "../request.ts";
import { type Day, type Days, dayText, isBefore, isTo, LAST, nearTo, readDays, UNTIL } from "./days.ts";
import type { Intent } from "./intent.ts";
import { leftOut, namesAssumed, namesProblems } from "./names.ts";
import { type Pieces, type ReadContext, todayOf } from "./pieces.ts";
import { limitOf } from "./series.ts";
import { FUNCTION_WORDS, type Part, Sheet } from "./sheet.ts";
import { findTarget, type Found, readScope } from "./target.ts";
import { capital } from "./title.ts";
import { withWhen } from "./when.ts";

export const textOf = ({ text }: Part): string => text.replace(/^[\s,]+|[\s,]+$/gu, "");
const FROM = /^(?:after|from|since|as of|starting)/u;

/** Days on which the occurrences of a target are: "from 24 to 31 December", "until Christmas" and "after 3 January" are ranges. */
function rangeOf(days: readonly Days[], today: Day): readonly Pick<Days, "first" | "last">[] {
  const [one, two] = days;
  if (one === undefined) return [];
  if (two !== undefined) return days.length === 2 && isTo(two) ? [{ first: one.first, last: two.last }] : days;
  if (one.role === "before" || UNTIL.test(one.role)) return [{ first: today, last: limitOf(one) }];
  const from = one.role === "after" ? one.last.add({ days: 1 }) : one.first;
  return FROM.test(one.role) ? [{ first: from, last: today.add({ years: 3 }) }] : days;
}

/** A weekday that is also today does not tell which occurrence is meant. */
const dayProblems = (days: readonly Days[]): string[] =>
  days.flatMap(({ problem, today, assumed }) => [
    ...(problem === null ? [] : [problem]),
    ...(today ? [`Do you mean ${assumed?.replace(/^.* as /u, "").replace(", not ", " or ") ?? "today"}?`] : []),
  ]);

const KEPT = /^(?:except|but not|excluding|skipping|without|not)/u;
/** Named days, and those that a request leaves out. */
const splitKept = (days: readonly Days[]): readonly [named: readonly Days[], kept: readonly Days[]] => [
  days.filter(({ role }) => !KEPT.test(role)),
  days.filter(({ role }) => KEPT.test(role)),
];

/** "Quits at Christmas, the last one is on the 14th": the last one counts, and without it the first day that is canceled. */
function endsOf(days: readonly Days[], sheet: Sheet): readonly [days: readonly Days[], assumed: readonly string[]] {
  const last = days.find(({ role }) => LAST.test(role));
  const others = days.filter((each) => each !== last);
  // A day before the last one contradicts it, so both stay named, and that is asked about.
  if (last !== undefined && others.every(({ first }) => !isBefore(first, last.first)))
    return [[{ ...last, role: "after" }], others.map((each) => `"${textOf(last)}", not "${textOf(each)}"`)];
  const [day] = days;
  if (day === undefined || days.length > 1 || !/^(?:on|at|in)?$/u.test(day.role)) return [days, []];
  if (!sheet.says(/\b(?:quit(?:s|ting)?|(?:gives?|giving) up)\b/iu)) return [days, []];
  return [[{ ...day, role: "from" }], [`"${textOf(day)}" as the first one that is canceled`]];
}

/** Reads a cancellation; `reason` is the clause that explains it. */
export function readCancel(pieces: Pieces, { form }: Intent, reason: string | null, context: ReadContext): Request {
  const { sheet, names, times, repeat, lengths, today } = pieces;
  // "All except 10 December" would cancel more than it names.
  const [named, kept] = splitKept(pieces.days);
  const [days, ending] = endsOf(named, sheet);
  const isFollowing = days.length === 1 && FROM.test(days[0]?.role ?? "");
  const isSeveral = days.length > 1 || days.some(({ kind }) => kind !== "day");
  const said = readScope(sheet, days) ?? (repeat === null ? null : "all");
  // "Every date after the new year" has no last one.
  const scope = isFollowing && (said ?? "all") === "all" ? "following" : (said ?? (isSeveral ? "several" : null));
  const words = sheet.rest().map(textOf);
  const { people, things } = names;
  const start = times[0]?.start.minutes ?? null;
  const hints = { words, people: form === "absent" ? [] : people, things, days: rangeOf(days, today), start, scope };
  const found = findTarget(hints, context);
  const event = context.calendar.event(found.target?.eventId ?? "");
  // Somebody who cannot come does not cancel an event of others, and "no van for swimming" cancels the van.
  const isAbsent = form === "absent" && people.length > 0 && event?.participants.some((id) => !people.includes(id));
  const isWithout = things.length > 0 && words.length > 0 && sheet.says(/^\W*no\b/iu);
  // "Ruth will come instead" is more than a reason.
  const isMore = /\binstead\b/iu.test(reason ?? "");
  return {
    ...emptyRequest,
    title: words.length === 0 ? null : words.join(" "),
    ...found,
    ...(isWithout || isAbsent === true
      ? {
          eventType: "modify",
          ...(isWithout ? { removedResources: [...things] } : { removedParticipants: [...people] }),
        }
      : { eventType: "cancel", participants: [...people] }),
    assumed: [
      ...days.flatMap(({ assumed }) => assumed ?? []),
      ...ending,
      ...namesAssumed(names),
      ...(reason === null || isMore ? [] : [`"${reason}" as the reason`]),
    ],
    problems: [...found.problems, ...dayProblems(days), ...namesProblems(names), ...leftOut(names, context)],
    unread: [
      ...found.unread,
      ...[...kept, ...days.filter(({ role }) => LAST.test(role)), ...times.slice(1)].map(textOf),
      ...(reason !== null && isMore ? [reason] : []),
      ...(lengths.minutes === null ? [] : [`${lengths.minutes} minutes`]),
    ],
  };
}

const PARTICLES =
  "forward|back|off|out of|out|from|(?:(?:at|on) )?(?:the )?same (?:time|hour|day|place)|must be|has to be|goes|in the calendar|starts?|begins?|ends?|instead|over|takes?|runs?|lasts?|hold";
const isNew = ({ role }: { readonly role: string }): boolean => /^(?:to|→|until|till?|for|make it|meant)$/u.test(role);
/** The new time after "to" is read like any other. */
const plainRole = <Piece extends { readonly role: string }>(piece: Piece): Piece =>
  /^(?:to|→|for|make it|meant|from)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

/** Reads a change: what is named before "to" finds the event, and what is named after it is new. */
export function readModify(pieces: Pieces, { form }: Intent, context: ReadContext): Request {
  const { sheet, names, today, lengths, repeat, times } = pieces;
  const [days, kept] = repeat === null ? splitKept(pieces.days) : [pieces.days, []];
  const isFrom = days.some(({ role }) => /^(?:from|as of|starting|since)/u.test(role));
  // "From January" and "from next week" have no end; "from Monday to Tuesday" is a move.
  const isOpen = isFrom && days.length === 1 && days[0]?.kind === "span";
  const scope =
    readScope(sheet, days) ?? (isOpen ? "following" : repeat === null ? null : isFrom ? "following" : "all");
  sheet.takeAll(PARTICLES);
  sheet.takeAll(FUNCTION_WORDS);
  const words = sheet.rest().map(textOf);
  const boundary = Math.min(...[...days, ...times].filter(isNew).map(({ at }) => at));
  const hasNew = Number.isFinite(boundary);
  const changesOnlyPlan = Object.values(lengths).some((each) => each !== null) || form !== "plain";
  const isSource = ({ at, role }: Part & { readonly role: string }): boolean =>
    hasNew ? at < boundary : /^(?:from|of|instead of|not(?: at| on)?)$/u.test(role);
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
  const ends = event?.allDay === true && (lengthens || days.some(({ role }) => UNTIL.test(role)));
  const target = event === null || (isSeries(event) && found.target?.starts?.length !== 1) ? null : event;
  const base = target && Temporal.PlainDate.from((found.target?.starts?.[0] ?? target.start).slice(0, 10));
  /** Saturday is that of the week of the event; if it could be another one, that is said. */
  const near = (each: Days): Days => {
    const day = base === null || repeat !== null ? each : nearTo(each, base, today);
    const [one, other] = [dayText(day.first, today), dayText(each.first, today)];
    return one === other
      ? day
      : { ...day, assumed: `"${textOf(each).replace(/^(?:→|to|on) /iu, "")}" as ${one}, not ${other}` };
  };
  const own = {
    ...pieces,
    // A new repetition begins where the old one ends.
    days:
      repeat === null
        ? days
            .filter((each) => !source.includes(each))
            .map((each) => near(ends ? { ...each, role: "until" } : plainRole(each)))
        : days,
    times: times
      .filter((each) => !sourceTimes.includes(each))
      .map((each) => (lengthens ? { ...each, role: "until" } : plainRole(each))),
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

/** Reads "rename A to B" and `call A "B"`. */
export function readRename({ text }: Sheet, quoted: string | null, context: ReadContext): Request {
  const pattern =
    /^(?:.*?\b(?:rename|title of|name of|call)\s+)?(.+?)\s+(?:(?:to|as|into|(?:should be|is now) (?:called|named))\s+(.+?)|["'].*)(?:\s+instead)?[,.!?\s]*$/iu;
  const [, old = "", name = ""] = pattern.exec(text) ?? [];
  const written = quoted ?? name.replaceAll('"', "");
  const own = new Sheet(old);
  const today = todayOf(context);
  const days = readDays(own, today);
  const scope = readScope(own, days) ?? (days.length === 0 ? "all" : null);
  return {
    ...emptyRequest,
    eventType: "modify",
    title: old === "" ? null : old,
    newTitle: written === "" ? null : capital(written),
    ...findTarget({ words: own.rest().map(textOf), days: rangeOf(days, today), scope }, context),
  };
}
