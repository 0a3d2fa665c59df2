import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "../calendar-event.ts";
import { isSeries } from "../planning/series.ts";
import { emptyRequest, isClear, type Request } from "../request.ts";
import { check } from "./check.ts";
import { type Day, type Days, readDays, UNTIL } from "./days.ts";
import { type Intent, readIntent, readReason, wishesIn } from "./intent.ts";
import { type Names, namesAssumed, namesProblems } from "./names.ts";
import { type Pieces, type ReadContext, readPieces, todayOf } from "./pieces.ts";
import { plainText } from "./plain-text.ts";
import { readQuery } from "./read-query.ts";
import { MAX_LENGTH, type Part, Sheet } from "./sheet.ts";
import { findTarget, type Found, readScope } from "./target.ts";
import { capital, readQuoted, readRemaining, wordsOf } from "./title.ts";
import { limitOf } from "./series.ts";
import { withWhen } from "./when.ts";

/** Reads a request without a model. Every word of it is used, or is listed in `unread`. */
export function readRequest(typed: string, context: ReadContext): Request {
  if (typed.length > MAX_LENGTH)
    return { ...emptyRequest, problems: [`A request can have at most ${MAX_LENGTH} characters.`] };
  const text = plainText(typed);
  const wishes = wishesIn(text);
  if (wishes.length > 1)
    return {
      ...emptyRequest,
      problems: [`One request at a time, please. Which first: ${wishes.map((wish) => `"${wish}"`).join(" or ")}?`],
    };
  const intent = readIntent(new Sheet(text));
  const read = check(readAs(text, intent, context), context);
  if (intent.type !== "create" || !CHANGES.test(text)) return read;
  // "Yoga starts at 8 instead" and "Ruth at the concert too" are changes if there is such an event.
  const change = check(
    readAs(text, { ...intent, stated: false, type: "modify", form: ADDS.test(text) ? "add" : "plain" }, context),
    context,
  );
  const isAbout = change.target !== null || change.candidates.length > 0;
  return isClear(change) || (isAbout && !intent.stated) ? change : read;
}

/** Words that tell a change of an event without a verb such as "move". */
const CHANGES =
  /\b(?:instead|same time|same hour|now|starts?|begins?|ends?|finish(?:es)?|only|already|longer|shorter|later|earlier|back|forward|too|also|as well|must be|has to be|from\b.+\bon(?:wards)?)\b/iu;

/** "Move yoga from Wednesdays to Mondays": a series has its old weekday anyway. */
const FROM_WEEKDAYS = /\sfrom \p{L}+days (?=to \p{L}+days\b)/iu;
const ADDS = /\b(?:too|also|as well)\b/iu;

function readAs(text: string, intent: Intent, context: ReadContext): Request {
  // "From Monday to Tuesday" is not a range in a change: the arrow keeps the two sides apart.
  const sheet = new Sheet(
    intent.type === "modify" && intent.stated && intent.form === "plain"
      ? text.replace(FROM_WEEKDAYS, " ").replace(/ to /iu, " → ")
      : text,
  );
  const quoted = readQuoted(sheet);
  readIntent(sheet);
  if (intent.form === "rename") return readRename(sheet, quoted, context);
  const reason = intent.type === "cancel" ? readReason(sheet) : null;
  const pieces = readPieces(sheet, context, intent.type === "query" ? "question" : "request");
  if (intent.type === "query") return readQuery(pieces, context);
  if (intent.type === "cancel") return readCancel(pieces, intent, { reason, context });
  // "Add swimming to the calendar" adds no person.
  const isChange =
    intent.type === "modify" && (intent.form !== "add" || pieces.names.people.length + pieces.names.things.length > 0);
  return isChange ? readModify(pieces, intent, context) : readCreate(pieces, { quoted, intent, context });
}

const textOf = ({ text }: Part): string => text.replace(/^[\s,]+|[\s,]+$/gu, "");
const titleOf = (words: readonly Part[]): string | null => (words.length === 0 ? null : words.map(textOf).join(" "));

