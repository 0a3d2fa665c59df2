import {
  correctSpelling,
  type Days,
  nearTo,
  ONE_DAY,
  onOrAfter,
  plainText,
  type Role,
  Sheet,
  WEEKDAY,
  weekdayOf,
} from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { Request } from "../request.ts";
import { check } from "./check.ts";
import { asksUndo, givesUp, readIntent } from "./intent.ts";
import { namesAssumed, namesProblems } from "./names.ts";
import { isDenied, isExcept, type Pieces, type ReadContext, readPieces } from "./pieces.ts";
import { textOf } from "./change-words.ts";
import { startOf } from "./read-change.ts";
import { asksHelp, DOUBT, HELP_TEXT, knownWords, readRequest } from "./read-request.ts";
import { endingWith, readCount } from "./repeat.ts";
import {
  bareHour,
  BEGINS,
  isDayOf,
  isRemark,
  positionIn,
  LEAD,
  LEAVES,
  NAMED,
  NEW,
  ONCE,
  REASON,
  SKIP,
  SUBJECT,
  TALK,
  THANKS,
  weeksOf,
  WHOLE_DAY,
} from "./reply-words.ts";
import { findTarget, readScope, type TargetHints } from "./target.ts";
import { capital, isTelling, readQuoted } from "./title.ts";
import { withWhen } from "./when.ts";

/** Meaning of a message while a question waits. */
export interface Reply {
  readonly request: Request;
  /** "changed" continues the same request; "new" and "dropped" leave it. */
  readonly kind: "changed" | "new" | "dropped";
}

/** Reads a message as an answer to an open question, as a correction of what was asked, or as a new request. */
export function readReply(typed: string, open: Request, context: ReadContext): Reply {
  if (givesUp(typed)) return { request: open, kind: "dropped" };
  if (asksUndo(typed)) return { request: readRequest(typed, context), kind: "new" };
  if (THANKS.test(typed)) return { request: open, kind: "changed" };
  if (asksHelp(typed)) return { request: { ...open, problems: union(open.problems, [HELP_TEXT]) }, kind: "changed" };
  const doubts = open.problems.filter((problem) => problem.includes(DOUBT));
  if (SKIP.test(typed)) return changed({ ...open, unread: [], problems: [] }, context);
  if (doubts.length > 0 && NEW.test(typed))
    return changed({ ...open, problems: open.problems.filter((problem) => !doubts.includes(problem)) }, context);
  const units = ["hours", "minutes", "weeks", "months"];
  const { text, notes } = correctSpelling(plainText(typed), [...knownWords(context), ...units]);
  const chosen = chooseTarget(text.replace(LEAD, ""), open, context);
  if (chosen !== null) return changed(chosen, context);
  const fresh = readRequest(typed, context);
  // A text with its own title and day does not answer "What is it called?": nothing of the old request belongs to it.
  const isOwn = open.missing.includes("title") && isDetailed(open) && fresh.title !== null && fresh.day !== null;
  if (isOwn && !LEAD.test(text) && fresh.problems.length === 0 && isWhole(fresh, text, context))
    return { request: fresh, kind: "new" };
  const read = correct(text, open, context);
  const corrected = { ...read, assumed: [...read.assumed, ...notes] };
  if (corrected.unread.length === 0)
    return changed({ ...corrected, problems: [...corrected.problems, ...doubts] }, context);
  if (!LEAD.test(text) && fresh.unread.length === 0 && isWhole(fresh, text, context))
    return { request: fresh, kind: "new" };
  const isPart = essence({ ...corrected, missing: [] }) !== essence({ ...open, missing: [] });
  const lost = isPart ? [`Nothing of "${text.trim()}" was applied.`] : [];
  const problems = union(open.problems, lost);
  return { request: { ...open, problems, unread: union(open.unread, corrected.unread) }, kind: "changed" };
}

