import { type Part, type Role, Sheet, WEEKDAY, wordsOf } from "@tidemark/reading";
import { Temporal } from "temporal-polyfill";
import type { CalendarEvent } from "../calendar-event.ts";
import { DEFAULT_MINUTES } from "../planning/event-times.ts";
import { isSeries } from "../planning/series.ts";
import type { Request } from "../request.ts";
import { textOf } from "./change-words.ts";
import {
  ADDS,
  asNew,
  type Correction,
  layWhen,
  readRelative,
  union,
  type When,
  withWeekdays,
} from "./correction-when.ts";
import { SETTINGS, withSettings } from "./correction-settings.ts";
import { withReplacedWords } from "./replaced-words.ts";
import { type Names, namesAssumed, namesProblems, readNames, removedNames } from "./names.ts";
import { isDenied, type Pieces, type ReadContext, readPieces, withSameEnd } from "./pieces.ts";
import {
  ERRAND,
  HINDERED,
  leadOf,
  NAMED,
  NOTED,
  PAST,
  PLACED,
  STATES,
  TAKES_PART,
  TALK,
  withoutSpeech,
  withTimes,
} from "./reply-words.ts";
import { findTarget, readScope, type TargetHints, wordKinds } from "./target.ts";
import { capital, isTelling, readQuoted } from "./title.ts";

const WEEKDAYS = /(?<!\b(?:every|each|on all) )\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)s\b/giu;
const EACH_DATE = new RegExp(`\\b(?:every|each) (?:week|time|${WEEKDAY})\\b`, "iu");
/** "Violin I mean" corrects the title. */
const MEANT = /\bi mean(?:t)?\b/iu;
const isEvent = ({ eventType }: Request): boolean => eventType === "modify" || eventType === "cancel";

/** An open request after a correction. */
interface Corrected {
  readonly request: Request;
  /** Words that no reader used and that tell nothing, such as "obviously". */
  readonly others: readonly string[];
}

/**
 * Reads a correction like a request, and lays its pieces over the open request: each kind of piece replaces, adds to or removes its part.
 * Words without a use are left in `unread`.
 */
export function correct(text: string, open: Request, context: ReadContext): Corrected {
  // "Every week" of a change to one date means all dates.
  const all =
    open.eventType === "create"
      ? text
          .replace(/\b(?:half|quarter) past(?=\W*$)/iu, (past) => `at ${hourOf(open)}:${/^h/iu.test(past) ? 30 : 15}`)
          .replace(/\bfor all(?=[\s.!]*$)/iu, "for everyone")
          .replace(/^(\W*)skip (?=.)/iu, open.repeat === null ? "$&" : "$1not on ")
      : text.replace(EACH_DATE, "all of them");
  const { request: replaced, text: others } = withReplacedWords(all, open, context);
  const spoken = withoutSpeech(others, leadOf(open, context.calendar.household));
  const [titled, title] = cut(spoken, NAMED);
  const [placed, place] = cut(titled, PLACED);
  const [noted, note] = cut(placed, NOTED);
  // "Not Mondays" denies a day of a series as "not Monday" does.
  const single = open.repeat === null ? noted : noted.replaceAll(WEEKDAYS, "$1");
  const { said, notes, remarks } = clausesOf(withTimes(single), open, context);
  const sheet = new Sheet(said, { small: TALK });
  const quoted = readQuoted(sheet) ?? title?.replace(/,? not .*$/iu, "") ?? null;
  const set = withSettings(replaced, sheet, context);
  const event = context.calendar.event(open.target?.eventId ?? "");
  const isKept = open.eventType === "cancel" && event !== null && !isSeries(event);
  const meant = open.target?.starts?.[0] ?? (isKept ? event.start : undefined);
  const asked = open.day ?? meant?.slice(0, 10) ?? null;
  const base = asked === null ? null : Temporal.PlainDate.from(asked);
  const relative = base === null || open.repeat !== null ? [] : readRelative(sheet, base);
  const read = withSameEnd(readPieces(sheet, context, "correction"), endOf(open));
  const amounts = amountsOf(read, open);
  // "An hour later, so 3 to 6" says it twice.
  const isTwice = amounts.shift !== null && read.times.some((each) => each.end !== null);
  const lengths = isTwice ? { ...amounts, shift: null } : amounts;
  // Another shift replaces that of before.
  const isOther = (lengths.shift ?? lengths.longer) !== null && !sheet.says(/\b(?:another|further)\b/iu);
  const pieces: Pieces = withWeekdays(open, {
    ...read,
    lengths,
    allDay: read.allDay || (set.allDay && !open.allDay),
    days: [...read.days, ...relative],
    times: read.times
      .filter((each) => !isDenied(each))
      .map((each) => (isLimitOf(each, sheet) ? { ...each, role: "until" } : asNew(each))),
  });
  const correction = { sheet, open, context, pieces, base };
  const when = layWhen({ ...set, allDay: open.allDay, ...(isOther && { shift: null, longer: null }) }, correction);
  const named = layNames(when.request, said, correction);
  const found = layTarget(named, when, correction);
  const words = layWords(found.request, found.isFound, { quoted, isMeant: MEANT.test(text) }, correction);
  const noteTexts = [...notes, ...(note === null ? [] : [note])];
  // Words of before that the answer does not replace are left out, and that is said.
  const left = open.unread.filter((word) => firstWord(word) !== firstWord(text));
  const changed = context.calendar.event(open.eventType === "modify" ? (open.target?.eventId ?? "") : "");
  const stray = changed === null ? [] : removedNames(withoutIds(read.names, changed), context.calendar.household);
  const result: Request = {
    ...words.request,
    ...(place !== null && { location: place }),
    note: noteTexts.length === 0 ? open.note : [...(open.note === null ? [] : [open.note]), ...noteTexts].join(", "),
    problems: [...words.request.problems, ...namesProblems(read.names)],
    assumed: union(words.request.assumed, [
      ...namesAssumed(read.names),
      ...stray.map((name) => `"without ${name}" changes nothing`),
      ...[...left, ...remarks].map((each) => `"${each}" left out`),
      ...noteTexts.map((each) => `"${each}" as a note`),
    ]),
    unread: [...words.unread, ...found.unread],
  };
  return { request: words.others.length > 0 ? result : withoutChange(result, text, correction), others: words.others };
}

