import {
  correctSpelling,
  isSmall,
  MONTH,
  type Part,
  plainText,
  readTimes,
  Sheet,
  WEEKDAY,
  wordsOf,
} from "@tidemark/reading";
import { listNames } from "../format.ts";
import { minutesOfTime } from "../household.ts";
import { isSeries } from "../planning/series.ts";
import { emptyRequest, isClear, type Request } from "../request.ts";
import { check, nameNote } from "./check.ts";
import { plainClauses } from "./clauses.ts";
import { type Intent, MOVED, readEnd, readIntent, SIGNS, wishesIn } from "./intent.ts";
import { namesAssumed, namesOf, namesProblems, removedNames } from "./names.ts";
import { type Pieces, type ReadContext, readPieces, todayOf } from "./pieces.ts";
import { isPlain } from "./plain.ts";
import { CHANGE_WORDS, REASON, textOf } from "./change-words.ts";
import { aboutOf, readChange } from "./read-change.ts";
import { QUESTION_WORDS, readQuery } from "./read-query.ts";
import { findTarget, GENERIC, plainWord, wordKinds } from "./target.ts";
import { seriesOf } from "./series-days.ts";
import { capital, readQuoted, readRemaining } from "./title.ts";
import { withWhen } from "./when.ts";

/** Maximum length of a request, in characters. */
const MAX_LENGTH = 500;
/** "To" before the new time, but not that of "needs to move". */
const TO =
  /(?<!\bfrom \S+)(?<!\b(?:needs?|has|have|had|got|going|wants?|used|able|due|come|along)) to (?=.*\d|.*day|.*morrow|.*week)/iu;
const FROM_TO = /(?<!\b(?:needs?|has|have|had|got|going|wants?)) to /iu;
/** "Done by 7" names an end. */
const DONE = /\b(?:done|over|finished|out|home|back) (?:by|at) (?=\d+(?![\d ]*(?:min|h\b|hour|day|week)))/iu;
const NEW_NAME = /\s(?:to|as|into)\s+([^\uE000]+?)(?=[^\p{L}\p{N}]*$|,? and (?:make|move|set|put|change|shift)\b)/iu;
/** "Swap piano and gymnastics" changes two events at once. */
const SWAP = /^\W*(?:please )?(?:swap|switch|exchange|trade)\b.+\b(?:and|with|for)\b/iu;
/** "(Sam takes the kids to school)" says nothing of the event itself. */
const ASIDE = new RegExp(
  `\\((?!(?:for|with|every|each|all|both|not|except|without|until|from|plus)\\b)((?:(?!\\b${WEEKDAY}\\b|\\b${MONTH}\\b)[^()\\d]){12,})\\)`,
  "u",
);
/** "Sam stays home with the kids" and "Noah is too young" say who does not take part. */
const ELSEWHERE = new RegExp(
  "(?:[,;.]| so) (?:(?:and|but|while|so) )?((?:(?:the|my|our) )?\\p{L}+(?: and \\p{L}+)?(?:'ll| will)?(?: has to| have to| must)? (?:(?:is |are )?(?:stay(?:s|ing)?|babysit(?:s|ting)?|watch(?:es|ing)?|mind(?:s|ing)?|look(?:s|ing)? after)|(?:does|do) (?!it\\b|that\\b|not\\b)|covers?|takes over|(?:is|are) (?:too|away|ill|sick|out|off|unwell|busy|working|abroad|not|at)|(?:has|have) (?:(?:a|an|got|his|her|their) )*(?:cold|fever|flu|headache|homework|other|work))\\b[^,;.\\d]*)(?=[,;.]|$)",
  "iu",
);
const SWAP_TEXT = "I cannot swap events in one request. Move them one after the other. Which first?";
/** "Sam goes alone" says who still takes part. */
const GOES_ALONE =
  "\\p{L}+(?:'s| is| will)? (?:goes|going|go|comes|coming|come) (?:alone|on (?:his|her|their) own|without (?:me|us))";
const COMPOUND = /^\p{L}+ (?:trip|run|visit|outing)\b/iu;
const NO = /^\W*(?:\p{L}+(?: and \p{L}+)? (?:has|have) )?no \p{L}/iu;
const AGENDA = /^\s*agenda(?: +(\d{1,3}))?[.!?]*\s*$/iu;
const HELP = /^\s*(?:(?:please )?help(?: me)?(?:,? please)?|what can (?:you|i) (?:do|say|ask)(?: here)?)[.!?]*\s*$/iu;
/** What is said to "help". */
export const HELP_TEXT =
  'Add, move or cancel an event, find a free time, or ask: "Soccer for Noah every Tuesday 4pm", "move the dentist to Friday 10am", "what is on Saturday?". "agenda" lists the coming days, and "undo" takes the last change back. What would you like to do?';
