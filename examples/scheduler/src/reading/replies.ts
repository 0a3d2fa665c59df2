import { Temporal } from "temporal-polyfill";
import { checkData } from "../domain/check-data.ts";
import { type NLParserData, timeAt, timesOf } from "../domain/parser-data.ts";
import { isSeries } from "../domain/planning/series.ts";
import { type Pieces, type ReadContext, takePieces } from "./pieces.ts";
import { localClock } from "../domain/wall-clock.ts";
import { listOf, peopleIn } from "./names.ts";
import { takeLimits } from "./repeats.ts";
import { isRequest, readMessage, shifted } from "./read-message.ts";
import { Sheet } from "./sheet.ts";

/** What a message does to the request of the open question. */
export interface Reply {
  readonly kind: "new" | "changed" | "dropped";
  readonly data: NLParserData;
}

/** True for a wish to undo the last change. */
export const asksUndo = (text: string): boolean =>
  /^\s*(?:please )?undo(?: (?:it|that|the last change))?(?:,? please)?[.!]*\s*$/i.test(text);

const DROPPED =
  /^(?:no,? )?(?:never ?mind|forget (?:it|that)|drop (?:it|that)|cancel(?: (?:it|that))?|stop|no,? thanks?)[.!]*$/i;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
const HESITATION =
  /^(?:(?:no|ok|well|actually|sorry|oops|rather|wait)[,!. ]+)*(?:(?:i (?:mean|meant)|make it|to|let's say)(?: |$))?/i;

/** Reads a message while a question about a request is open: an answer, a correction, or a new request. */
export function readReply(text: string, pending: NLParserData, context: ReadContext): Reply {
  const words = text.trim().replace(/[.!]+$/, "");
  if (DROPPED.test(words)) return { kind: "dropped", data: pending };
  const chosen =
    readChoice(words, pending, context) ??
    (/^leave (?:it|them|that) out$/i.test(words) ? withoutUnused(pending) : null);
  if (chosen !== null) return { kind: "changed", data: checkData(chosen, context) };
  const said = words.replace(HESITATION, "").replace(/,? instead$/i, "");
  const names = new RegExp(`^(?:also |and )?${listOf(peopleIn(context.calendar.household, context.speaker))}$`, "iu");
  const rest = names.test(said) ? said.replace(/^(also |and )?/i, "$1for ") : said;
  const isAdded = /^(?:also|and) /i.test(rest);
  const sheet = new Sheet(rest.replace(/^(?:also|and) /i, ""));
  const end = /\bevery\b/i.test(rest) ? {} : takeEnd(sheet, pending, context);
  const read = takePieces(sheet, context);
  const pieces = { ...read, said: { ...end, ...read.said } };
  const isPart = Object.keys(pieces.said).length > 0 || pieces.shift !== null;
  const isWhole = isRequest(rest, context);
  if (pending.missing[0] === "title" && !isPart && !isWhole) {
    const { title, questions } = readMessage(rest, context);
    return { kind: "changed", data: checkData({ ...pending, title, questions, plain: false }, context) };
  }
  // "Tuesday at 5pm" answers; "Choir on Tuesday at 5pm" is a separate request.
  if (isWhole && (!isPart || sheet.unused.length > 0)) return { kind: "new", data: readMessage(rest, context) };
  // An answer of which words are not used changes nothing.
  if (sheet.unused.length > 0) {
    const named = sheet.unused.map((each) => `I did not use "${each}". Say it another way.`);
    return { kind: "changed", data: { ...pending, questions: named, plain: false } };
  }
  const answered = merged(withoutUnused(pending), pieces.said, isAdded);
  const data = pieces.shift === null ? answered : shifted(answered, pieces.shift, context);
  return { kind: "changed", data: checkData({ ...data, plain: false }, context) };
}

/** Words that an answer leaves out are named in the offer. */
const withoutUnused = (pending: NLParserData): NLParserData => ({
  ...pending,
  assumed: [...pending.assumed, ...pending.unused.map((words) => `without "${words}"`)],
  unused: [],
  plain: false,
});

/** Takes another end or exceptions of the series that is asked about: "until 14 December". */
function takeEnd(
  sheet: Sheet,
  { recurrenceRule: rule, exceptDays }: NLParserData,
  context: ReadContext,
): Partial<NLParserData> {
  if (rule === null) return {};
  const today = Temporal.PlainDate.from(localClock(context.calendar.household.timeZone).dayOf(Date.parse(context.now)));
  const limits = takeLimits(sheet, today);
  const open = rule.replaceAll(/;(?:UNTIL|COUNT)=[^;]*/g, "");
  return {
    ...(limits.ends.length > 0 && { recurrenceRule: [open, ...limits.ends].join(";") }),
    ...(limits.exceptDays.length > 0 && { exceptDays: [...exceptDays, ...limits.exceptDays] }),
    ...(limits.questions.length > 0 && { questions: limits.questions }),
  };
}

/** One of the events or dates among which a person must choose; null for other messages. */
function readChoice(text: string, pending: NLParserData, { calendar }: ReadContext): NLParserData | null {
  const { candidates } = pending;
  const [only] = candidates;
  if (only === undefined) return null;
  const plain = text.toLowerCase();
  const word = /^(?:only )?(?:the )?(\w+)(?: one)?$/.exec(plain)?.[1] ?? "";
  const number = /^\d$/.test(word) ? Number(word) - 1 : ORDINALS.indexOf(word);
  const isNext = word === "next" || number === 0;
  const settled = { ...pending, candidates: [], plain: false };
  if (candidates.length > 1) {
    const choice = candidates[number];
    if (choice === undefined) return null;
    const event = calendar.event(choice.eventId);
    const isOpen = choice.starts === null && event !== null && isSeries(event);
    return isOpen ? { ...pending, candidates: [choice] } : { ...settled, target: choice };
  }
  if (/^(?:all|all of them|every one)$/.test(plain))
    return { ...settled, target: (only.starts?.length ?? 0) > 1 ? only : { ...only, starts: null } };
  return isNext ? { ...settled, target: { ...only, starts: only.starts?.slice(0, 1) ?? [] } } : null;
}

/** The request with what an answer says: times and names replace those before, "also" adds names, and "without" removes them. */
function merged(pending: NLParserData, said: Pieces["said"], isAdded: boolean): NLParserData {
  const {
    participants,
    resources,
    removedParticipants = [],
    removedResources = [],
    startTime: _start,
    endTime: _end,
    ...parts
  } = said;
  const list = (old: readonly string[], named: readonly string[] | undefined, removed: readonly string[]): string[] =>
    [...new Set(named === undefined || isAdded ? [...old, ...(named ?? [])] : named)].filter(
      (id) => !removed.includes(id),
    );
  const isNew = pending.eventType === "create" || pending.eventType === "query";
  return {
    ...pending,
    questions: [],
    ...parts,
    ...timed(pending, said),
    participants: list(pending.participants, participants, removedParticipants),
    resources: list(pending.resources, resources, removedResources),
    removedParticipants: isNew ? [] : [...pending.removedParticipants, ...removedParticipants],
    removedResources: isNew ? [] : [...pending.removedResources, ...removedResources],
  };
}

const isSaid = ([key, value]: readonly [string, unknown]): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0) && key !== "eventType";

/** The request with what an answer says that is a request itself: its empty fields say nothing. */
export function mergeReply(pending: NLParserData, said: NLParserData): NLParserData {
  const parts: Partial<NLParserData> = Object.fromEntries(Object.entries(said).filter(isSaid));
  return { ...merged(withoutUnused(pending), parts, false), unused: said.unused, plain: false };
}

/** The times of a request with those of an answer. An event keeps its length at another start. */
function timed(pending: NLParserData, said: Pieces["said"]): Partial<NLParserData> {
  const { startTime = null, endTime = null, minutes: length = null, search = null } = said;
  const isUntimed = [startTime, endTime, length, search].every((each) => each === null);
  if (isUntimed && said.allDay !== true) return {};
  const [old, own] = [timesOf(pending), timesOf({ ...pending, startTime: null, endTime: null, search: null, ...said })];
  const day = own.day ?? old.day;
  if (search !== null) return { startTime: day, endTime: null, search };
  const start = own.start ?? (said.allDay === true ? null : old.start);
  const oldLength = old.start === null || old.end === null ? null : old.end - old.start;
  const minutes = length ?? (own.end === null ? (pending.minutes ?? oldLength) : null);
  const isTimed = start !== null;
  return {
    startTime: timeAt(day, start),
    endTime: own.end !== null ? timeAt(null, own.end) : said.allDay === true ? (said.endTime ?? null) : null,
    minutes: isTimed ? minutes : null,
    allDay: isTimed ? false : (said.allDay ?? pending.allDay),
    search: isTimed ? null : pending.search,
  };
}