function readCreate(
  pieces: Pieces,
  {
    quoted,
    intent,
    context,
  }: { readonly quoted: string | null; readonly intent: Intent; readonly context: ReadContext },
): Request {
  const { sheet, names } = pieces;
  const { request, unused } = withWhen(emptyRequest, pieces, context, { text: sheet.text, near: null });
  const things = context.calendar.household.resources
    .filter(({ id }) => names.things.includes(id))
    .map(({ name }) => name);
  const { title, location, unread } = readRemaining(sheet, quoted);
  const me = intent.me && context.speaker !== null ? [context.speaker] : [];
  return {
    ...request,
    // "Book the car for Sam" names nothing else.
    title: title ?? (unread.length === 0 ? (things[0] ?? null) : null),
    location,
    participants: [...new Set([...names.people, ...me])],
    resources: [...names.things],
    priority: pieces.priority,
    assumed: [...request.assumed, ...namesAssumed(names)],
    problems: [
      ...(intent.stated || quoted !== null ? [] : alike(title, names.people, context)),
      ...request.problems,
      ...namesProblems(names),
      ...leftOut(names, context),
    ],
    unread: [
      ...unused.map(textOf),
      ...unread,
      ...(pieces.lengths.shift === null && pieces.lengths.longer === null
        ? []
        : [/\b(?:later|earlier|sooner|longer|shorter|back|forward|ahead|before|by)\b/iu.exec(sheet.text)?.[0] ?? ""]),
    ],
  };
}

/** Words of the question that tells a new event from a change. */
export const DOUBT = "a new event, or a change of";

/** "Yoga makes a break" and "Let yoga run" contain the name of an event and a verb: they may be about that event. */
function alike(title: string | null, participants: readonly string[], { calendar }: ReadContext): string[] {
  const words = wordsOf((title ?? "").toLowerCase());
  const found = calendar.events().find((event) => {
    const own = wordsOf(event.title.toLowerCase());
    const at = words.findIndex((_, index) => own.every((word, place) => words[index + place] === word));
    if (at < 0) return false;
    const next = words[at + own.length];
    // "Piano recital" is another event; the title alone is the same series, unless it is for somebody else.
    return (
      at > 0 ||
      (next === undefined
        ? isSeries(event) && participants.every((id) => event.participants.includes(id))
        : next.endsWith("s"))
    );
  });
  return found === undefined ? [] : [`Is "${title ?? ""}" ${DOUBT} "${found.title}"?`];
}

/** "Without the van" has no meaning for a new event. */
function leftOut({ removedPeople, removedThings }: Names, { calendar: { household } }: ReadContext): string[] {
  const out = [...household.members, ...household.resources].filter(
    ({ id }) => removedPeople.includes(id) || removedThings.includes(id),
  );
  return out.length === 0
    ? []
    : [`I did not understand what ${out.map(({ name }) => name).join(" and ")} should be left out of.`];
}

/** Days on which the occurrences of a target are: "from 24 to 31 December", "until Christmas" and "after 3 January" are ranges. */
function rangeOf(days: readonly Days[], today: Day): readonly Pick<Days, "first" | "last">[] {
  const [one, two] = days;
  if (one === undefined) return [];
  if (two !== undefined)
    return days.length === 2 && (UNTIL.test(two.role) || /^(?:to|-)$/u.test(two.role))
      ? [{ first: one.first, last: two.last }]
      : days;
  if (one.role === "before") return [{ first: today, last: one.first.subtract({ days: 1 }) }];
  if (UNTIL.test(one.role)) return [{ first: today, last: limitOf(one) }];
  return /^(?:after|from|since|as of|starting)/u.test(one.role)
    ? [{ first: one.role === "after" ? one.last.add({ days: 1 }) : one.first, last: today.add({ years: 3 }) }]
    : days;
}

