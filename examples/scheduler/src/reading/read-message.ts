import { checkData } from "../domain/check-data.ts";
import { emptyData, type NLParserData, timeAt, timesOf } from "../domain/parser-data.ts";
import { localClock } from "../domain/wall-clock.ts";
import { WEEKDAY } from "./days.ts";
import { idsIn, listOf, peopleIn, resourcesIn } from "./names.ts";
import { type ReadContext, takePieces } from "./pieces.ts";
import { readQuestion } from "./questions.ts";
import { literal, Sheet } from "./sheet.ts";
import { findTarget } from "./targets.ts";

/** Words that a title has only in quotes, because they could mean something else. */
const SPEAKING = new RegExp(
  `\\d|(?<!\\p{L})(?:${WEEKDAY}s?|and|or|but|not|no|if|unless|until|till|except|without|instead|maybe|also|then|after|before|because|so|every|each|all|next|last|this|at|on|in|from|to|by|with|for|as|via|please|can|could|would|should|will|is|are|was|has|have|had|need|needs|move|moves|cancel|cancels|change|add|make|later|earlier|ago|half|quarter|past|around|about|morning|afternoon|evening|tonight|daily|weekly|monthly|yearly|today|tomorrow|week|month|year|i|we|my|our|me|us|he|she|they|it)(?!\\p{L})|n't`,
  "iu",
);
const MAX_TITLE_WORDS = 6;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Reads a message as a request; what it does not use or is not sure of is asked about. */
export function readMessage(text: string, context: ReadContext): NLParserData {
  const words = text
    .trim()
    .replace(/^please,? /i, "")
    .replace(/[.!]+$/, "");
  const data = readAny(words, context);
  const checked = checkData(data, context);
  return { ...checked, plain: checked.assumed.length === 0 };
}

const readAny = (text: string, context: ReadContext): NLParserData =>
  readQuestion(text, context) ??
  readChange(text, context) ??
  (text.endsWith("?") ? { ...emptyData, eventType: "query", questions: [UNKNOWN_QUESTION] } : readNew(text, context));

const UNKNOWN_QUESTION =
  'I do not know this question. Ask, for example, "what\'s on Friday?", "when is piano?", "is Emma free on Friday?" or "any conflicts next week?".';

/** True if a message begins like a whole request, whatever is asked. */
export const isRequest = (text: string, context: ReadContext): boolean => {
  const data = readAny(text, context);
  return (
    data.eventType !== "create" ||
    (data.title !== null && data.startTime !== null && titleQuestions(data.title, context).length === 0) ||
    /^(?:add|schedule|find)\b/i.test(text)
  );
};

/** Reads a new event: "Dentist for Emma on Thursday at 4pm, 45 minutes". */
function readNew(text: string, context: ReadContext): NLParserData {
  const sheet = new Sheet(text);
  sheet.take("^(?:add|schedule|new event:?)(?: (?:an?|the))?(?= )");
  const isSearch =
    sheet.take("^find (?:(?:a )?(?:free )?time|a slot)(?: for)?|^find(?= (?:\\d|an? hour|half an hour))") !== null;
  const quoted = sheet.take('"([^"]+)"')?.[1];
  const { said } = takePieces(sheet, context);
  const [first, ...rest] = sheet.unused;
  const title = quoted ?? (first === undefined ? null : first.replace(/^for (?:an? )?/i, ""));
  const questions = [
    ...(said.questions ?? []),
    ...(quoted === undefined && title !== null ? titleQuestions(title, context) : []),
  ];
  const open = isSearch && said.search === undefined && timesOf({ ...emptyData, ...said }).start === null;
  return {
    ...emptyData,
    ...(open && { search: { lastDay: null, from: null, to: null } }),
    ...said,
    title: title === null ? null : capitalized(title),
    questions,
    unused: quoted === undefined ? rest : sheet.unused,
  };
}

function titleQuestions(title: string, { calendar: { household } }: ReadContext): string[] {
  const word = SPEAKING.exec(title)?.[0];
  const names = [...peopleIn(household, null).keys(), ...resourcesIn(household).keys()];
  const name = names.find((each) => new RegExp(`(?<!\\p{L})${literal(each)}(?!\\p{L})`, "iu").test(title));
  const isLong = title.split(/\s+/).length > MAX_TITLE_WORDS;
  if (word === undefined && name === undefined && !isLong) return [];
  const form = 'write the rest as "for Emma", "with the Van" and "on Friday at 4pm"';
  return [`I am not sure about "${title}". Put it in quotes if it is the name, or ${form}.`];
}