const isDetailed = ({ day, start, participants, resources }: Request): boolean =>
  day !== null || start !== null || participants.length + resources.length > 0;

/** True for a reading that is a request by itself: "change the time to 11" names no event, and "am I mad" asks nothing. */
function isWhole(fresh: Request, text: string, context: ReadContext): boolean {
  const { title, day, start, allDay, part, repeat, participants, resources, problems, eventType } = fresh;
  if (eventType === "query")
    return title === null || text.includes("?") || findTarget({ words: [title] }, context).unread.length === 0;
  if (eventType !== "create" && fresh.target === null && fresh.candidates.length === 0) return false;
  if (SUBJECT.test(text)) return false;
  const isTimed =
    (day !== null && (start !== null || allDay || part !== null || repeat !== null)) || problems.length > 0;
  if (title !== null && isTimed) return true;
  const isNamed = title !== null || day !== null || participants.length + resources.length > 0;
  return isNamed && readIntent(new Sheet(text)).stated;
}

/** Problems and gaps are found again after a change. */
const changed = (request: Request, context: ReadContext): Reply => ({
  request: check({ ...request, missing: request.missing.filter((part) => /target|scope|half/u.test(part)) }, context),
  kind: "changed",
});

/** Other dates, or another event, of a change or cancellation; null if the hints name none. */
function withTarget(open: Request, hints: TargetHints, context: ReadContext): Request | null {
  const found = findTarget(hints, context);
  return found.target === null && found.missing[0] !== "scope" ? null : { ...open, ...found, unread: [] };
}

/** Reads an answer to "Which one?" or "Only the next one, or all of them?"; null for one that chooses nothing, such as a correction. */
function chooseTarget(text: string, open: Request, context: ReadContext): Request | null {
  const wants = open.missing.find((part) => part === "target" || part === "scope");
  if (wants === undefined) return null;
  const sheet = new Sheet(text, { small: "i mean meant one ones only just both too also add" });
  sheet.take("not all");
  const { days, times, names, repeat, part, lengths } = readPieces(sheet, context, "correction");
  // What says how long or how often it is chooses nothing.
  if (repeat !== null || part !== null || Object.values(lengths).some((length) => length !== null)) return null;
  const position = positionIn(text);
  const said = readScope(sheet, days);
  const words = position < 0 ? sheet.rest().map((rest) => rest.text) : [];
  const { people, things } = names;
  const start = times[0]?.start.minutes ?? null;
  if (wants === "scope") {
    const scope = (["next", "all"] as const)[position] ?? said;
    if (words.length + times.length > 0 || (scope === null && days.length === 0)) return null;
    return withTarget(open, { days, scope, among: open.candidates }, context);
  }
  const at = open.candidates[position];
  if (at !== undefined) return withTarget(open, { among: [at] }, context);
  // "For Noah too" and "at 4pm" of a change are about what is to be changed.
  const isChange = open.eventType === "modify" && (times.length > 0 || /\b(?:too|also|as well|add|and)\b/iu.test(text));
  if (words.length === 0 && (isChange || [people, things, times, days].every(({ length }) => length === 0)))
    return null;
  const hints = { people, things, days, start, words, scope: said };
  const other = words.length > 0 && times.length === 0 ? withTarget(open, hints, context) : null;
  return withTarget(open, { ...hints, among: open.candidates }, context) ?? other;
}

