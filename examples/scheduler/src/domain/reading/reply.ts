import { Temporal } from "temporal-polyfill";
import type { Request } from "../request.ts";
import { check } from "./check.ts";
import { chooseTarget, otherTarget } from "./choose-target.ts";
import { type Days, EXCEPT, nearTo, ONE_DAY, UNTIL, WEEKDAY } from "./days.ts";
import { asksUndo, givesUp, readIntent } from "./intent.ts";
import { namesAssumed, namesProblems } from "./names.ts";
import { type Pieces, type ReadContext, readPieces } from "./pieces.ts";
import { plainText } from "./plain-text.ts";
import { startOf } from "./read-change.ts";
import { DOUBT, readRequest } from "./read-request.ts";
import { readCount } from "./repeat.ts";
import { endingWith } from "./series.ts";
import { FUNCTION_WORDS, longestFirst, Sheet } from "./sheet.ts";
import { correctSpelling } from "./spelling.ts";
import { findTarget } from "./target.ts";
import { capital, isTelling, readQuoted, wordsOf } from "./title.ts";
import { withWhen } from "./when.ts";

/** Meaning of a message while a question waits. */
export interface Reply {
  readonly request: Request;
  /** "changed" continues the same request; "new" and "dropped" leave it. */
  readonly kind: "changed" | "new" | "dropped";
}

const LEAD =
  /^(?:(?:no|nope|nah|not quite|sorry|oops|wait|hang on|hold on|hmm|ah|oh|uh|um|god|actually|rather|well|yes|yeah|ok|but|and|also|better|instead|please|my mistake)\b[\s,.!-]*)+/iu;
/** Words that mean nothing in a correction, and talk about the mistake. */
const TALK = longestFirst(
  `${FUNCTION_WORDS}|i (?:meant|mean|said)|hang on|in fact|after all|will do|my (?:bad|mistake|fault|error)|the (?:time|day|date|title|name)|her|change|keep|move|push|shift|bring|put|set|meant|mean|want|need|needs|prefer|use|take|takes|who|who's|how about|what about|begins?|starts?|ends?|lasts?|runs?|repeat(?:ing|s)?|add|include|invite|leave out|leave|take out|drop|remove|join|joins|along|instead|rather|not|no|more|right|correct|wrong|wrong (?:day|week|time|date|one|person)|sorry|oops|better|best|fine|good|enough|long|thing|person|to|off|out|works?`,
);
const ONCE =
  "(?:(?:just|only) )?(?:once|this once|this one time|one time|one[- ]time)(?: only)?|not every (?:week|day|month|year)|one[- ]off|no repeat|don't repeat(?: it)?|not (?:a )?(?:weekly|recurring|repeating)";
const SKIP =
  /^\s*(?:leave (?:it|that|them) out|ignore (?:it|that|them)|never mind that|without (?:it|that)|skip that|go on without (?:it|that))[.!]*\s*$/iu;