const TO = "(?<!\\p{L})to(?!\\p{L})";

/** Reads a change or a cancellation: "move piano on Tuesday to 5pm", "cancel all gymnastics in December". Null for other messages. */
function readChange(text: string, context: ReadContext): NLParserData | null {
  const { household } = context.calendar;
  const [people, things] = [peopleIn(household, context.speaker), resourcesIn(household)];
  const names = new Map([...people, ...things]);
  const match = (pattern: string) => new RegExp(`^${pattern}$`, "iu").exec(text);

  const renamed = match(`rename (.+?) ${TO} "?([^"]+?)"?`);
  if (renamed !== null) return changed(renamed[1], { title: capitalized(renamed[2] ?? "") }, context);

  const listed = match(`(add|invite|remove|take) (${listOf(names)}) (?:to|from|off) (.+)`);
  if (listed !== null) {
    const [, verb = "", list = "", target] = listed;
    const [who, what] = [idsIn(list, people), idsIn(list, things)];
    const isAdded = /^(?:add|invite)$/i.test(verb);
    const parts = isAdded
      ? { participants: who, resources: what }
      : { removedParticipants: who, removedResources: what };
    return changed(target, parts, context);
  }

  const canceled = match("(?:cancel|delete|remove) (.+)");
  if (canceled !== null) return { ...emptyData, eventType: "cancel", ...findTarget(canceled[1] ?? "", context) };

  const amount = match(
    "(?:move|reschedule) (.+?) ((?:\\d+(?:\\.5)? ?(?:h|m)\\p{L}*|half an hour|(?:an?|one|two|three) hours?)(?: and a half)? (?:later|earlier))",
  );
  const moved = amount ?? match(`(?:move|reschedule) (.+?) ${TO} (.+)`) ?? match("(?:move|reschedule) (.+?)()");
  const set =
    moved ??
    match(
      "(?:set|make|change) (.+?) ((?:to |\\p{L}+: ?|every |all day|\\d+ ?(?:min|h)|half an |(?:an?|one|two|three) hours?).*)",
    );
  if (set === null) return null;
  const [, target, rest = ""] = set;
  const sheet = new Sheet(rest.replace(/^to /i, ""));
  const { said, shift } = takePieces(sheet, context);
  const data = changed(target, { ...said, unused: sheet.unused }, context);
  return shift === null ? data : shifted(data, shift, context);
}

function changed(target: string | undefined, parts: Partial<NLParserData>, context: ReadContext): NLParserData {
  const found = findTarget(target ?? "", context);
  const questions = [...found.questions, ...(parts.questions ?? [])];
  return { ...emptyData, eventType: "modify", ...parts, ...found, questions };
}

/** The request with the start of its target, or its own start, moved by some minutes. */
export function shifted(data: NLParserData, shift: number, { calendar, now }: ReadContext): NLParserData {
  const question = { ...data, questions: [...data.questions, 'I do not know its time. Write one, such as "at 5pm".'] };
  const clock = localClock(calendar.household.timeZone);
  const { target, candidates } = data;
  const eventId = (target ?? candidates[0])?.eventId;
  const times = timesOf(data);
  if (times.start === null) {
    const [wanted] = (target ?? candidates[0])?.starts ?? [];
    const ahead = { start: now, end: new Date(Date.parse(now) + 400 * 86_400_000).toISOString() };
    const first = calendar
      .occurrences(ahead)
      .find(
        ({ seriesId, originalStart }) => seriesId === eventId && (wanted === undefined || wanted === originalStart),
      );
    const start = first && !first.allDay ? clock.minutesOf(Date.parse(first.start)) + shift : -1;
    return start < 0 || start >= 1440 ? question : { ...data, startTime: timeAt(null, start) };
  }
  const [start, end] = [times.start + shift, times.end === null ? null : times.end + shift];
  if (start < 0 || start >= 1440 || (end !== null && end > 1440)) return question;
  return {
    ...data,
    startTime: timeAt(times.day, start),
    endTime: end === null ? null : timeAt(times.lastDay ?? times.day, end),
  };
}