/** Reads a correction like a request, and lays its pieces over the open request. Words without a use are left in `unread`. */
function correct(text: string, open: Request, context: ReadContext): Request {
  const all = open.eventType === "create" ? text.replace(/\bfor all(?=[\s.!]*$)/iu, "for everyone") : text;
  const sheet = new Sheet(bareHour(all), { small: TALK });
  const says = (pattern: RegExp): boolean => sheet.says(pattern);
  sheet.take(LEAD);
  sheet.takeAll("not (?:(?:in )?the )?(?:morning|afternoon|evening|night)|not (?:this|that) one");
  // Who speaks is not named by "I meant".
  sheet.takeAll(
    "i[ \uE000]+(?:meant|mean|said|prefer|want|need|think|hear|heard|see|saw)|i'd (?:say|prefer)|i'm (?:talking|thinking)(?: about| of)?|my (?:bad|mistake|fault|error)",
  );
  // "Emma only, Noah was there last month" gives a reason.
  sheet.takeAll(REASON);
  const quoted = readQuoted(sheet) ?? sheet.take(NAMED)?.[1] ?? null;
  const once = sheet.take(ONCE) !== null;
  const counted = open.repeat === null ? null : readCount(sheet);
  const count = counted?.count ?? weeksOf(open.repeat, sheet);
  if (count !== null) sheet.take("(?:stops?|ends?|finish(?:es)?|over|done) after");
  const asked = open.day ?? open.target?.starts?.[0]?.slice(0, 10) ?? null;
  const base = asked === null ? null : Temporal.PlainDate.from(asked);
  const after =
    base && sheet.take(`(?:the )?(?:day|week|one|${WEEKDAY}) after(?! next)|(?:the )?following (?:day|week)`);
  // "Keep it, it is just an hour later" changes what was to be canceled.
  const isKept =
    open.eventType === "cancel" &&
    sheet.take(
      "(?:don't|do not|not) (?:cancel|delete|remove)(?: it)?|keep (?:it|that)|it stays|is not cancel\\p{L}*",
    ) !== null;
  const isSame =
    open.eventType === "modify" &&
    sheet.take(
      "(?:keep|leave|at|same|the same|usual)(?: the)? (?:same |usual |old )?(?:hour|time)(?: as (?:it (?:is|was)|before|usual))?|same (?:hour|time)",
    ) !== null;
  sheet.takeAll("wrong \\p{L}+|the (?:day|date|time|hour) (?:yes|is (?:right|fine|good|ok|correct))");
  const wholeDay = open.eventType === "create" && sheet.take(WHOLE_DAY) !== null;
  const said = readPieces(sheet, context, "correction");
  const lasts = open.lastDay !== null && open.start === null && open.repeat === null && says(LEAVES);
  const leaves = lasts && said.days.length === 1 ? said.days.map((each) => ({ ...each, role: "until" })) : said.days;
  const read: Pieces = { ...said, allDay: said.allDay || wholeDay, days: leaves };
  if (read.times.length > 0) sheet.takeAll("(?:a )?(?:(?:bit|little) )?(?:earlier|later|sooner)(?: than that)?");
  // "Not Tuesday, Thursday" denies a day, unless it limits a repetition.
  const own = read.days.filter((each) => open.repeat !== null || !isExcept(each)).map(asNew);
  const days: Days[] = own.map((each) => (base === null ? each : nearTo(each, base, read.today)));
  if (after !== null && base !== null) {
    const day = base.add({ days: /\bday\b/iu.test(after[0]) ? 1 : 7 });
    const weekday = weekdayOf(/(\p{L}+) after/iu.exec(after[0])?.[1] ?? "");
    const first = weekday === 0 ? day : onOrAfter(weekday, base.add({ days: 1 }));
    days.push({ ...ONE_DAY, at: 0, text: "", role: "", first, last: first });
  }
  const pieces: Pieces = { ...read, days, times: read.times.filter((each) => !isDenied(each)).map(asNew) };
  // "Starts only on the 4th" is the first day of a series.
  const begins = open.repeat !== null && read.repeat === null && own.length === 1 && says(BEGINS);
  const [only] = read.repeat === null && own.length === 1 && !begins && says(/\b(?:just|only)\b/iu) ? own : [];
  const isOnce = once || (only?.kind === "day" && only.role === "");
  const isCancel = open.eventType === "cancel";
  const isEvent = isCancel || open.eventType === "modify";
  // "And Friday too" asks for a second event.
  const isMore = open.eventType === "create" && open.day !== null && read.repeat === null;
  const added = isMore
    ? days.filter(({ at, text: day }) => {
        const [lead, rest] = [sheet.text.slice(0, at), sheet.text.slice(at + day.length)];
        return /\b(?:and|also)\s*$/iu.test(lead) || /^\W*(?:too|also|as well)\b/iu.test(rest);
      })
    : [];
  const old = {
    ...open,
    ...(isKept && { eventType: "modify" as const, participants: [], resources: [] }),
    ...(isSame && {
      start: null,
      end: null,
      part: null,
      assumed: open.assumed.filter((note) => !/^\d\d:/u.test(note)),
    }),
    ...(isOnce && { repeat: null }),
    problems: [],
    unread: [],
  };
  const hint = { text: `${open.title ?? ""} ${sheet.text}`, near: open.start ?? startOf(open.target, context) };
  // "That is just for the 3rd" names a date of the series, not a new day.
  const isSeriesChange =
    open.eventType === "modify" && open.target !== null && (open.target.starts?.length !== 1 || open.target.following);
  const isDate =
    (isCancel && !isKept) ||
    (isSeriesChange && days.length > 0 && pieces.times.length === 0 && says(/\b(?:just|only|once)\b/iu));
  const opening = begins && isDayOf(open.repeat, days[0]) ? days[0] : undefined;
  const isUsedDay = isDate || opening !== undefined;
  const { request: laid, unused } = withWhen(old, isUsedDay ? { ...pieces, days: [] } : pieces, context, hint);
  const timed = opening === undefined ? laid : { ...laid, day: opening.first.toString() };
  const merged = withNames(timed, sheet, pieces);
  // "And Thursdays too" adds to the days of the week.
  const listed = [open, merged].map(({ repeat }) => /^FREQ=WEEKLY.*BYDAY=([A-Z,]+)/u.exec(repeat?.rule ?? "")?.[1]);
  if (
    read.repeat !== null &&
    merged.repeat !== null &&
    merged.day !== null &&
    listed.every((each) => each !== undefined) &&
    says(/\b(?:and|also|too|as well)\b/iu)
  )
    Object.assign(merged, {
      day: [open.day ?? merged.day, merged.day].toSorted()[0],
      repeat: {
        ...merged.repeat,
        rule: merged.repeat.rule.replace(/(?<=BYDAY=)[A-Z,]+/u, [...new Set(listed)].join(",")),
      },
    });
  if (count !== null && merged.repeat !== null) merged.repeat = endingWith(merged.repeat, `COUNT=${count}`);
  const scope = isEvent ? (readScope(sheet, days) ?? (days.length > 1 ? "several" : null)) : null;
  const isNamed = read.days.length + read.times.length + read.names.people.length + read.names.things.length > 0;
  const remarks = isNamed ? sheet.rest().filter((each) => isRemark(each, sheet)) : [];
  const [part, ...parts] = sheet.rest().filter((each) => !remarks.some(({ at }) => at === each.at));
  const words = parts.length === 0 && part?.text.split(" ").some(isTelling) === false ? [part.text] : [];
  const isOther =
    (isDate && days.length > 0) || (isEvent && !isKept && scope !== null && (isCancel || scope !== "several"));
  const dates = (open.target?.starts ?? []).map((start) => Temporal.PlainDate.from(start.slice(0, 10)));
  const hints = {
    scope,
    days: isDate && days.length > 0 ? days : scope === "all" ? [] : dates.map((first) => ({ first, last: first })),
    ...(words.length > 0 ? { words } : { among: [open.target?.eventId ?? open.candidates[0] ?? ""] }),
  };
  const found = (isEvent && words.length > 0) || isOther ? withTarget(merged, hints, context) : null;
  // "And next Monday too" cancels one more.
  const more = words.length === 0 && says(/\b(?:and|also|too|as well)\b/iu) ? (open.target?.starts ?? []) : [];
  const starts = found?.target?.starts ?? null;
  const moved =
    found?.target && starts ? { ...found, target: { ...found.target, starts: [...more, ...starts] } } : found;
  // "At the beach" is a place, and "it should be the optician" a title.
  const isName = words.length > 0 && moved === null;
  const isPlace = isName && /\b(?:at|in)\s+(?:(?:the|our|my)\s+)?$/iu.test(sheet.left.slice(0, part?.at));
  const isRenamed = open.missing.includes("title") || says(/\bbe (?:an? |the |called )/iu);
  const isTitle = !isEvent && isName && !isPlace && isRenamed && quoted === null;
  const title = quoted ?? (isTitle ? capital(words[0] ?? "") : null);
  const isUsed = isPlace || isTitle || (moved !== null && words.length > 0);
  const unread = [
    ...(isUsed || part === undefined ? [] : [part, ...parts].map((each) => each.text)),
    ...[...unused, ...added, ...(isOther && moved === null ? days : [])].map(textOf),
  ];
  // Words of before that the answer does not replace are left out, and that is said.
  const left = open.unread.filter((word) => firstWord(word) !== firstWord(text)).map((word) => `"${word}" left out`);
  const result: Request = {
    ...(moved ?? merged),
    ...(isPlace && { location: words[0] ?? null }),
    ...(title !== null && (open.eventType === "modify" ? { newTitle: title } : { title })),
    problems: [...merged.problems, ...namesProblems(pieces.names)],
    assumed: [...merged.assumed, ...left, ...remarks.map((each) => `"${each.text}" left out`)],
    unread,
  };
  // "Next week" of what was assumed to be next week settles that.
  const settles = days.length > 0 && open.assumed.some((note) => / as /u.test(note) && !result.assumed.includes(note));
  const isNothing = !settles && essence(result) === essence(open) && result.problems.length + unread.length === 0;
  return isNothing ? { ...result, unread: [text.trim()] } : result;
}

