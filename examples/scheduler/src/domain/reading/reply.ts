import { correctSpelling, plainText, Sheet, wordsOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import { isClear, type Request } from "../request.ts";
import { check } from "./check.ts";
import { correct, essence, withTarget } from "./correction.ts";
import { asksUndo, givesUp, readIntent } from "./intent.ts";
import { type ReadContext, readPieces } from "./pieces.ts";
import { asksHelp, DOUBT, HELP_TEXT, knownWords, ONE_AT_A_TIME, readRequest } from "./read-request.ts";
import { BARE, CHANGE, leadOf, NEW, positionIn, SKIP, SUBJECT, THANKS } from "./reply-words.ts";
import { findTarget, readScope } from "./target.ts";

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
  const wish = chosenWish(typed, open);
  if (wish !== undefined) return { request: readRequest(wish, context), kind: "changed" };
  const doubts = open.problems.filter((problem) => problem.includes(DOUBT));
  if (open.unread.length > 0 && BARE.test(typed)) return { request: open, kind: "changed" };
  if (SKIP.test(typed)) return changed({ ...open, unread: [], problems: [] }, context);
  if (doubts.length > 0 && NEW.test(typed))
    return changed({ ...open, problems: open.problems.filter((problem) => !doubts.includes(problem)) }, context);
  if (doubts.length > 0 && CHANGE.test(typed)) return changed(asChange(open, doubts, context), context);
  const units = ["hours", "minutes", "weeks", "months"];
  const { text, notes } = correctSpelling(plainText(typed), [...knownWords(context), ...units]);
  const lead = leadOf(open, context.calendar.household);
  const asked = askedBeside(text.replace(lead, ""), open, context);
  if (asked !== null) return { request: asked, kind: "new" };
  const begins = lead.test(text) || /^\W*(?:and|also|but)\b/iu.test(text);
  const chosen = chooseTarget(text.replace(lead, ""), open, context);
  if (chosen !== null) return changed(chosen, context);
  const fresh = readRequest(typed, context);
  // "No, cancel piano on Monday" drops a new event.
  const other = begins && open.eventType === "create" ? readRequest(text.replace(lead, ""), context) : null;
  if (other !== null && /^(?:cancel|modify)$/u.test(other.eventType) && isClear(other))
    return { request: other, kind: "new" };
  if (!begins && isOwn(fresh, open, text, context)) return { request: fresh, kind: "new" };
  const { request: read, others } = correct(text, open, context);
  const corrected = {
    ...read,
    problems: [...read.problems, ...doubts],
    assumed: [...read.assumed, ...notes, ...others.map((each) => `"${each}" left out`)],
  };
  const isRead = read.unread.length === 0;
  if (isRead && others.length === 0) return changed(corrected, context);
  const isNamed = fresh.unread.length === 0 || (fresh.day !== null && fresh.start !== null);
  if (!begins && isNamed && isWhole(fresh, text, context)) return { request: fresh, kind: "new" };
  const isPart = essence(read) !== essence(open);
  // Beside what was read, words that tell nothing are left out, and the question says so.
  if (isRead && isPart) return changed(corrected, context);
  const lost = isPart ? [`Nothing of "${text.trim()}" was applied.`] : [];
  const problems = union(open.problems, lost);
  return { request: { ...open, problems, unread: union(open.unread, [...read.unread, ...others]) }, kind: "changed" };
}

/** The wish that "1" or "the second" names, after several were named in one message. */
function chosenWish(typed: string, { problems }: Request): string | undefined {
  const asked = problems.find((problem) => problem.startsWith(ONE_AT_A_TIME));
  return asked === undefined ? undefined : [...asked.matchAll(/"([^"]+)"/gu)][positionIn(typed)]?.[1];
}

