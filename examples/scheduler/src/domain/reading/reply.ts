import { Temporal } from "temporal-polyfill";
import { check } from "./check.ts";
import type { Days } from "./day-words.ts";
import { NUMBER, numberOf } from "./numbers.ts";
import { asksUndo, givesUp, readIntent } from "./intent.ts";
import { capital, isTelling, readQuoted, wordsOf } from "./title.ts";
import type { Request } from "../request.ts";
import { type Pieces, type ReadContext, readPieces, todayOf } from "./pieces.ts";
import { readRequest } from "./read-request.ts";
import { limitOf, untilOf, whenOf } from "./when.ts";
import { Sheet } from "./sheet.ts";
import { chooseTarget, FILLER, withOtherTarget } from "./choose-target.ts";
import { readScope } from "./target.ts";

/** Meaning of a message while a question waits. */
export interface Reply {
  readonly request: Request;
  /** "changed" continues the same request; "new" and "dropped" leave it. */
  readonly kind: "changed" | "new" | "dropped";
}

const LEAD =
  /^(?:(?:no|nope|nah|not quite|sorry|oops|wait|hang on|hmm|oh|actually|rather|well|yes|yeah|ok|but|and|also|better|instead|please)\b[\s,.!-]*)+/iu;
/** Phrases around a correction, claimed before its pieces are read. */
const MEANT =
  /\b(?:i (?:meant|mean|said)|it (?:should|must|is|was|has to)(?: be)?|(?:can|could|shall) (?:we|you|it)(?: (?:make|do|be))?(?: it)?|make (?:it|that)|let's (?:make it|do|say)|change (?:it|that)(?: to)?|(?:move|push|shift|bring|put) (?:it|that|this)(?: to)?|(?:the )?wrong (?:day|time|one|person|date)|it's|that should be|should be|how about|what about|i'd prefer|prefer|repeat(?:ing|s)?(?: it)?|do it|put it|add|include|leave out|leave|take out|drop|remove|need|we need|use|take|have it|say)\b/giu;
const ONCE =
  /\b(?:(?:(?:just|only) )?(?:once|this once|the once|one time)|not every (?:week|day|month|year)|one[- ]off|no repeat|don't repeat(?: it)?|not (?:a )?(?:weekly|recurring|repeating))\b/iu;
const SKIP =
  /^\s*(?:leave (?:it|that|them) out|ignore (?:it|that|them)|never mind that|without (?:it|that)|skip that|go on without (?:it|that))[.!]*\s*$/iu;

/** Reads a message as an answer to an open question, as a correction of what was asked, or as a new request. */
export function readReply(text: string, open: Request, context: ReadContext): Reply {
  if (givesUp(text)) return { request: open, kind: "dropped" };
  if (asksUndo(text)) return { request: readRequest(text, context), kind: "new" };
  if (SKIP.test(text)) return changed({ ...open, unread: [], problems: [], missing: [] }, context);
  const chosen = chooseTarget(text, open, context);
  if (chosen !== null) return changed(chosen, context);
  const stated = new RegExp(LEAD.source, "iu").test(text);
  const corrected = correct(text, open, context);
  if (corrected.unread.length === 0) return changed({ ...corrected, unread: [] }, context);
  const fresh = readRequest(text, context);
  const { title, day, start, repeat, participants, resources, problems } = fresh;
  const isWhole = title !== null && (day !== null || start !== null || repeat !== null || problems.length > 0);
  const isStated =
    readIntent(new Sheet(text)).stated && [title, day, ...participants, ...resources].some((part) => part !== null);
  const isFresh = !stated && fresh.unread.length === 0 && (isWhole || isStated);
  if (isFresh) return { request: fresh, kind: "new" };
  return { request: { ...open, unread: corrected.unread }, kind: "changed" };
}

/** Problems and gaps are found again after a change. */
const changed = (request: Request, context: ReadContext): Reply => ({
  request: check({ ...request, missing: kept(request.missing) }, context),
  kind: "changed",
});
const kept = (missing: Request["missing"]): Request["missing"] =>
  missing.filter((part) => part === "target" || part === "scope" || part === "half");

/** Applies the pieces of a correction; words without a use are left in `unread`. */
function correct(text: string, open: Request, context: ReadContext): Request {
  const sheet = new Sheet(bareHour(text));
  const quoted =
    readQuoted(sheet) ??
    sheet.take(
      /\b(?:call it|name it|title(?:d)?|rename it to|(?:the )?(?:correct |right )?(?:title|name) is)\s+(.{1,60}?)[.!]*$/iu,
    )?.[1] ??
    null;
  const once = sheet.take(ONCE) !== null;
  const denied = sheet.takeAll(
    new RegExp("\\bnot (?:on |at |for )?(?=\\p{L}*day\\b|\\d|mon|tue|wed|thu|fri|sat|sun)", "iu"),
  );
  sheet.takeAll(new RegExp(LEAD.source, "iu"));
  const said = sheet.takeAll(MEANT);
  const scope = open.eventType === "cancel" ? readScope(sheet, []) : null;
  const weekLater =
    open.day !== null &&
    sheet.take(
      /\b(?:the |a )?(?:week after|following week|week later)(?! next)(?:,? (?:at the )?same (?:time|day))*/iu,
    ) !== null;
  sheet.takeAll(/\b(?:at the )?same (?:time|day|place)\b/giu);
  const count = open.repeat === null ? null : sheet.take(new RegExp(`\\b(${NUMBER}) times\\b`, "iu"));
  const all = readPieces(sheet, context, "correction");
  // "Until March", "not on 24 December" and "only six times" limit a repetition that is asked about.
  const isLimit = ({ role }: Days): boolean =>
    open.repeat !== null &&
    all.repeat === null &&
    /^(?:until|till|til|through|except|but not|not on|excluding|skipping)/u.test(role);
  const limits = all.days.filter(isLimit);
  const isDenied = ({ at, text: own, role }: { at: number; text: string; role: string }): boolean =>
    /^(?:not|but not|instead of|except)/u.test(role) ||
    denied.some(({ index, 0: word }) => index + word.length === at) ||
    own === "";
  const base = open.day === null ? null : Temporal.PlainDate.from(open.day);
  const pieces: Pieces = {
    ...all,
    quoted,
    reason: null,
    days: all.days
      .filter((each) => !limits.includes(each) && !isDenied(each))
      .map(asNew)
      .map((each) => inWeekOf(each, base, all.today)),
    times: all.times.filter((each) => !isDenied(each)).map(asNew),
  };
  if (open.eventType === "cancel" && (pieces.days.length > 0 || scope !== null))
    return withOtherTarget(open, { sheet, pieces, scope }, context);
  const when = whenOf({ ...pieces, base }, context, {
    text: `${open.title ?? ""} ${sheet.text}`,
    near: open.start ?? targetStart(open, context),
  });
  const later = weekLater && base !== null ? { ...open, day: base.add({ days: 7 }).toString() } : open;
  const limited =
    open.repeat === null
      ? later
      : {
          ...later,
          repeat: limitedBy(open.repeat, limits, {
            count: count?.[1] ?? null,
            allDay: open.allDay,
            zone: context.calendar.household.timeZone,
          }),
        };
  const next = withWhen({ ...limited, problems: [], unread: [] }, when, pieces, context);
  const named = withNames({ ...next, priority: pieces.priority ?? next.priority }, sheet, pieces);
  sheet.takeAll(FILLER);
  const rest = sheet.rest().map((part) => part.text);
  const nothingRead = JSON.stringify(named) === JSON.stringify({ ...open, problems: [], unread: [] });
  const asTitle =
    open.missing.includes("title") && rest.length === 1 && !wordsOf(rest[0] ?? "").some(isTelling)
      ? (rest[0] ?? null)
      : null;
  const title = quoted ?? (asTitle === null ? null : capital(asTitle));
  const unread = [...(title === null || quoted !== null ? rest : []), ...when.unused.map((part) => part.text)];
  const named2 = once ? { ...named, repeat: null } : named;
  const result = { ...named2, ...(title !== null && (open.eventType === "modify" ? { newTitle: title } : { title })) };
  const isEmpty = nothingRead && title === null && !once && (said.length === 0 || unread.length === 0);
  return {
    ...result,
    problems: [...result.problems, ...pieces.names.unknown.map((name) => `${name} is not in the household.`)],
    unread: isEmpty && unread.length === 0 ? [text.trim()] : unread,
  };
}

/** A repetition with another end, or without further days. */
function limitedBy(
  repeat: NonNullable<Request["repeat"]>,
  days: readonly Days[],
  { count, allDay, zone }: { readonly count: string | null; readonly allDay: boolean; readonly zone: string },
): NonNullable<Request["repeat"]> {
  const last = days.find(({ role }) => /^(?:until|till|til|through)$/u.test(role));
  const except = days.filter((each) => each !== last).map(({ first }) => first.toString());
  const end =
    last === undefined
      ? count === null
        ? null
        : `COUNT=${numberOf(count)}`
      : `UNTIL=${untilOf(limitOf(last), { allDay, zone })}`;
  const rule =
    end === null
      ? repeat.rule
      : [...repeat.rule.split(";").filter((part) => !/^(?:UNTIL|COUNT)=/u.test(part)), end].join(";");
  return { rule, except: [...repeat.except, ...except] };
}

/** "Make it Saturday" is the Saturday of the week that was asked about, unless that is over. */
function inWeekOf(days: Days, base: Temporal.PlainDate | null, today: Temporal.PlainDate): Days {
  if (
    base === null ||
    days.weekday === null ||
    days.kind !== "day" ||
    /\b(?:next|this|last|week)\b|\d/iu.test(days.text)
  )
    return days;
  const day = base.add({ days: days.weekday - base.dayOfWeek });
  return Temporal.PlainDate.compare(day, today) <= 0
    ? days
    : { ...days, first: day, last: day, assumed: null, today: false };
}

/** "5" alone answers a question about the time. */
const bareHour = (text: string): string =>
  text.replace(
    /^((?:no|sorry|actually|i meant|make it|oops|wait|not .+,|,|\s)*)(\d{1,2}(?:\s?(?:-|to)\s?\d{1,2})?)[.!]*$/iu,
    "$1at $2",
  );

const asNew = <Piece extends { readonly role: string }>(piece: Piece): Piece =>
  /^(?:to|meant|make it|make that|for|on|in)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

const targetStart = ({ target }: Request, { calendar }: ReadContext): number | null => {
  const event = target === null ? null : calendar.event(target.eventId);
  return event === null || event.allDay
    ? null
    : Number(event.start.slice(11, 13)) * 60 + Number(event.start.slice(14, 16));
};

function withWhen(
  open: Request,
  when: ReturnType<typeof whenOf>,
  { lengths, days, times }: Pieces,
  context: ReadContext,
): Request {
  const request: { -readonly [Key in keyof Request]: Request[Key] } = {
    ...open,
    assumed: [...open.assumed, ...when.assumed],
    problems: when.problems,
  };
  if (days.length > 0 && open.eventType !== "cancel") {
    Object.assign(request, {
      day: when.day,
      lastDay: when.lastDay,
      open: when.open && open.start === null && when.start === null,
    });
    request.assumed = [...open.assumed.filter((note) => !/^"|the first one/u.test(note)), ...when.assumed];
    if (request.repeat !== null && when.repeat === null && when.day !== null)
      request.repeat = movedRule(request.repeat, when.day, open.day);
  }
  if (times.length > 0) {
    const length = open.start !== null && open.end !== null ? open.end - open.start : null;
    if (when.start !== null)
      Object.assign(request, {
        start: when.start,
        end: when.end ?? (length === null ? null : when.start + length),
        minutes: when.end === null ? open.minutes : null,
        allDay: false,
        part: null,
        open: false,
      });
    else if (when.end !== null) Object.assign(request, { end: when.end, minutes: null });
    if (when.part !== null && when.start === null) Object.assign(request, { start: null, end: null, part: when.part });
    request.missing = [...open.missing.filter((part) => part !== "half"), ...when.missing];
    request.assumed = request.assumed.filter((note) => !/^\d\d:\d\d, not/u.test(note) || when.assumed.includes(note));
  } else if (when.part !== null) {
    if (open.missing.includes("half") && open.start !== null) {
      const late = when.part.from >= 720;
      Object.assign(request, {
        start: (open.start % 720) + (late ? 720 : 0),
        missing: open.missing.filter((part) => part !== "half"),
      });
      if (open.end !== null) request.end = (open.end % 720) + (late ? 720 : 0);
    } else Object.assign(request, { part: when.part, start: null, end: null });
  }
  if (when.minutes !== null) Object.assign(request, { minutes: when.minutes, end: null });
  if (when.allDay)
    Object.assign(request, { allDay: true, start: null, end: null, minutes: null, part: null, open: false });
  if (when.repeat !== null)
    Object.assign(request, { repeat: when.repeat, day: when.day ?? open.day, lastDay: null, open: false });
  if (when.open) request.open = true;
  if (lengths.longer !== null) request.longer = (open.longer ?? 0) + lengths.longer;
  if (lengths.shift !== null) return shifted(request, lengths.shift, context);
  return request;
}

/** An hour later than what was asked. */
function shifted(request: Request, shift: number, context: ReadContext): Request {
  if (request.start === null && shift % 1440 !== 0 && request.eventType === "modify")
    return { ...request, shift: (request.shift ?? 0) + shift };
  if (shift % 1440 === 0 && request.day !== null) {
    const day = Temporal.PlainDate.from(request.day).add({ days: shift / 1440 });
    return {
      ...request,
      day: day.toString(),
      ...(request.repeat !== null && { repeat: movedRule(request.repeat, day.toString(), request.day) }),
    };
  }
  const start = request.start === null ? null : request.start + shift;
  if (start === null || start < 0 || start >= 1440)
    return {
      ...request,
      problems: [...request.problems, "That is not possible without a time of day."],
      missing: request.missing.length > 0 ? request.missing : todayOf(context) === null ? [] : request.missing,
    };
  return { ...request, start, end: request.end === null ? null : request.end + shift };
}

const RULE_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** A series that begins on another weekday repeats on that weekday. */
function movedRule(
  repeat: NonNullable<Request["repeat"]>,
  day: string,
  old: string | null,
): NonNullable<Request["repeat"]> {
  const weekday = RULE_DAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? "MO";
  const before = old === null ? null : RULE_DAYS[Temporal.PlainDate.from(old).dayOfWeek - 1];
  return {
    ...repeat,
    rule: repeat.rule.replace(/BYDAY=([-\d]*)([A-Z]{2})(?=;|$)/u, (text, place: string, named: string) =>
      before === null || named === before ? `BYDAY=${place}${weekday}` : text,
    ),
  };
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const without = (ids: readonly string[], out: readonly string[]): string[] => ids.filter((id) => !out.includes(id));

/** Adds, replaces and removes people and things. */
function withNames(request: Request, sheet: Sheet, { names }: Pieces): Request {
  const { people, things, removedPeople, removedThings } = names;
  const drops = /\b(?:drop|remove|leave out|take out|leave)\b/iu.test(sheet.text);
  const adds =
    /\b(?:add|and|also|too|plus|as well|both|include|with|needs?|bring)\b/iu.test(sheet.text) &&
    !/\binstead\b/iu.test(sheet.text);
  const out = drops ? [...removedPeople, ...people] : removedPeople;
  const outThings = drops ? [...removedThings, ...things] : removedThings;
  const [inPeople, inThings] = drops ? [[], []] : [people, things];
  const merged = (old: readonly string[], added: readonly string[], left: readonly string[]): string[] =>
    added.length === 0 || adds || left.length > 0 ? union(without(old, left), added) : [...added];
  const isChange = request.eventType === "modify";
  return {
    ...request,
    participants: merged(request.participants, inPeople, out),
    resources: merged(request.resources, inThings, outThings),
    removedParticipants: isChange ? without(union(request.removedParticipants, out), inPeople) : [],
    removedResources: isChange ? without(union(request.removedResources, outThings), inThings) : [],
    assumed: names.unknownSpeaker
      ? union(request.assumed, ['nobody for "I", because I do not know who you are'])
      : request.assumed,
  };
}
