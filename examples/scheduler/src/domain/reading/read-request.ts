import { isSeries } from "../planning/series.ts";
import { emptyRequest, isClear, type Request } from "../request.ts";
import { check } from "./check.ts";
import { type Intent, readIntent, readReason, wishesIn, withReasonLast } from "./intent.ts";
import { leftOut, namesAssumed, namesProblems } from "./names.ts";
import { type Pieces, type ReadContext, readPieces } from "./pieces.ts";
import { plainText } from "./plain-text.ts";
import { readCancel, readModify, readRename, textOf } from "./read-change.ts";
import { readQuery } from "./read-query.ts";
import { MAX_LENGTH, Sheet } from "./sheet.ts";
import { correctSpelling } from "./spelling.ts";
import { readQuoted, readRemaining, wordsOf } from "./title.ts";
import { withWhen } from "./when.ts";

/** Words that tell a change of an event without a verb such as "move". */
const CHANGES =
  /\b(?:instead|same time|same hour|now|starts?|begins?|ends?|finish(?:es)?|only|already|longer|shorter|later|earlier|back|forward|too|also|as well|must be|has to be|without|not\b.+\bbut|is (?:at|on|from|only)|from\b.+\bon(?:wards)?)\b/iu;
const ADDS = /\b(?:too|also|as well)\b/iu;
/** "Move yoga from Wednesdays to Mondays": a series has its old weekday anyway. */
const FROM_WEEKDAYS = /\sfrom \p{L}+days (?=to \p{L}+days\b)/iu;

const problem = (text: string): Request => ({ ...emptyRequest, problems: [text] });

/** "To" before the new time, but not that of "needs to move". */
const TO = /(?<!\b(?:needs?|has|have|had|got|going|wants?)) to /iu;

/** Reads a request without a model. Every word of it is used, or is listed in `unread`. */
export function readRequest(typed: string, context: ReadContext): Request {
  if (typed.length > MAX_LENGTH) return problem(`A request can have at most ${MAX_LENGTH} characters.`);
  const { text: spelled, notes } = correctSpelling(plainText(typed), context.calendar);
  const text = withReasonLast(spelled);
  const wishes = wishesIn(text);
  if (wishes.length > 1)
    return problem(`One request at a time, please. Which first: ${wishes.map((wish) => `"${wish}"`).join(" or ")}?`);
  const intent = readIntent(new Sheet(text));
  const readAs = (meant: Intent): Request => {
    const read = readBy(meant, text, context);
    return check({ ...read, assumed: [...read.assumed, ...notes] }, context);
  };
  const read = readAs(intent);
  // "Take Noah to football" is a new event without a football to change.
  const isUnknown = intent.form === "add" && read.target === null && read.candidates.length === 0;
  if (isUnknown && /^\W*take\b/iu.test(text)) return readAs({ ...intent, type: "create", form: "plain" });
  const isOpen = read.day === null && read.start === null && read.repeat === null;
  if (intent.type !== "create" || !(CHANGES.test(text) || isOpen)) return read;
  // "Yoga starts at 8 instead" and "Ruth at the concert too" are changes if there is such an event.
  const change = readAs({ ...intent, stated: false, type: "modify", form: ADDS.test(text) ? "add" : "plain" });
  const isAbout = change.target !== null || change.candidates.length > 0;
  return isClear(change) || (isAbout && !intent.stated && CHANGES.test(text)) ? change : read;
}

function readBy(intent: Intent, text: string, context: ReadContext): Request {
  const { type, form, stated } = intent;
  // "From Monday to Tuesday" is not a range in a change: the arrow keeps the two sides apart.
  const isMove = type === "modify" && stated && form === "plain";
  const sheet = new Sheet(isMove ? text.replace(FROM_WEEKDAYS, " ").replace(TO, " → ") : text);
  const quoted = readQuoted(sheet);
  readIntent(sheet);
  if (form === "rename") return readRename(sheet, quoted, context);
  const reason = type === "cancel" ? readReason(sheet) : null;
  const pieces = readPieces(sheet, context, type === "query" ? "question" : "request");
  if (type === "query") return readQuery(pieces, context);
  if (type === "cancel") return readCancel(pieces, intent, reason, context);
  // "Add swimming to the calendar" adds no person.
  const isChange = type === "modify" && (form !== "add" || pieces.names.people.length + pieces.names.things.length > 0);
  return isChange ? readModify(pieces, intent, context) : readCreate(pieces, intent, quoted, context);
}

function readCreate(pieces: Pieces, { me, stated }: Intent, quoted: string | null, context: ReadContext): Request {
  const { sheet, names, lengths } = pieces;
  const { request, unused } = withWhen(emptyRequest, pieces, context, { text: sheet.text, near: null });
  const thing = context.calendar.household.resources.find(({ id }) => names.things.includes(id))?.name ?? null;
  const { title, location, ...remaining } = readRemaining(sheet, quoted);
  const changed =
    lengths.shift === null && lengths.longer === null
      ? null
      : /\b(?:later|earlier|sooner|longer|shorter|back|forward|ahead|before|by)\b/iu.exec(sheet.text);
  const unread = [...unused.map(textOf), ...remaining.unread, ...(changed ?? [])];
  // A day or a time without a use belongs to a second wish, so its words are not understood.
  const notes = unread.length === 0 ? remaining.notes : [];
  const speaker = me && context.speaker !== null ? [context.speaker] : [];
  return {
    ...request,
    // "Book the car for Sam" names nothing else.
    title: title ?? (unread.length === 0 ? thing : null),
    location,
    participants: [...new Set([...names.people, ...speaker])],
    resources: [...names.things],
    priority: pieces.priority,
    note: notes.length === 0 ? null : notes.join(", "),
    assumed: [...request.assumed, ...namesAssumed(names), ...notes.map((note) => `"${note}" as a note`)],
    problems: [
      ...(stated || quoted !== null ? [] : alike(title, names.people, context)),
      ...request.problems,
      ...namesProblems(names),
      ...leftOut(names, context),
    ],
    unread: notes.length === 0 ? [...unread, ...remaining.notes] : unread,
  };
}

/** Words of the question that tells a new event from a change. */
export const DOUBT = "a new event, or a change of";

/** "Yoga makes a break" and "Let yoga run" contain the name of an event and a verb: they may be about that event. */
function alike(title: string | null, people: readonly string[], { calendar }: ReadContext): string[] {
  // "Fetch Emma from gymnastics" is about something else.
  if (title === null || /\b(?:from|to|for|after|of|with|by) /iu.test(title)) return [];
  const words = wordsOf(title.toLowerCase());
  const found = calendar.events().find((event) => {
    const own = wordsOf(event.title.toLowerCase());
    const at = words.findIndex((_, index) => own.every((word, place) => words[index + place] === word));
    const next = words[at + own.length];
    if (at !== 0) return at > 0;
    // "Piano recital" is another event; the title alone is the same series, unless it is for somebody else.
    return next === undefined
      ? isSeries(event) && people.every((id) => event.participants.includes(id))
      : next.endsWith("s");
  });
  return found === undefined ? [] : [`Is "${title}" ${DOUBT} "${found.title}"?`];
}