export const asksHelp = (text: string): boolean => HELP.test(text);
const SMALL = { create: "", modify: CHANGE_WORDS, cancel: CHANGE_WORDS, query: QUESTION_WORDS };

/** Beginning of the question after several wishes in one message. */
export const ONE_AT_A_TIME = "One request at a time, please.";
const ANOTHER_QUESTION =
  /\band (?:(?:how|does|do|is|are|did) \p{L}|(?:what|which|when|where|who)\b.* (?:does|do|is|are|has) (?!it\b)|who (?!is\b)\p{L}+s\b)/iu;

const problem = (text: string): Request => ({ ...emptyRequest, problems: [text] });

/** Reads a request without a model. Every word of it is used, or is listed in `unread`. */
export function readRequest(typed: string, context: ReadContext): Request {
  const request = readTyped(typed, context);
  return { ...request, plain: isClear(request) && isPlain(typed, request, context) };
}

function readTyped(typed: string, context: ReadContext): Request {
  if (typed.length > MAX_LENGTH) return problem(`A request can have at most ${MAX_LENGTH} characters.`);
  if (asksHelp(typed)) return problem(HELP_TEXT);
  const agenda = AGENDA.exec(typed);
  if (agenda !== null) return agendaRequest(Math.max(1, Number(agenda[1] ?? 7)), context);
  // Quotation marks around a forwarded letter name no title.
  const letter = plainText(typed).replace(/^"([^"]{60,})"\W*(?:(?:that|this|it)(?:'s| is) )?/u, "$1 ");
  const { text, notes } = correctSpelling(letter, knownWords(context));
  const wishes = wishesIn(text);
  if (wishes.length > 1) return problem(whichFirst(wishes));
  const stated = readIntent(new Sheet(text));
  if (stated.type === "query" && ANOTHER_QUESTION.test(text)) return problem("One question at a time, please.");
  const plain = plainClauses(text, context.calendar.household);
  // "Could you add …?" asks nothing.
  const isNew = stated.type === "create" || (stated.type === "query" && plain.text.startsWith("add "));
  const own = isNew && plain.speaker !== null ? { ...context, speaker: plain.speaker } : context;
  const intent = isNew ? readIntent(new Sheet(plain.text)) : stated;
  const readAs = (meant: Intent): Request => {
    const isCreate = meant.type === "create";
    if (isCreate && SWAP.test(text)) return problem(SWAP_TEXT);
    const request = check(readBy(meant, isCreate && isNew ? plain.text : text, own), own);
    return { ...request, assumed: [...request.assumed, ...(isCreate ? plain.assumed : []), ...notes] };
  };
  const kindOf = wordKinds(context);
  // "… because of the concert" is not about the concert.
  const titles = context.calendar.events().map(({ title }) => title.toLowerCase());
  // A "school trip" is another event than "School".
  const known = text
    .replace(REASON, "")
    .replace(COMPOUND, (pair) => (titles.some((title) => title.includes(pair.toLowerCase())) ? pair : ""));
  const isKnown = wordsOf(known).some((word) => kindOf(word) === "title");
  const ends = readEnd(new Sheet(text)) !== null;
  const isUnstated = !intent.stated && (intent.type === "create" || intent.type === "query");
  const canChange =
    (isUnstated ||
      (intent.type === "create" &&
        (!stated.stated || /^\W*put\b/iu.test(text) || (ends && /^\W*(?:i'm|i am|we're|we are) /iu.test(text))))) &&
    (ends || SIGNS.test(text.replace(ASIDE, "")));
  if (isKnown && canChange) {
    // "Yoga starts at 8 instead" and "Ruth at the concert too" are changes if there is such an event.
    const change = withDerived(readAs({ ...intent, stated: false, type: "modify" }));
    const isAbout =
      change.target !== null || change.candidates.length > 0 || (ends && change.title !== null) || NO.test(text);
    if (isClear(change)) return change;
    const read = readAs(intent);
    // "No yoga this week" is not the name of a new event.
    return isAbout && !intent.stated && (!isClear(read) || NO.test(text)) ? change : read;
  }
  const read = readAs(intent);
  // "No school on Friday" and "the plumber coming to fix the sink" are about nothing known.
  const isOther = intent.type === "cancel" ? NO.test(text) : /^(?:add|remove)$/u.test(intent.form);
  if (!isOther || isKnown) return read;
  const added = readAs({ type: "create", form: "plain", stated: false, me: false });
  return isClear(added) ? added : read;
}