const QUESTION =
  /^(?:is|are|does|do|did|has|have|what|what's|when|when's|where|where's|who|who's|which)\b(?! about\b|:)(?!.*\b(?:it|its|it's|that|this)\b)/iu;

/** A question while a request is open: "is Emma free then?" is about its time. Null for what may be a correction. */
function askedBeside(text: string, open: Request, context: ReadContext): Request | null {
  if (open.eventType === "query" || open.missing.length > 0 || !QUESTION.test(text)) return null;
  const request = readRequest(text.replace(/\b(?:then|as well|too)\b/iu, ""), context);
  const { eventType, participants, resources, title, day, start } = request;
  const isNamed = participants.length + resources.length > 0 || title !== null || /^wh/iu.test(text);
  if (eventType !== "query" || !isNamed) return null;
  const isThen = day === null && start === null && (title === null || /\bthen\b/iu.test(text));
  const { lastDay, end, minutes } = open;
  return isThen ? { ...request, day: open.day, lastDay, start: open.start, end, minutes: minutes ?? 60 } : request;
}

/** True for a whole request, although it could be read as an answer. */
function isOwn(fresh: Request, open: Request, text: string, context: ReadContext): boolean {
  const { eventType, title, day, problems, target } = fresh;
  // "Dentist for Emma on Friday at 8pm" does not answer a question about another event.
  if (eventType === "create" && open.eventType !== "create" && isClear(fresh)) return isWhole(fresh, text, context);
  // "Who is at the concert?" after a question that was not understood.
  if (eventType === "query" && open.eventType === "query" && (isClear(fresh) || readIntent(new Sheet(text)).stated))
    return true;
  // "Gymnastics on Thursday is moved to Friday at 5" says the whole change again.
  if (eventType === "modify" && open.eventType === "modify" && isClear(fresh))
    return title !== null && target?.eventId === open.target?.eventId;
  // A text with its own title, day and time is another event, and one with a title and a day does not answer "What is it called?".
  const isAnswer = open.missing.includes("title") && isDetailed(open) && problems.length === 0;
  const isFull = eventType === "create" && fresh.start !== null && wordsOf(text).length > 6;
  return title !== null && day !== null && (isAnswer || isFull) && isWhole(fresh, text, context);
}

/** A new event as a change of the event that has its name, on its day if that is a date of it. */
function asChange(open: Request, doubts: readonly string[], context: ReadContext): Request {
  const words = [open.title ?? ""];
  const first = open.day === null ? null : Temporal.PlainDate.from(open.day);
  const onDay = first === null ? null : findTarget({ words, days: [{ first, last: first }] }, context);
  const isOnDay = onDay?.target !== null && onDay !== null;
  const found = isOnDay ? onDay : findTarget({ words }, context);
  const problems = [...open.problems.filter((each) => !doubts.includes(each)), ...found.problems];
  return { ...open, ...found, eventType: "modify", day: isOnDay ? null : open.day, problems };
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** "Put it down for everybody" is about what is asked. */
const CHANGES_IT = /\b(?:put|make|give|move|change|set|call|shift|keep) (?:it|that|this)\b/iu;

const isDetailed = ({ day, start, participants, resources }: Request): boolean =>
  day !== null || start !== null || participants.length + resources.length > 0;

/** True for a reading that is a request by itself: "change the time to 11" names no event, and "am I mad" asks nothing. */
function isWhole(fresh: Request, text: string, context: ReadContext): boolean {
  const { title, day, start, allDay, part, repeat, participants, resources, problems, eventType } = fresh;
  if (eventType === "query")
    return title === null || text.includes("?") || findTarget({ words: [title] }, context).unread.length === 0;
  if (eventType !== "create" && fresh.target === null && fresh.candidates.length === 0) return false;
  if (SUBJECT.test(text) || (eventType === "create" && CHANGES_IT.test(text))) return false;
  const isTimed =
    (day !== null && (start !== null || allDay || part !== null || repeat !== null)) ||
    (start !== null && problems.length > 0);
  if (title !== null && isTimed) return true;
  const isNamed = title !== null || day !== null || participants.length + resources.length > 0;
  return isNamed && readIntent(new Sheet(text)).stated;
}

/** Problems and gaps are found again after a change. */
const changed = (request: Request, context: ReadContext): Reply => ({
  request: check({ ...request, missing: request.missing.filter((part) => /target|scope|half/u.test(part)) }, context),
  kind: "changed",
});

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
  const among = open.candidates.map(({ eventId }) => eventId);
  const start = times[0]?.start.minutes ?? null;
  if (wants === "scope") {
    const scope = (["next", "all"] as const)[position] ?? said;
    if (words.length + times.length > 0 || (scope === null && days.length === 0)) return null;
    const [only] = open.candidates;
    const starts = only?.starts ?? null;
    // "All of them" are those on the days that were named.
    if (only !== undefined && starts !== null && days.length === 0 && scope !== "following")
      return { ...open, target: { ...only, starts: scope === "all" ? starts : starts.slice(0, 1) }, missing: [] };
    return withTarget(open, { days, scope, among }, context);
  }
  const at = open.candidates[position];
  const count = at?.starts?.length ?? 0;
  const settled = { problems: [], unread: [] };
  if (at !== undefined && count === 1) return { ...open, ...settled, target: at, candidates: [], missing: [] };
  if (at !== undefined && count > 1) return { ...open, ...settled, candidates: [at], missing: ["scope"] };
  if (at !== undefined) return withTarget(open, { among: [at.eventId] }, context);
  // "For Noah too" and "at 4pm" of a change are about what is to be changed.
  const isChange = open.eventType === "modify" && (times.length > 0 || /\b(?:too|also|as well|add|and)\b/iu.test(text));
  if (words.length === 0 && (isChange || [people, things, times, days].every(({ length }) => length === 0)))
    return null;
  const hints = { people, things, days, start, words, scope: said };
  const other = words.length > 0 && times.length === 0 ? withTarget(open, hints, context) : null;
  return withTarget(open, { ...hints, among }, context) ?? other;
}