const ANSWERS =
  /^\W*(?:(?:it's |it is |as )?(?:a |an )?(?:new|another|change|the change|existing)(?: (?:one|event|of it))?|change it|the existing (?:one|event))\W*$/iu;

/** Reads a message as an answer to an open question, as a correction of what was asked, or as a new request. */
export function readReply(typed: string, open: Request, context: ReadContext): Reply {
  if (givesUp(typed)) return { request: open, kind: "dropped" };
  if (asksUndo(typed)) return { request: readRequest(typed, context), kind: "new" };
  if (SKIP.test(typed)) return changed({ ...open, unread: [], problems: [], missing: [] }, context);
  const { text, notes } = correctSpelling(plainText(typed), context.calendar);
  const doubt = open.problems.find((problem) => problem.includes(DOUBT));
  if (doubt !== undefined && ANSWERS.test(typed))
    return changed(/new|another/iu.test(typed) ? { ...open, problems: [] } : asChange(open, context), context);
  const chosen = chooseTarget(text.replace(LEAD, ""), open, context);
  if (chosen !== null) return changed(chosen, context);
  const corrected = { ...correct(text, open, context), ...(doubt !== undefined && { problems: [doubt] }) };
  if (corrected.unread.length === 0)
    return changed({ ...corrected, assumed: [...corrected.assumed, ...notes] }, context);
  const fresh = readRequest(typed, context);
  if (!LEAD.test(text) && fresh.unread.length === 0 && isWhole(fresh, text, context))
    return { request: fresh, kind: "new" };
  return { request: { ...open, unread: union(open.unread, corrected.unread) }, kind: "changed" };
}

/** True for a reading that is a request by itself: "change the time to 11" names no event, and "am I mad" asks nothing. */
function isWhole(fresh: Request, text: string, context: ReadContext): boolean {
  const { title, day, start, repeat, participants, resources, problems, eventType } = fresh;
  if (eventType === "query")
    return title === null || text.includes("?") || findTarget({ words: [title] }, context).unread.length === 0;
  const isTimed = title !== null && (day !== null || start !== null || repeat !== null || problems.length > 0);
  const isStated =
    readIntent(new Sheet(text)).stated &&
    (title !== null || day !== null || participants.length + resources.length > 0);
  return (eventType === "create" || fresh.target !== null || fresh.candidates.length > 0) && (isTimed || isStated);
}

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

/** Reads a correction like a request, and puts what it names over the open request. Words without a use are left in `unread`. */
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
  sheet.takeAll("i (?:meant|mean|said|prefer|want|need|think)|i'd (?:say|prefer)|my (?:bad|mistake|fault|error)");
  const asked = open.day ?? open.target?.starts?.[0]?.slice(0, 10) ?? null;
  const base = asked === null ? null : Temporal.PlainDate.from(asked);
  // "They're closed on Sundays" is a reason.
  sheet.take(
    `(?:they're|they are|it's|it is|we're|we are) (?:closed|shut|full|fully booked|booked up|not open)(?: on)? (?:${WEEKDAY}s?|then)`,
  );
  // "The week after" and "the day after" the one that was asked about.
  const next =
    base && sheet.take("(?:the |a |1 )?(?:(day|week) (?:after|later)|following (day|week)|one after)(?! next)");
  const ahead = next === null ? 0 : (next[1] ?? next[2] ?? "week").toLowerCase() === "day" ? 1 : 7;
  // "It stays on the same day".
  const stays = open.eventType === "modify" && sheet.take("stays? (?:(?:on|at) )?the same day") !== null;
  sheet.takeAll("(?:at )?(?:the )?same (?:time|day|place)");
  const count = open.repeat === null ? null : readCount(sheet).count;
  const all = readPieces(sheet, context, "correction");
  // "Not Tuesday, Thursday" denies a day, unless it limits a repetition.
  const isDenied = ({ role }: { readonly role: string }): boolean => open.repeat === null && EXCEPT.test(role);
  const own = all.days.filter((each) => !isDenied(each)).map((each, index) => (index === 0 ? asNew(each) : each));
  const shifted = base === null || ahead === 0 ? null : base.add({ days: ahead });
  const pieces: Pieces = {
    ...all,
    days: [
      ...own.map((each) => (base === null ? each : nearTo(each, base, all.today))),
      ...(shifted === null ? [] : [dayAt(shifted)]),
    ],
    times: all.times.filter(({ role }) => !EXCEPT.test(role)).map(asNew),
  };
  const isEvent = open.eventType === "modify" || open.eventType === "cancel";
  const isCancel = open.eventType === "cancel";
  const says = (pattern: RegExp): boolean => sheet.says(pattern);
  const lone = all.repeat === null && own.length === 1 && says(/\b(?:just|only)\b/iu) ? own[0] : undefined;
  const isOnce = once || (lone?.kind === "day" && lone.role === "");
  // "Only in December" begins and ends a series.
  const bounds =
    lone !== undefined && lone.kind !== "day" && open.repeat !== null && !UNTIL.test(lone.role) ? [lone] : [];
  const near = open.start ?? startOf(open.target, context);
  const kept = { ...open, ...(stays && { day: null, lastDay: null }), ...(isOnce && { repeat: null }) };
  const old = { ...kept, problems: [], unread: [] };
  const hint = { text: `${open.title ?? ""} ${sheet.text}`, near };
  const { request: timed, unused } = withWhen(old, isCancel ? { ...pieces, days: [] } : pieces, context, hint);
  const named = withNames({ ...timed, priority: pieces.priority ?? timed.priority }, sheet, pieces);
  const repeat =
    count !== null && named.repeat !== null
      ? { ...named.repeat, rule: endingWith(named.repeat.rule, `COUNT=${count}`) }
      : named.repeat;
  const merged = { ...named, repeat };
  const other = isCancel && (pieces.days.length > 0 || says(/\b(?:all|every|next|whole|entire)\b/iu));
  const dated = other ? otherTarget(merged, pieces, [], context) : null;
  sheet.takeAll(TALK);
  const parts = sheet.rest();
  const rest = parts.map((part) => part.text);
  const isName = rest.length === 1 && !wordsOf(rest[0] ?? "").some(isTelling);
  const moved =
    isEvent && isName ? otherTarget(merged, isCancel ? pieces : { ...pieces, days: [] }, rest, context) : dated;
  // "At the beach" is a place, and "it should be the optician" a title.
  const before = sheet.left.slice(0, parts[0]?.at);
  const isPlace = moved === dated && isName && /\b(?:at|in)\s+(?:(?:the|our|my)\s+)?$/iu.test(before);
  const isRenamed = open.missing.includes("title") || says(/\bbe (?:an? |the |called )/iu);
  const isTitle = !isEvent && isName && !isPlace && isRenamed;
  const title = quoted ?? (isTitle ? capital(rest[0] ?? "") : null);
  const isUsed = isPlace || (isTitle && quoted === null) || (moved !== null && moved !== dated);
  const unread = [
    ...(isUsed ? [] : rest),
    ...[...unused, ...bounds].map((part) => part.text.trim()),
    ...(other && moved === null ? pieces.days.map((each) => each.text.trim()) : []),
  ];
  const result: Request = {
    ...(moved ?? merged),
    ...(isPlace && { location: rest[0] ?? null }),
    ...(title !== null && (open.eventType === "modify" ? { newTitle: title } : { title })),
    problems: [...merged.problems, ...namesProblems(pieces.names)],
    // Words of before that the answer does not replace are left out, and that is said.
    assumed: [
      ...merged.assumed,
      ...open.unread.filter((word) => firstWord(word) !== firstWord(text)).map((word) => `"${word}" left out`),
    ],
    unread,
  };
  const isNothing =
    JSON.stringify({ ...result, problems: [], assumed: [] }) ===
    JSON.stringify({ ...open, problems: [], unread: [], assumed: [] });
  return isNothing && result.problems.length === 0 ? { ...result, unread: [text.trim()] } : result;
}

/** A day without words. */
const dayAt = (day: Temporal.PlainDate): Days => ({ ...ONE_DAY, at: 0, text: "", role: "", first: day, last: day });

const firstWord = (text: string): string => (text.split(" ")[0] ?? "").toLowerCase();

/** "5" alone answers a question about the time. */
const bareHour = (text: string): string =>
  text
    .replace(/^\W*([ap])\.?m\W*$/iu, (_, half: string) => (/a/iu.test(half) ? "in the morning" : "in the afternoon"))
    .replace(
      /^((?:no|sorry|actually|i meant|i mean|i said|make (?:it|that)|oops|wait|not .+,|,|\s)*)(\d{1,2}(?:\s?(?:-|to)\s?\d{1,2})?)(?=(?: (?:actually|please|instead|then|would be \p{L}+|is \p{L}+))?[.!]*$)/iu,
      "$1at $2",
    );

const asNew = <Piece extends { readonly role: string }>(piece: Piece): Piece =>
  /^(?:to|meant|make it|for|on|in|of)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const without = (ids: readonly string[], out: readonly string[]): string[] => ids.filter((id) => !out.includes(id));

/** Adds, replaces and removes people and things. */
function withNames(asked: Request, sheet: Sheet, { names }: Pieces): Request {
  const drops = sheet.says(/\b(?:drop|remove|leave out|take out|take\b.*\b(?:off|out)|leave)\b/iu);
  // "The other way round" takes back who was added and removed.
  const none = { participants: [], resources: [], removedParticipants: [], removedResources: [] };
  const isTurned = asked.eventType === "modify" && sheet.take("the other way(?: a?round)?") !== null;
  const request = isTurned ? { ...asked, ...none } : asked;
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