/** A change that no verb at the front states is derived. The offer says so, and `--yes` does not write it. */
const withDerived = (request: Request): Request => {
  const derived = request.eventType === "cancel" ? "a cancellation" : "a change of it";
  return { ...request, assumed: [...request.assumed, derived] };
};

/** Long words of the names and titles of a calendar. */
export const knownWords = ({ calendar }: ReadContext): string[] =>
  [...namesOf(calendar.household).keys(), ...calendar.events().map(({ title }) => title.toLowerCase())]
    .flatMap(wordsOf)
    .filter((word) => word.length > 5);

/** The events of the coming days. */
function agendaRequest(days: number, context: ReadContext): Request {
  const today = todayOf(context);
  const lastDay = today.add({ days: days - 1 }).toString();
  return { ...emptyRequest, eventType: "query", queryType: "event_lookup", day: today.toString(), lastDay };
}

function readBy(intent: Intent, text: string, context: ReadContext, isWhole = true): Request {
  const { type, form, stated } = intent;
  // "From Monday to Tuesday" is not a range in a change: the arrow keeps the two sides apart.
  const isMove =
    type === "modify" && form === "plain" && (stated || MOVED.test(text) || readEnd(new Sheet(text)) === null);
  const arrow = stated ? FROM_TO : TO;
  const moved = isMove ? withRange(text, context).replace(arrow, " → ").replace(DONE, "until ") : text;
  const sheet = new Sheet(moved, { small: SMALL[type] });
  const quoted = type === "create" || /^(?:add|rename)$/u.test(form) ? readQuoted(sheet) : null;
  // "No school" and "coming to fix the sink" are words of a new event.
  if (type !== "create" || readIntent(new Sheet(text)).type === "create") readIntent(sheet);
  // "Add lunch to 2 January" adds nobody to anything.
  if (type === "create") sheet.take(/^\W*(?:please )?add\b/iu);
  const name = form === "rename" ? (quoted ?? sheet.take(NEW_NAME)?.[1] ?? null) : null;
  const elsewhere = type === "create" && isWhole ? sheet.take(ELSEWHERE)?.[1] : undefined;
  const aside = type === "create" ? (sheet.take(ASIDE)?.[1] ?? elsewhere) : undefined;
  const stays = type === "modify" ? sheet.take(GOES_ALONE) : null;
  // "Because the teacher is sick" is about no teacher.
  const reason = type === "modify" || type === "cancel" ? sheet.take(REASON) : null;
  const pieces = readPieces(sheet, context, type === "query" ? "question" : "request");
  if (type === "query") return readQuery(pieces, context);
  // "Add swimming to the calendar" adds no person.
  const isNew = type === "create" || (form === "add" && pieces.names.people.length + pieces.names.things.length === 0);
  const newTitle = name === null ? null : capital(name);
  if (isNew) {
    const created = readCreate(pieces, intent, { quoted, aside }, context);
    // "On Friday at 5, Emma has a judo exam" is the event itself.
    return created.title === null && elsewhere !== undefined ? readBy(intent, text, context, false) : created;
  }
  const change = readChange(pieces, intent, newTitle, context);
  const left = [stays, reason].flatMap((found) => (found === null ? [] : `"${found[0].trim()}" left out`));
  return { ...change, assumed: [...change.assumed, ...left] };
}

/** "Is 17:30 to 18:45" is a range, unless "from 17:00 to 18:00" begins with the time that the event has. */
function withRange(text: string, context: ReadContext): string {
  const range = readTimes(new Sheet(text)).find(({ end }) => end !== null);
  const event = range?.role === "from" ? aboutOf(new Sheet(text), context) : null;
  const isOld = event !== null && (minutesOfTime(event.start.slice(11, 16)) - (range?.start.minutes ?? 0)) % 720 === 0;
  if (range === undefined || isOld) return text;
  const end = range.at + range.text.length;
  return text.slice(0, range.at) + range.text.replace(/\bto (?=\S+(?: [ap]m)?$)/iu, "- ") + text.slice(end);
}

