import { emptyRequest, type Request } from "../request.ts";
import type { Days } from "./days.ts";
import { namesAssumed, namesProblems } from "./names.ts";
import type { Pieces, ReadContext } from "./pieces.ts";
import { findTarget, GENERIC } from "./target.ts";
import { wordsOf } from "./title.ts";
import { withWhen } from "./when.ts";

const FREE =
  "fit(?: in)?|squeeze in|free|available|availability|busy|(?:have|has|got) time|any time|anything on|nothing on|home";
const CLASH = "conflicts?|conflicting|clash(?:es|ing)?|overlaps?|overlapping|double[- ]booked|collisions?";
const IN_USE =
  "taken|used|in use|using|booked|reserved|occupied|need(?:s|ed)?|(?:has |have )?got|has|have|taking|drives?|driving|free|available|borrow";
/** Words of questions that name no event. */
const FILLER =
  "on|going on|happening|planned|scheduled|coming up|up|(?:(?:in|on) )?the calendar|calendar|plans?|schedule|events?|anything|everything|something|appointments?|doing|do|go|going|get|got|happen|take place|taking place|takes place|start|starts|begin|begins|end|ends|next|be|any|all|am|does|did|day|days|week|look|like|looking|still|now|currently|right now|time|o'clock|at the same time|we|anyone|anybody|together|when|the|not|last|long|both|things?|hours?|what|which|who|show|there|somebody|many|until|goes|again|say|would|could|come|coming";
const FACTS: readonly (readonly [pattern: RegExp, asks: NonNullable<Request["asks"]>])[] = [
  [/^\W*where\b/iu, "where"],
  [/^\W*(?:who|whose)\b/iu, "who"],
  [/^\W*how long\b|\bends?\b/iu, "length"],
  [/^\W*(?:when|what time|which day)\b/iu, "when"],
];

/** "On Monday" in a question asked on a Monday is today. */
const onToday = (days: Days): Days =>
  days.today
    ? { ...days, first: days.first.subtract({ days: 7 }), last: days.last.subtract({ days: 7 }), assumed: null }
    : days;

/** Reads a question: its time, people and things, and the event or the fact that it asks for. */
export function readQuery(pieces: Pieces, context: ReadContext): Request {
  const { sheet, names } = pieces;
  const isFree = sheet.take(FREE) !== null;
  const isClash = sheet.takeAll(CLASH).length > 0;
  // The name of a thing may have taken the word before it.
  const isUse = sheet.says(new RegExp(`\\b(?:${IN_USE})\\b`, "iu"));
  sheet.takeAll(IN_USE);
  sheet.takeAll(FILLER);
  const { request, unused } = withWhen(
    emptyRequest,
    { ...pieces, repeat: null, days: pieces.days.map(onToday) },
    context,
    { text: sheet.text, near: null },
  );
  const words = sheet.rest().map(({ text }) => text);
  const isOfThing = names.things.length > 0 && isUse && words.length === 0;
  const queryType = isClash
    ? "conflict_check"
    : isOfThing
      ? "resource_status"
      : isFree || sheet.says(/^\W*when (?:can|could|would)\b/iu)
        ? "availability"
        : "event_lookup";
  const isLookup = queryType === "event_lookup";
  // "How many yogas left" names an event, and more that was not understood.
  const foreign = isLookup && words.length > 0 ? findTarget({ words }, context).unread : [];
  const isMixed = words.flatMap(wordsOf).some((word) => !foreign.includes(word) && !GENERIC.has(word.toLowerCase()));
  return {
    ...request,
    eventType: "query",
    title: words.length === 0 ? null : words.join(" "),
    participants: [...names.people],
    resources: [...names.things],
    queryType,
    asks: isLookup && words.length > 0 ? (FACTS.find(([pattern]) => sheet.says(pattern))?.[1] ?? null) : null,
    assumed: [...request.assumed, ...namesAssumed(names)],
    problems: [...request.problems, ...namesProblems(names)],
    unread: [
      ...unused.map(({ text }) => text.trim()),
      ...(isLookup ? (isMixed ? foreign : []) : queryType === "resource_status" ? [] : words),
    ],
  };
}
