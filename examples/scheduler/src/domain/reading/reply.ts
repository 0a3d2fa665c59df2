import type { Request } from "../request.ts";
import { check } from "./check.ts";
import { chooseTarget, otherDates } from "./choose-target.ts";
import { type Days, EXCEPT, UNTIL } from "./days.ts";
import { Temporal } from "temporal-polyfill";
import { asksUndo, givesUp, readIntent } from "./intent.ts";
import { namesAssumed, namesProblems } from "./names.ts";
import { type Pieces, type ReadContext, readPieces } from "./pieces.ts";
import { plainText } from "./plain-text.ts";
import { DOUBT, readRequest, startOf } from "./read-request.ts";
import { readCount } from "./repeat.ts";
import { Sheet } from "./sheet.ts";
import { findTarget } from "./target.ts";
import { capital, isTelling, readQuoted, wordsOf } from "./title.ts";
import { endingWith } from "./series.ts";
import { withWhen } from "./when.ts";

/** Meaning of a message while a question waits. */
export interface Reply {
  readonly request: Request;
  /** "changed" continues the same request; "new" and "dropped" leave it. */
  readonly kind: "changed" | "new" | "dropped";
}

const LEAD =
  /^(?:(?:no|nope|nah|not quite|sorry|oops|wait|hang on|hmm|oh|uh|god|actually|rather|well|yes|yeah|ok|but|and|also|better|instead|please|my mistake)\b[\s,.!-]*)+/iu;
/** Phrases around a correction. */
const MEANT =
  "my (?:bad|mistake|fault|error)|sorry|oops|hang on|i (?:meant|mean|said)|it (?:should|must|is|was|has to|goes)(?: be)?|(?:can|could|shall) (?:we|you|it)(?: (?:make|do|be))?(?: it)?|make (?:it|that)|let's (?:make it|do|say)|change (?:it|that|the (?:time|day|date))|(?:the )?(?:time|day|date) (?:is|should be)|(?:move|push|shift|bring|put) (?:it|that|this)|(?:the )?wrong (?:day|time|one|person|date|week)|it's|that should be|should be|how about|what about|i'd prefer|prefer|repeat(?:ing|s)?(?: it)?|do it|put it|add|include|leave out|leave|take out|drop|remove|need|we need|use|take|have it|say|set it";
const ONCE =
  "(?:(?:just|only) )?(?:once|this once|this one time|one time)|not every (?:week|day|month|year)|one[- ]off|no repeat|don't repeat(?: it)?|not (?:a )?(?:weekly|recurring|repeating)";
/** Words that add nothing, claimed after the pieces were read. */
const FILLER =
  "instead|rather|then|it|only|just|that|again|too|as well|also|but|better|not|no|in fact|after all|really|the time|the day|him|her|them|want|for it|make|to|both|i|me|be|one|ones|can|could|come|comes|coming|who's|who is|they|begins?|as|and|join|along|us|so|do|goes|going|lasts|runs|ends|starts|correct|right|of course|actually|long|enough|fine|will do|thing";
const SKIP =
  /^\s*(?:leave (?:it|that|them) out|ignore (?:it|that|them)|never mind that|without (?:it|that)|skip that|go on without (?:it|that))[.!]*\s*$/iu;

/** Reads a message as an answer to an open question, as a correction of what was asked, or as a new request. */
export function readReply(typed: string, open: Request, context: ReadContext): Reply {
  if (givesUp(typed)) return { request: open, kind: "dropped" };
  if (asksUndo(typed)) return { request: readRequest(typed, context), kind: "new" };
  if (SKIP.test(typed)) return changed({ ...open, unread: [], problems: [], missing: [] }, context);
  const text = plainText(typed);
  const doubt = open.problems.find((problem) => problem.includes(DOUBT));
  if (doubt !== undefined && ANSWERS.test(typed))
    return changed(/new|another/iu.test(typed) ? { ...open, problems: [] } : asChange(open, context), context);
  const chosen = chooseTarget(text.replace(LEAD, ""), open, context);
  if (chosen !== null) return changed(chosen, context);
  const corrected = { ...correct(text, open, context), ...(doubt !== undefined && { problems: [doubt] }) };
  if (corrected.unread.length === 0) return changed(corrected, context);
  const fresh = readRequest(typed, context);
  const { title, day, start, repeat, participants, resources, problems, unread, eventType } = fresh;
  const isWhole = title !== null && (day !== null || start !== null || repeat !== null || problems.length > 0);
  const isStated =
    readIntent(new Sheet(text)).stated &&
    (title !== null || day !== null || participants.length + resources.length > 0);
  // "Change the time to 11" names no event: it is about the open question.
  const isFound = eventType === "create" || fresh.target !== null || fresh.candidates.length > 0;
  // "Am I mad" is not a question about the calendar.
  const isQuestion =
    eventType === "query" &&
    (title === null || typed.includes("?") || findTarget({ words: [title] }, context).unread.length === 0);
  if (
    !LEAD.test(text) &&
    unread.length === 0 &&
    (eventType === "query" ? isQuestion : isFound && (isWhole || isStated))
  )
    return { request: fresh, kind: "new" };
  return { request: { ...open, unread: union(open.unread, corrected.unread) }, kind: "changed" };
}