const without = (ids: readonly string[], out: readonly string[]): string[] => ids.filter((id) => !out.includes(id));
/** The removed names without those of an event. */
const withoutIds = (names: Names, { participants, resources }: CalendarEvent): Names => ({
  ...names,
  removedPeople: without(names.removedPeople, participants),
  removedThings: without(names.removedThings, resources),
});
const firstWord = (text: string): string => (text.split(" ")[0] ?? "").toLowerCase();
/** What a request asks for, apart from what is said about its reading. */
export const essence = (request: Request): string =>
  JSON.stringify({ ...request, problems: [], unread: [], assumed: [], missing: [] });

/** "Just to 10" is an end. */
const isLimitOf = ({ at, role }: Part & Role, { text }: Sheet): boolean =>
  role === "to" && /\b(?:just|only|lasts?|goes)\s*$/iu.test(text.slice(0, at));

/** "Two hours" is a shift, if the open request has one. */
function amountsOf({ lengths }: Pieces, { shift }: Request): Pieces["lengths"] {
  const { minutes } = lengths;
  if (minutes === null || (lengths.shift ?? lengths.longer) !== null || shift === null) return lengths;
  return { ...lengths, minutes: null, shift: Math.sign(shift) * minutes };
}

const hourOf = ({ start }: Request): number => Math.floor((start ?? 0) / 60);

/** The end of a new event that names none. */
const endOf = ({ eventType, start, end, minutes }: Request): number | null =>
  eventType === "create" && start !== null ? (end ?? start + (minutes ?? DEFAULT_MINUTES)) : null;

/** Cuts what a label names out of a text. */
function cut(text: string, label: RegExp): readonly [rest: string, named: string | null] {
  const found = label.exec(text);
  return found === null ? [text, null] : [text.replace(found[0], "").trim(), found[1] ?? found[2] ?? null];
}

/** True for a word that must not be left out. */
const isSaying = (word: string): boolean => isTelling(word) || /^(?:other|opposite|reverse|different)$/iu.test(word);

/** True if a text names something that a request has. */
const namesPiece = ({ days, times, names, lengths, repeat, part, allDay }: Pieces): boolean =>
  allDay ||
  [days, times, names.people, names.removedPeople, names.things, names.removedThings].some(
    ({ length }) => length > 0,
  ) ||
  [lengths.minutes, lengths.shift, lengths.longer, repeat, part].some((each) => each !== null);

/** A correction that states what is so already confirms it; one that names nothing was not understood. */
function withoutChange(result: Request, text: string, { open, pieces }: Correction): Request {
  if (essence(result) !== essence(open) || result.unread.length + result.problems.length > 0) return result;
  const settles = open.assumed.some((note) => !result.assumed.includes(note));
  if (settles || result.assumed.some((note) => !open.assumed.includes(note))) return result;
  return namesPiece(pieces) || SETTINGS.some(([pattern]) => new RegExp(pattern, "iu").test(text))
    ? { ...result, assumed: [...result.assumed, `"${text.trim()}" changes nothing`] }
    : { ...result, unread: [text.trim()] };
}

