import { literal, Sheet, wordsOf } from "@tidemark/reading";
import type { Request } from "../request.ts";
import { namesOf } from "./names.ts";
import { type ReadContext, readPieces } from "./pieces.ts";
import { capital, isTelling } from "./title.ts";

const LEAD = "(?:(?:it's|it is|in|at|to|the|rather|called) )*";
const WORDS = "[^,.;:!?]+?";
const LAST = "(?=,|[.;!]|\\s*$| and )";
/** "Not Oslo, Stockholm", "Stockholm, not Oslo" and "Stockholm instead of Oslo". */
const REPLACED = [
  `\\bnot ${LEAD}(?<old>${WORDS})(?:,(?: but)?| but) (?!not\\b)${LEAD}(?<text>${WORDS})${LAST}`,
  `(?:^|(?<=[,.;!] ))${LEAD}(?<text>${WORDS}),? (?:and )?(?:not|instead of|rather than) ${LEAD}(?<old>${WORDS})${LAST}`,
].map((pattern) => new RegExp(pattern, "iu"));

/** A request in which words of the title and the place are replaced, and the text without what says so. */
interface Replaced {
  readonly request: Request;
  readonly text: string;
}

/** Replaces words of the title and the place of a new event. Names, days and times are left to their readers. */
export function withReplacedWords(text: string, open: Request, context: ReadContext): Replaced {
  const isPlain = (words: string): boolean => {
    const sheet = new Sheet(words);
    const { days, times, repeat, part } = readPieces(sheet, context, "correction");
    const isTimed = days.length + times.length > 0 || repeat !== null || part !== null;
    return !isTimed && !wordsOf(words).some((word) => isTelling(word) || household.has(word.toLowerCase()));
  };
  const household = namesOf(context.calendar.household);
  for (const pattern of open.eventType === "create" ? REPLACED : []) {
    const { 0: found, groups = {} } = pattern.exec(text) ?? {};
    const { old = "", text: words = "" } = groups;
    if (found === undefined || !isPlain(old) || !isPlain(words)) continue;
    const known = new RegExp(`(?<!\\p{L})${literal(old)}(?!\\p{L})`, "iu");
    const [title, location] = [open.title ?? "", open.location ?? ""];
    if (!known.test(title) && !known.test(location)) continue;
    const request = {
      ...open,
      title: title === "" ? null : capital(title.replace(known, words)),
      location: location === "" ? null : location.replace(known, words),
    };
    return { request, text: text.replace(found, "").replace(/^[\s,.;!]+/u, "") };
  }
  return { request: open, text };
}