const ANSWERS =
  /^\W*(?:(?:it's |it is |as )?(?:a |an )?(?:new|another|change|the change|existing)(?: (?:one|event|of it))?|change it|the existing (?:one|event))\W*$/iu;

/** What was read as a new event, as a change of the event with its title. */
function asChange(open: Request, context: ReadContext): Request {
  return { ...open, ...findTarget({ words: [open.title ?? ""] }, context), eventType: "modify", participants: [] };
}

/** Problems and gaps are found again after a change. */
const changed = (request: Request, context: ReadContext): Reply => ({
  request: check(
    { ...request, missing: request.missing.filter((part) => part === "target" || part === "scope" || part === "half") },
    context,
  ),
  kind: "changed",
});

/** Applies the pieces of a correction; words without a use are left in `unread`. */
function correct(text: string, open: Request, context: ReadContext): Request {
  const sheet = new Sheet(bareHour(text));
  const quoted =
    readQuoted(sheet) ??
    sheet.take(
      /\b(?:call it|name it|titled|rename it(?: to)?|(?:change |set )?(?:the )?(?:correct |right )?(?:title|name) (?:is|to|should be))\s+(.{1,60}?)[.!]*$/iu,
    )?.[1] ??
    null;
  const once = sheet.take(ONCE) !== null;
  sheet.takeAll(LEAD);
  // "I'll drive" and "I'm coming with her" add the speaker.
  sheet.takeAll(
    /(?<=\bi)(?:'m|'ll| am| will) (?:going|coming|driving|joining|go|come|drive|join|do|take)(?: it)?(?: with (?:her|him|them))?\b/iu,
  );
  sheet.takeAll(MEANT);
  const asked = open.day ?? open.target?.starts?.[0]?.slice(0, 10) ?? null;
  const base = asked === null ? null : Temporal.PlainDate.from(asked);
  // "The week after" and "the day after" the one that was asked about.
  const next =
    base === null
      ? null
      : sheet.take("(?:the |a )?(?:(day|week) (?:after|later)|following (day|week)|one after)(?! next)");
  const ahead = next === null ? 0 : (next[1] ?? next[2] ?? "week").toLowerCase() === "day" ? 1 : 7;
  // "It stays on the same day".
  const stays = open.eventType === "modify" && sheet.take("stays? (?:(?:on|at) )?the same day") !== null;
  sheet.takeAll("(?:at )?the same (?:time|day|place)|same (?:time|day|place)");
  const count = open.repeat === null ? null : readCount(sheet).count;
  const all = readPieces(sheet, context, "correction");
  // "Not Tuesday, Thursday" denies a day, unless it limits a repetition.
  const isDenied = ({ role }: { readonly role: string }): boolean => open.repeat === null && EXCEPT.test(role);
  const pieces: Pieces = {
    ...all,
    days: all.days
      .filter((each) => !isDenied(each))
      .map(asNew)
      .map((each) => inWeekOf(each, base, all.today)),
    times: all.times.filter(({ role }) => !EXCEPT.test(role)).map(asNew),
  };
  if (open.eventType === "cancel" && base !== null && ahead > 0) {
    const first = base.add({ days: ahead });
    return otherDates(open, { ...pieces, days: [{ ...ONE_DAY, first, last: first }] }, FILLER, context);
  }
  if (open.eventType === "cancel" && (pieces.days.length > 0 || sheet.says(/\b(?:all|every|next|whole|entire)\b/iu)))
    return otherDates(open, pieces, FILLER, context);
  const near = open.start ?? startOf(open.target, context);
  const { request: timed, unused } = withWhen(
    { ...open, ...(stays && { day: null, lastDay: null }), problems: [], unread: [] },
    pieces,
    context,
    {
      text: `${open.title ?? ""} ${sheet.text}`,
      near,
    },
  );
  const later =
    open.day !== null && base !== null && ahead > 0 ? { ...timed, day: base.add({ days: ahead }).toString() } : timed;
  const named = withNames({ ...later, priority: pieces.priority ?? later.priority }, sheet, pieces);
  const repeat = once
    ? null
    : count !== null && named.repeat !== null
      ? { ...named.repeat, rule: endingWith(named.repeat.rule, `COUNT=${count}`) }
      : named.repeat;
  sheet.takeAll(FILLER);
  const parts = sheet.rest();
  const rest = parts.map((part) => part.text);
  const isName = rest.length === 1 && !wordsOf(rest[0] ?? "").some(isTelling);
  // "At the beach" is a place.
  const isPlace = isName && /\b(?:at|in)\s+(?:(?:the|our|my)\s+)?$/iu.test(sheet.left.slice(0, parts[0]?.at));
  const isTitle = isName && !isPlace && open.missing.includes("title");
  const title = quoted ?? (isTitle ? capital(rest[0] ?? "") : null);
  const result: Request = {
    ...named,
    repeat,
    ...(isPlace && { location: rest[0] ?? null }),
    ...(title !== null && (open.eventType === "modify" ? { newTitle: title } : { title })),
  };
  const unread = [...((isTitle && quoted === null) || isPlace ? [] : rest), ...unused.map((part) => part.text.trim())];
  const isNothing =
    JSON.stringify({ ...result, problems: [] }) === JSON.stringify({ ...open, problems: [], unread: [] });
  return {
    ...result,
    problems: [...result.problems, ...namesProblems(pieces.names)],
    // Words of before that the answer does not replace are left out, and that is said.
    assumed: [
      ...result.assumed,
      ...open.unread.filter((word) => firstWord(word) !== firstWord(text)).map((word) => `"${word}" left out`),
    ],
    unread:
      isNothing && unread.length === 0 && result.problems.length === 0 && pieces.days.length + pieces.times.length === 0
        ? [text.trim()]
        : unread,
  };
}

/** A day without words. */
const ONE_DAY = {
  at: 0,
  text: "",
  role: "",
  kind: "day",
  assumed: null,
  problem: null,
  weekday: null,
  today: false,
} as const;

const firstWord = (text: string): string => (text.split(" ")[0] ?? "").toLowerCase();

/** "Make it Saturday" is the Saturday of the week that was asked about, unless that is over. */
function inWeekOf(days: Days, base: Temporal.PlainDate | null, today: Temporal.PlainDate): Days {
  if (
    base === null ||
    days.weekday === null ||
    days.kind !== "day" ||
    UNTIL.test(days.role) ||
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
    /^((?:no|sorry|actually|i meant|i mean|i said|make it|oops|wait|not .+,|,|\s)*)(\d{1,2}(?:\s?(?:-|to)\s?\d{1,2})?)(?=(?: (?:actually|please|instead|then))?[.!]*$)/iu,
    "$1at $2",
  );

const asNew = <Piece extends { readonly role: string }>(piece: Piece): Piece =>
  /^(?:to|meant|make it|for|on|in)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const without = (ids: readonly string[], out: readonly string[]): string[] => ids.filter((id) => !out.includes(id));

/** Adds, replaces and removes people and things. */
function withNames(request: Request, sheet: Sheet, { names }: Pieces): Request {
  const drops = sheet.says(/\b(?:drop|remove|leave out|take out|leave)\b/iu);
  const adds =
    sheet.says(
      /\b(?:add|and|also|too|plus|as well|both|include|with|needs?|bring|will|takes?|drives?|comes?|coming|joins?|joining)\b/iu,
    ) && !sheet.says(/\b(?:instead|only)\b/iu);
  const merged = (old: readonly string[], named: readonly string[], removed: readonly string[]): string[] => {
    const [added, out] = drops ? [[], union(removed, named)] : [named, removed];
    return added.length === 0 || adds || out.length > 0 ? union(without(old, out), added) : [...added];
  };
  const isChange = request.eventType === "modify";
  const out = (old: readonly string[], named: readonly string[], removed: readonly string[]): string[] =>
    isChange ? without(union(old, [...removed, ...(drops ? named : [])]), drops ? [] : named) : [];
  return {
    ...request,
    participants: merged(request.participants, names.people, names.removedPeople),
    resources: merged(request.resources, names.things, names.removedThings),
    removedParticipants: out(request.removedParticipants, names.people, names.removedPeople),
    removedResources: out(request.removedResources, names.things, names.removedThings),
    assumed: union(request.assumed, namesAssumed(names)),
  };
}
