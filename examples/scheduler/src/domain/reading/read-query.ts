import { emptyRequest, type Request } from "../request.ts";
import type { Days } from "./day-words.ts";
import type { Pieces, ReadContext } from "./pieces.ts";
import { titleOf } from "./read-change.ts";
import { peopleNotes, peopleProblems, release, slotsOf } from "./read-create.ts";
import { whenOf } from "./when.ts";

const FREE =
  /\b(?:free|available|availability|busy|have time|has time|got time|any time|anything on|nothing on|home)\b/iu;
const CLASH = /\b(?:conflicts?|conflicting|clash(?:es)?|overlaps?|overlapping|double[- ]booked|collisions?)\b/iu;
const IN_USE =
  /\b(?:taken|used|in use|using|booked|reserved|occupied|need(?:s|ed)?|has got|have got|got|has|have|taking|drives|driving|free|available)\b/iu;
const QUERY_FILLER =
  /\b(?:on|going on|happening|planned|scheduled|coming up|up|in the calendar|on the calendar|the calendar|calendar|plans?|schedule|events?|anything|everything|something|appointments?|doing|do|go|going|get|got|happen|take place|taking place|takes place|start|starts|begin|begins|end|ends|next|be|any|all|am|does|did|day|days|week|look|like|looking|still|now|currently|right now|time|o'clock|at the same time|we|anyone|anybody|together|when|the|not|last|long|both|things?|hours?|what|which|show|there|something|somebody|many|drive|drives|we|until|goes)\b/giu;
const FACTS: readonly (readonly [pattern: RegExp, asks: NonNullable<Request["asks"]>])[] = [
  [/^\W*where\b/iu, "where"],
  [/^\W*(?:who|whose)\b/iu, "who"],
  [/^\W*how long\b|\bend(?:s)?\b/iu, "length"],
  [/^\W*(?:when|what time|which day)\b/iu, "when"],
];

/** "On Monday" in a question asked on a Monday is today. */
const onToday = (days: Days): Days =>
  days.today
    ? { ...days, first: days.first.subtract({ days: 7 }), last: days.last.subtract({ days: 7 }), assumed: null }
    : days;

export function readQuery(pieces: Pieces, context: ReadContext): Request {
  const { sheet, names } = pieces;
  const isFree = sheet.take(FREE) !== null;
  const isClash = sheet.takeAll(CLASH).length > 0;
  const isUse = sheet.takeAll(IN_USE).length > 0 || isFree;
  sheet.takeAll(QUERY_FILLER);
  const when = whenOf(
    {
      ...pieces,
      repeat: null,
      days: pieces.days.map(onToday),
    },
    context,
    { text: sheet.text, near: null },
  );
  const words = sheet.rest();
  const asks = FACTS.find(([pattern]) => pattern.test(sheet.text))?.[1] ?? null;
  const asksFree = isFree || /^\W*when can\b/iu.test(sheet.text);
  const queryType = isClash
    ? "conflict_check"
    : names.things.length > 0 && isUse && words.length === 0
      ? "resource_status"
      : asksFree
        ? "availability"
        : "event_lookup";
  return {
    ...emptyRequest,
    ...slotsOf(when),
    eventType: "query",
    title: titleOf(words),
    participants: [...names.people],
    resources: [...names.things],
    queryType,
    asks: queryType === "event_lookup" && words.length > 0 ? asks : null,
    assumed: [...when.assumed, ...peopleNotes(names)],
    problems: [...when.problems, ...peopleProblems(names)],
    unread: [
      ...release(sheet, when.unused),
      ...((queryType === "conflict_check" || queryType === "availability") && words.length > 0
        ? words.map(({ text }) => text)
        : []),
    ],
  };
}