/** A weekday that is also today does not tell which occurrence is meant. */
const dayProblems = (days: readonly Days[]): string[] =>
  days.flatMap(({ problem, today, assumed }) => [
    ...(problem === null ? [] : [problem]),
    ...(today ? [`Do you mean ${assumed?.replace(/^.* as /u, "").replace(", not ", " or ") ?? "today"}?`] : []),
  ]);

function readCancel(
  { sheet, names, days, times, repeat, lengths, today }: Pieces,
  { form }: Intent,
  { reason, context }: { readonly reason: string | null; readonly context: ReadContext },
): Request {
  const { calendar } = context;
  const isFollowing = days.length === 1 && /^(?:after|from|since|as of|starting)/u.test(days[0]?.role ?? "");
  const isSeveral = days.length > 1 || days.some(({ kind }) => kind !== "day");
  const scope =
    readScope(sheet, days) ?? (repeat !== null ? "all" : isFollowing ? "following" : isSeveral ? "several" : null);
  const words = sheet.rest();
  const isAbsence = form === "absent";
  const found = findTarget(
    {
      words: words.map(textOf),
      people: isAbsence ? [] : names.people,
      things: names.things,
      days: rangeOf(days, today),
      start: times[0]?.start.minutes ?? null,
      scope,
    },
    context,
  );
  // Somebody who cannot come does not cancel an event of others.
  const others =
    calendar.event(found.target?.eventId ?? "")?.participants.filter((id) => !names.people.includes(id)) ?? [];
  const leaves = isAbsence && others.length > 0 && names.people.length > 0;
  // "No van for swimming" cancels the van.
  // "Ruth will come instead" is more than a reason.
  const isChange = /\binstead\b/iu.test(reason ?? "");
  const isWithout = names.things.length > 0 && words.length > 0 && sheet.says(/^\W*no\b/iu);
  return {
    ...emptyRequest,
    title: titleOf(words),
    ...found,
    ...(isWithout
      ? { eventType: "modify", removedResources: [...names.things] }
      : leaves
        ? { eventType: "modify", removedParticipants: [...names.people] }
        : { eventType: "cancel", participants: [...names.people] }),
    assumed: [
      ...days.flatMap(({ assumed }) => assumed ?? []),
      ...namesAssumed(names),
      ...(reason === null || isChange ? [] : [`"${reason}" as the reason`]),
    ],
    problems: [...found.problems, ...dayProblems(days), ...namesProblems(names), ...leftOut(names, context)],
    unread: [
      ...found.unread,
      ...times.slice(1).map(textOf),
      ...(reason !== null && isChange ? [reason] : []),
      ...(lengths.minutes === null ? [] : [`${lengths.minutes} minutes`]),
    ],
  };
}

const PARTICLES =
  "too|also|as well|forward|back|off|out of|out|from|(?:(?:at|on) )?(?:the )?same (?:time|hour|day|place)|must be|has to be|goes|in the calendar|starts?|begins?|ends?|now|instead|over|only|already|will|takes?|runs?|lasts?|do|let|have|hold";
const isNew = ({ role }: { readonly role: string }): boolean => /^(?:to|→|until|till?|for|make it|meant)$/u.test(role);
/** The new time after "to" is read like any other. */
const plainRole = <Piece extends { readonly role: string }>(piece: Piece): Piece =>
  /^(?:to|→|for|make it|meant|from)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

