import { emptyRequest, type Request } from "../request.ts";
import type { Days } from "./days.ts";
import { namesAssumed, namesProblems } from "./names.ts";
import type { Pieces, ReadContext } from "./pieces.ts";
import { FUNCTION_WORDS, longestFirst } from "./sheet.ts";
import { findTarget, GENERIC } from "./target.ts";
import { isTelling, wordsOf } from "./title.ts";
import { withWhen } from "./when.ts";

const FREE =
  "fit(?: in)?|squeeze in|free|available|availability|busy|occupied|tied up|(?<!\\b(?:on|planned|happening) )around|(?:have|has|got) time|any time|anything on|nothing on|(?:at )?home|in town";
const CLASH = "conflicts?|conflicting|clash(?:es|ing)?|overlaps?|overlapping|double[- ]booked|collisions?";
const IN_USE =
  "taken|used|in use|using|booked|reserved|occupied|need(?:s|ed)?|(?:has |have )?got|has|have|taking|drives?|driving|free|available|borrow";
/** Words of questions that name no event. */
const FILLER = longestFirst(
  `${FUNCTION_WORDS}|on|going on|happening|planned|scheduled|coming up|up|(?:(?:in|on) )?the calendar|calendar|plans?|schedule|events?|anything|everything|something|appointments?|happen|take place|taking place|takes place|starts?|begins?|ends?|next|any|all|days?|week|look|like|looking|currently|right now|time|o'clock|at the same time|anyone|anybody|together|when|the|not|last|long|things?|hours?|what|which|who|show|many|often|until`,
);
const FACTS: readonly (readonly [pattern: RegExp, asks: NonNullable<Request["asks"]>])[] = [
  [/^\W*where\b/iu, "where"],
  [/^\W*(?:who|whose)\b/iu, "who"],
  [/^\W*how long\b|\bends?\b/iu, "length"],
  [/^\W*how (?:many|often)\b/iu, "count"],
  [/^\W*(?:when|what time|which day)\b/iu, "when"],
];

/** "On Monday" in a question asked on a Monday is today. */
const onToday = (days: Days): Days =>
  days.today
    ? { ...days, first: days.first.subtract({ days: 7 }), last: days.last.subtract({ days: 7 }), assumed: null }
    : days;

/** Reads a question: its time, people and things, and the event or the fact that it asks for. Other words are left out, and that is said. */
export function readQuery(pieces: Pieces, context: ReadContext): Request {
  const { sheet, names } = pieces;
  const isFree = sheet.take(FREE) !== null;
  const isClash = sheet.takeAll(CLASH).length > 0;
  // The name of a thing may have taken the word before it.
  const isUse = sheet.says(new RegExp(`\\b(?:${IN_USE})\\b`, "iu"));
  sheet.takeAll(IN_USE);
  sheet.takeAll(FILLER);
  const asked = { ...pieces, repeat: null, days: pieces.days.map(onToday) };
  const { request, unused } = withWhen(emptyRequest, asked, context, { text: sheet.text, near: null });
  const words = sheet.rest().flatMap(({ text }) => wordsOf(text));
  const foreign = words.length === 0 ? [] : findTarget({ words }, context).unread;
  const events = words.filter((word) => !foreign.includes(word));
  const queryType = isClash
    ? "conflict_check"
    : names.things.length > 0 && isUse && events.length === 0
      ? "resource_status"
      : isFree || sheet.says(/^\W*when (?:can|could|would)\b/iu)
        ? "availability"
        : "event_lookup";
  const isLookup = queryType === "event_lookup";
  // A question about the weather names no event; one about "yogas left" names one, and another word.
  const isKnown = events.some((word) => !GENERIC.has(word.toLowerCase()));
  const title = isLookup && !isKnown ? words : isLookup ? events : [];
  const rest = words.filter((word) => !title.includes(word));
  return {
    ...request,
    eventType: "query",
    title: title.length === 0 ? null : title.join(" "),
    participants: [...names.people],
    resources: [...names.things],
    queryType,
    asks: isLookup && title.length > 0 ? (FACTS.find(([pattern]) => sheet.says(pattern))?.[1] ?? null) : null,
    assumed: [
      ...request.assumed,
      ...namesAssumed(names),
      ...rest.filter((word) => !isTelling(word)).map((word) => `"${word}" left out`),
    ],
    problems: [...request.problems, ...namesProblems(names)],
    unread: [...unused.map(({ text }) => text.trim()), ...rest.filter(isTelling)],
  };
}