/** Reads a new event, with its title in quotation marks, and a remark in parentheses. */
function readCreate(
  pieces: Pieces,
  { me, stated }: Intent,
  { quoted, aside }: { readonly quoted: string | null; readonly aside: string | undefined },
  context: ReadContext,
): Request {
  const { sheet, names, lengths } = pieces;
  // "An hour later" changes something that a new event does not have.
  const meant = { ...pieces, ...seriesOf(pieces), lengths: { ...lengths, shift: null, longer: null } };
  const { request, unused } = withWhen(emptyRequest, meant, context, { text: sheet.text, near: null });
  const thing = context.calendar.household.resources.find(({ id }) => names.things.includes(id))?.name ?? null;
  const { title, isAssembled, location, ...remaining } = readRemaining(
    sheet,
    quoted,
    namesOf(context.calendar.household),
  );
  const second = secondWish(sheet.text, unused);
  if (second !== null) return problem(second);
  const changed = lengths.shift === null && lengths.longer === null ? [] : [lengths.text ?? ""];
  const unread = [...unused.map(textOf), ...remaining.unread, ...changed];
  // A day or a time without a use belongs to a second wish, so its words are not understood.
  const remarks = [...remaining.notes, ...(aside === undefined ? [] : [aside])];
  const notes = unread.length === 0 ? remarks : [];
  const speaker = me && context.speaker !== null ? [context.speaker] : [];
  const without = removedNames(names, context.calendar.household);
  return {
    ...request,
    // "Book the car for Sam" names nothing else.
    title: title ?? (unread.length === 0 ? thing : null),
    location,
    participants: [...new Set([...names.people, ...speaker])],
    resources: [...names.things],
    note: notes.length === 0 ? null : notes.join(", "),
    assumed: [
      ...request.assumed,
      ...namesAssumed(names),
      ...meant.assumed,
      ...(isAssembled ? [nameNote(title)] : []),
      ...notes.map((note) => `"${note}" as a note`),
      ...(without.length === 0 ? [] : [`without ${listNames(without)}`]),
    ],
    problems: [
      ...(stated || quoted !== null ? [] : alike(title, names.people, context)),
      ...request.problems,
      ...namesProblems(names),
    ],
    unread: notes.length === 0 ? [...unread, ...remarks] : unread,
  };
}

/** The question about two events in a sentence, of which the second has a day and a time: "… and football on Saturday at 6". */
function secondWish(text: string, unused: readonly Part[]): string | null {
  if (!unused.some((each) => "start" in each) || !unused.some((each) => "kind" in each)) return null;
  const at = Math.min(...unused.map((each) => each.at));
  const [gap] = [...text.slice(0, at).matchAll(/(?:[,;.]| (?:and|then))+ /giu)].slice(-1);
  if (gap === undefined) return null;
  const wishes = [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)];
  // "Pick up on Saturday at 11" tells how the first one ends.
  if (/^(?:pick|home|back|return|land|leave|leaving|drop|come|coming)/iu.test(wishes[1] ?? "")) return null;
  return whichFirst(wishes);
}

const whichFirst = (wishes: readonly string[]): string =>
  `${ONE_AT_A_TIME} Which first: ${wishes.map((wish) => `"${wish.trim()}"`).join(" or ")}?`;

/** Words of the question that tells a new event from a change. */
export const DOUBT = "a new event (1), or a change of";

const tellingWords = (text: string): string =>
  wordsOf(text)
    .map(plainWord)
    .filter((word) => !isSmall(word) && !GENERIC.has(word))
    .join(" ");
/** "Swimming" is the name of the "Swimming lesson", and "Gym" is not that of "Gymnastics". */
const isNamedLike = (one: string, other: string): boolean => tellingWords(one) === tellingWords(other);

/** "Yoga at 8 on Friday" has the name of a series, unless it is for somebody else: it may be about that. */
function alike(title: string | null, people: readonly string[], context: ReadContext): string[] {
  const { target, candidates, unread } = findTarget({ words: [title ?? ""] }, context);
  const event = context.calendar.event(target?.eventId ?? candidates[0]?.eventId ?? "");
  const isSame =
    event !== null &&
    isNamedLike(event.title, title ?? "") &&
    isSeries(event) &&
    people.every((id) => event.participants.includes(id));
  return title !== null && unread.length === 0 && isSame ? [`Is "${title}" ${DOUBT} "${event.title}" (2)?`] : [];
}