function readModify(pieces: Pieces, { form }: Intent, context: ReadContext): Request {
  const { sheet, names, today, lengths, repeat, days, times } = pieces;
  const { calendar } = context;
  const isFrom = days.some(({ role }) => /^(?:from|as of|starting|since)/u.test(role));
  const scope = readScope(sheet, days) ?? (repeat === null ? null : isFrom ? "following" : "all");
  sheet.takeAll(PARTICLES);
  const words = sheet.rest();
  const marks = [...days, ...times].filter(isNew).map(({ at }) => at);
  const boundary = marks.length === 0 ? null : Math.min(...marks);
  const changesOnlyPlan =
    lengths.shift !== null || lengths.longer !== null || lengths.minutes !== null || form !== "plain";
  const isSource = ({ at, role }: Part & { readonly role: string }): boolean =>
    boundary === null ? /^(?:from|of|instead of)$/u.test(role) : at < boundary;
  const sourceTimes = times.filter((each) => isSource(each) && each.end === null);
  const find = (source: readonly Days[]): Found =>
    findTarget(
      {
        words: words.map(textOf),
        people: form === "plain" ? names.people : [],
        days: rangeOf(source, today),
        start: sourceTimes[0]?.start.minutes ?? null,
        scope,
      },
      context,
    );
  let source = days.filter((each) => isSource(each) || (boundary === null && changesOnlyPlan));
  let found = find(source);
  // "Make Friday's piano 5pm" names a date of the event; "reschedule the dentist Friday 10am" names its new one.
  const unmarked = days.filter((each) => !source.includes(each) && !isNew(each));
  if (boundary === null && unmarked.length > 0) {
    const onDays = find([...source, ...unmarked]);
    if (onDays.target !== null && (found.target === null || found.target.starts !== null))
      [found, source] = [onDays, [...source, ...unmarked]];
  }
  const lengthens = /\b(?:extend|lengthen|shorten|prolong|ends?)\b/iu.test(sheet.text);
  const own = {
    ...pieces,
    // A new repetition begins where the old one ends.
    days: days
      .filter((each) => !source.includes(each) || repeat !== null)
      .map((each) => (repeat === null ? plainRole(each) : each)),
    times: times
      .filter((each) => !sourceTimes.includes(each))
      .map((each) => (lengthens ? { ...each, role: "until" } : plainRole(each))),
  };
  const { request, unused } = withWhen({ ...emptyRequest, eventType: "modify" }, own, context, {
    text: sheet.text,
    near: startOf(found.target, context),
  });
  const event = calendar.event(found.target?.eventId ?? "");
  const removed = form === "remove" ? [...names.people, ...names.things] : [];
  const adds = form === "add" || (form === "plain" && names.people.length === 0);
  return {
    ...request,
    ...(event?.allDay === true && request.start === null && wholeDays(request, event)),
    title: titleOf(words),
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
    unread: [...found.unread, ...unused.map(textOf), ...sourceTimes.slice(1).map(textOf)],
  };
}

/** A shift of an event that takes whole days. */
const wholeDays = ({ shift }: Request, { start }: CalendarEvent): Partial<Request> =>
  shift === null || shift % 1440 !== 0
    ? {}
    : {
        allDay: true,
        shift: null,
        day: Temporal.PlainDate.from(start)
          .add({ days: shift / 1440 })
          .toString(),
      };

/** Start of the target, in minutes since midnight. */
export function startOf(target: Request["target"], { calendar }: ReadContext): number | null {
  const event = target === null ? null : calendar.event(target.eventId);
  return event === null || event.allDay
    ? null
    : Number(event.start.slice(11, 13)) * 60 + Number(event.start.slice(14, 16));
}

function readRename(sheet: Sheet, quoted: string | null, context: ReadContext): Request {
  const [, old = "", name = ""] =
    /^(?:.*?\b(?:rename|title of|name of)\s+)?(.+?)\s+(?:to|as|into)\s+(.+?)[.!?]*$/iu.exec(sheet.text) ?? [];
  const written = quoted ?? name.replaceAll('"', "");
  const own = new Sheet(old);
  const today = todayOf(context);
  const days = readDays(own, today);
  const scope = readScope(own, days) ?? (days.length === 0 ? "all" : null);
  const found = findTarget({ words: own.rest().map(textOf), days: rangeOf(days, today), scope }, context);
  return {
    ...emptyRequest,
    eventType: "modify",
    title: old === "" ? null : old,
    newTitle: written === "" ? null : capital(written),
    ...found,
  };
}