/** Divides a correction into what it says, errands, which become notes, and remarks, such as reasons, which are left out. */
function clausesOf(text: string, open: Request, context: ReadContext) {
  const kindOf = wordKinds(context);
  const clauses = text.split(/(?<=[,;!?.])\s+/u).map((clause) => {
    const sheet = new Sheet(clause, { small: TALK });
    const isNamed = namesPiece(readPieces(sheet, context, "correction"));
    const rest = sheet.rest().flatMap((each) => wordsOf(each.text));
    const isSaid =
      rest.length === 0 ||
      SETTINGS.some(([pattern, applies]) => applies(open) && sheet.take(pattern) !== null) ||
      rest.some(isSaying) ||
      (isEvent(open) && rest.some((word) => kindOf(word) === "title")) ||
      /^\W*(?:(?:and|but|it's|its|it is|we meet) )*(?:at|in) /iu.test(clause);
    const errand = isNamed || isSaid ? null : (ERRAND.exec(clause)?.[1] ?? null);
    const isReason = PAST.test(clause) || HINDERED.test(clause);
    return {
      clause,
      isNamed,
      errand,
      isRemark: isSaid ? isReason : !isNamed || (STATES.test(clause) && !TAKES_PART.test(clause)),
    };
  });
  const notes = clauses.flatMap(({ errand }) => errand ?? []);
  const rest = clauses.filter(({ errand }) => errand === null);
  const isClear = rest.some(({ isRemark, isNamed }) => isNamed && !isRemark);
  const remarks = isClear ? rest.filter(({ isRemark }) => isRemark) : [];
  return {
    said: rest.flatMap((each) => (remarks.includes(each) ? [] : each.clause)).join(" "),
    notes,
    remarks: remarks.map(({ clause }) => clause.replace(/[\s,;.!?]+$/u, "")),
  };
}

/** Lists of a request, the names that belong to them, and the list of what a change takes out. */
const LISTS = [
  { list: "participants", out: "removedParticipants", named: "people", removed: "removedPeople" },
  { list: "resources", out: "removedResources", named: "things", removed: "removedThings" },
] as const;
const DROPS = /\b(?:drop|remove|scrap|ditch|lose|skip|leave out|take out|leave|uninvite)\b|\btake\b.*\b(?:off|out)\b/iu;
const JOINS =
  /[+&]|\b(?:add|and|also|too|plus|as well|both|include|with|needs?|bring|will|takes?|drives?|comes?|coming|joins?|joining)\b/iu;

/** Adds, replaces and removes people and things, clause by clause; what is named later adds to what was named before. */
function layNames(open: Request, text: string, { context: { calendar, speaker } }: Correction): Request {
  const laid = { ...open };
  const begun = new Set<string>();
  let isLimited = false;
  const isReplaced = /\b(?:instead|only|just)\b(?! add)/iu.test(text);
  for (const clause of text.split(
    /[,;!?]|\.(?!\d)|\band (?=(?:add|drop|remove|scrap|leave|without|no|take out)\b)/iu,
  )) {
    const names = readNames(new Sheet(clause), calendar.household, speaker, false);
    const drops = DROPS.test(clause);
    for (const { list, out, named, removed } of LISTS) {
      const [into, gone] = drops ? [[], union(names[removed], names[named])] : [names[named], names[removed]];
      if (into.length + gone.length === 0) continue;
      // "Without the kids, just Sam and me" names all of them.
      const isAll = /\b(?:just|only)\b(?! add)/iu.test(clause) && gone.length === 0;
      // "It's the van that needs it" and "the small car will do" name another thing.
      const isOther = list === "resources" && /\bit'?s the\b|\b(?:will do|better|rather)\b/iu.test(clause);
      const adds = !isAll && (gone.length > 0 || begun.has(list) || (JOINS.test(clause) && !isReplaced && !isOther));
      // "Just Emma, Noah's got a match" names only Emma.
      if (isLimited && !/[+&]|\b(?:and|also|too|plus|as well|add)\b/iu.test(clause)) continue;
      isLimited ||= isAll;
      begun.add(list);
      // "Only Noah" of a change takes the others out.
      const event = open.eventType === "modify" ? calendar.event(open.target?.eventId ?? "") : null;
      if (event !== null && isAll) {
        laid[list] = without(into, event[list]);
        laid[out] = without(event[list], into);
        continue;
      }
      laid[list] = into.length === 0 || adds ? union(without(laid[list], gone), into) : [...into];
      if (open.eventType === "modify") laid[out] = without(union(laid[out], gone), into);
    }
  }
  return laid;
}

/** Other dates, or another event, of a change or cancellation; null if the hints name none. */
export function withTarget(open: Request, hints: TargetHints, context: ReadContext): Request | null {
  const found = findTarget(hints, context);
  return found.target === null && found.missing[0] !== "scope" ? null : { ...open, ...found, unread: [] };
}

const DENIED = /^not \p{L}/iu;

/** Lays other dates, or another event, over a change or cancellation. */
function layTarget(
  request: Request,
  { unused, dates, days }: When,
  { sheet, open, context, pieces: { names } }: Correction,
) {
  const isCancel = request.eventType === "cancel";
  const none = { request, unread: [...unused], isFound: false };
  if (!isEvent(open)) return none;
  const scope = readScope(sheet, days) ?? (days.length > 1 ? "several" : null);
  const kindOf = wordKinds(context);
  const rest = sheet.rest();
  const denied = rest.filter(
    ({ text }) =>
      DENIED.test(text) &&
      wordsOf(text)
        .slice(1)
        .every((word) => kindOf(word) !== "other"),
  );
  const [part, more] = rest.filter((each) => rest.length === 1 || !denied.includes(each));
  // "Yoga, not piano" denies the name of before.
  const said = (part?.text ?? "").replace(/,? (?:not|instead of) .+$/iu, "").replace(/^not .+, /iu, "");
  const isName = more === undefined && wordsOf(said).some((word) => kindOf(word) === "title");
  const words = isName && !wordsOf(said).some(isTelling) ? [said] : [];
  const isKept = open.eventType === "cancel" && !isCancel;
  const isOther = dates.length > 0 || (!isKept && scope !== null && (isCancel || scope !== "several"));
  if (words.length === 0 && !isOther) return none;
  const old = (open.target?.starts ?? []).map((start) => Temporal.PlainDate.from(start.slice(0, 10)));
  const asked = old.map((first) => ({ first, last: first }));
  const among = [open.target?.eventId ?? open.candidates[0]?.eventId ?? ""];
  const who = isCancel ? { people: names.people, things: names.things } : {};
  const find = (wanted: TargetHints["days"]): Request | null =>
    withTarget(request, { scope, days: wanted ?? [], ...(words.length > 0 ? { words, ...who } : { among }) }, context);
  const found =
    dates.length > 0 ? find(dates) : scope === "all" ? find([]) : (find(asked) ?? (isName ? find([]) : null));
  if (found === null) return { ...none, unread: [...unused, ...(isOther ? dates.map(textOf) : [])] };
  if (part !== undefined && words.length > 0) for (const each of [part, ...denied]) sheet.claim(each);
  // "And next Monday too" cancels one more.
  const kept = words.length === 0 && sheet.says(ADDS) ? (open.target?.starts ?? []) : [];
  const { target } = found;
  const starts = target?.starts ?? null;
  const merged = target && starts ? { ...found, target: { ...target, starts: union(kept, starts) } } : found;
  return { request: merged, unread: [...unused], isFound: true };
}

/** Lays the unclaimed words over the request: "at the beach" is a place, and "it should be the optician" a title. */
function layWords(
  request: Request,
  isFound: boolean,
  { quoted, isMeant }: { readonly quoted: string | null; readonly isMeant: boolean },
  { sheet, open }: Correction,
) {
  const isRenamed =
    quoted === null &&
    ((open.missing.includes("title") && !isEvent(open)) ||
      (isMeant && !isEvent(open)) ||
      sheet.says(/\b(?:be|it's|it is|that's) (?:an? |the |our |called )|\bchange (?:it|that) (?:in)?to /iu));
  const rest = sheet.rest();
  const [unread, others]: [string[], string[]] = [[], []];
  const laid: { -readonly [Key in keyof Request]: Request[Key] } = { ...request };
  let title = quoted;
  for (const { at, text } of rest) {
    const isWord = !wordsOf(text).some(isSaying);
    const [place, whose = ""] =
      /\b(?:at|in)\s+(?:(?:the|an?)\s+|((?:our|my|his|her|their)\s+))?$/iu.exec(sheet.left.slice(0, at)) ?? [];
    if (isWord && place !== undefined) laid.location = `${whose}${text}`;
    else if (isWord && isRenamed && !isFound && title === null && rest.length === 1) title = capital(text);
    else (isWord ? others : unread).push(text);
  }
  if (title !== null) laid[open.eventType === "modify" ? "newTitle" : "title"] = title;
  return { request: laid, unread, others };
}