const essence = (request: Request): string => JSON.stringify({ ...request, problems: [], unread: [], assumed: [] });
const firstWord = (text: string): string => (text.split(" ")[0] ?? "").toLowerCase();

const asNew = <Piece extends Role>(piece: Piece): Piece =>
  /^(?:to|meant|make it|for|on|in|of)$/u.test(piece.role) ? { ...piece, role: "" } : piece;

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];
const without = (ids: readonly string[], out: readonly string[]): string[] => ids.filter((id) => !out.includes(id));

/** Adds, replaces and removes people and things. */
function withNames(
  request: Request,
  sheet: Sheet,
  { names }: Pieces,
): { -readonly [Key in keyof Request]: Request[Key] } {
  const drops = sheet.says(/\b(?:drop|remove|leave out|take out|leave)\b|\btake\b.*\b(?:off|out)\b/iu);
  const adds =
    sheet.says(
      /\b(?:add|and|also|too|plus|as well|both|include|with|needs?|bring|will|takes?|drives?|comes?|coming|joins?|joining)\b/iu,
    ) && !sheet.says(/\b(?:instead|only)\b/iu);
  const merged = (old: readonly string[], named: readonly string[], removed: readonly string[]): string[] => {
    const [added, out] = drops ? [[], union(removed, named)] : [named, removed];
    return added.length === 0 || adds || out.length > 0 ? union(without(old, out), added) : [...added];
  };
  const out = (old: readonly string[], named: readonly string[], removed: readonly string[]): string[] =>
    request.eventType === "modify"
      ? without(union(old, [...removed, ...(drops ? named : [])]), drops ? [] : named)
      : [];
  return {
    ...request,
    participants: merged(request.participants, names.people, names.removedPeople),
    resources: merged(request.resources, names.things, names.removedThings),
    removedParticipants: out(request.removedParticipants, names.people, names.removedPeople),
    removedResources: out(request.removedResources, names.things, names.removedThings),
    assumed: union(request.assumed, namesAssumed(names)),
  };
}
