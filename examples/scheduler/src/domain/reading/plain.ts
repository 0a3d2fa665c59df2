import { literal, wordsOf } from "@tidemark/reading";
import type { Request } from "../request.ts";
import { namesOf } from "./names.ts";
import type { ReadContext } from "./pieces.ts";

const MAX_TITLE_WORDS = 4;
/** A weekly rhythm without an end. */
const WEEKLY = /^FREQ=WEEKLY(?:;BYDAY=[A-Z]{2})?$/u;
/** Words of a plain request besides its title, its names and numbers. */
const WORDS = new Set(
  [
    "add put book schedule move reschedule cancel delete rename please pls",
    "a an the my our me at on for with in to from until till this every each next is has have needs w",
    "today tomorrow tonight tmr monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun",
    "january february march april may june july august september october november december",
    "jan feb mar apr jun jul aug sep oct nov dec",
    "one two three four five six seven eight nine ten eleven twelve half quarter past",
    "am pm noon midday midnight morning afternoon evening o'clock minute minutes min hour hours h",
  ].flatMap((line) => line.split(" ")),
);
/** A day, a time, or an amount: "3", "4pm", "16:00", "30min", "27th", "2026-12-01". */
const NUMBER = /^\d+(?:[:.-]\d+)*(?:am|pm|h|min|st|nd|rd|th)?$/u;
/** Two times or days joined by a dash. */
const RANGE = /(?<=\d(?:am|pm)?) ?[-–] ?(?=\d)/giu;

/**
 * True for a request of one plain clause: a verb, one title of at most four words, then day, time, length, people and resources, and no other word.
 * Only such a request can be written without an answer, because another word may mean something that the reader does not know.
 */
export function isPlain(typed: string, request: Request, { calendar }: ReadContext): boolean {
  const { eventType, title, location, note, lastDay, repeat, newTitle, target } = request;
  const event = target === null ? null : calendar.event(target.eventId);
  const isSimple =
    location === null &&
    note === null &&
    (repeat === null || (WEEKLY.test(repeat.rule) && repeat.except.length === 0)) &&
    (eventType !== "create" || lastDay === null);
  if (!isSimple || /[;!?()]|[.:](?!\d|$)/u.test(typed.trim())) return false;
  const names = [...namesOf(calendar.household).keys()].toSorted((a, b) => b.length - a.length);
  // Names of the household, once the title is gone: "Emma and Noah" is a list of them.
  const nameList = new RegExp(`\\b(?:${names.map(literal).join("|")})\\b(?:'s)?(?: and (?=\\p{L}))?`, "giu");
  const titles = [title, newTitle, event?.title ?? null].filter((each) => each !== null);
  if (titles.some((each) => wordsOf(each).length > MAX_TITLE_WORDS)) return false;
  const rest = titles
    .reduce(
      (text, each) => text.replace(new RegExp(`\\b${literal(each)}\\b`, "iu"), " "),
      typed.replaceAll(/["“”]/gu, ""),
    )
    .replaceAll(RANGE, " ")
    .replaceAll(nameList, " ");
  return wordsOf(rest.toLowerCase()).every((word) => WORDS.has(word) || NUMBER.test(word));
}
