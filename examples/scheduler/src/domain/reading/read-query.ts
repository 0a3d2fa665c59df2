import type { Days } from "@tidemark/reading";
import { emptyRequest, type Request } from "../request.ts";
import { namesAssumed, namesProblems } from "./names.ts";
import type { Pieces, ReadContext } from "./pieces.ts";
import { FUNCTION_WORDS } from "./read-change.ts";
import { findTarget } from "./target.ts";
import { withWhen } from "./when.ts";

const FREE =
  "fit(?: in)?|squeeze in|free|available|availability|busy|occupied|tied up|(?<!\\b(?:on|planned|happening) )around|(?:have|has|got) time|any time|anything on|nothing on|(?:at )?home|in town";
const CLASH = "conflicts?|conflicting|clash(?:es|ing)?|overlaps?|overlapping|double[- ]booked|collisions?";
const IN_USE =
  "taken|used|in use|using|uses?|busy|booked|reserved|occupied|need(?:s|ed)?|(?:has |have )?got|has|have|taking|drives?|driving|free|available|borrow";
/** Words of questions that name no event. */
export const QUESTION_WORDS = `${FUNCTION_WORDS} happening planned scheduled up calendar plan plans schedule event events anything everything something appointment appointments happen place take taking takes start starts begin begins end ends next any all day days look like looking currently right time finish meeting anyone anybody together when long thing things hour hours what which who show many often same`;
const FACTS = {
  where: /^\W*where\b/iu,
  who: /^\W*(?:who|whose)\b/iu,
  length: /^\W*how long\b|\bends?\b/iu,
  count: /^\W*how (?:many|often)\b/iu,
  when: /^\W*(?:when'?s?|what time|which day)\b/iu,
};
const ASKS = ["where", "who", "length", "count", "when"] as const;

/** "On Monday" in a question asked on a Monday is today. */
const onToday = (days: Days): Days =>
  days.today
    ? {
        ...days,
        first: days.first.subtract({ days: 7 }),
        last: days.last.subtract({ days: 7 }),
        assumed: `"${days.text.trim()}" as today`,
      }
    : days;

/** Reads a question: its time, people and things, and the event or the fact that it asks for. */
export function readQuery(pieces: Pieces, context: ReadContext): Request {
  const { sheet, names } = pieces;
  const isFree = sheet.take(FREE) !== null;
  const isClash = sheet.takeAll(CLASH).length > 0;
  // The name of a thing may have taken the word before it.
  const isUse = sheet.says(new RegExp(`\\b(?:${IN_USE})\\b`, "iu"));
  sheet.takeAll(IN_USE);
  const asked = { ...pieces, repeat: null, days: pieces.days.map(onToday) };
  const { request, unused } = withWhen(emptyRequest, asked, context, { text: sheet.text, near: null });
  const words = sheet.words().map(({ text }) => text);
  const foreign = words.length === 0 ? [] : findTarget({ words }, context).unread;
  const title = words.filter((word) => !foreign.includes(word));
  // "Who can drive Noah?" is about the others.
  const isHelper = sheet.says(
    /\b(?:who (?:can|could)|any(?:one|body)|some(?:one|body))\b.*\b(?:drive|take|bring|fetch|get)\b/iu,
  );
  const others = context.calendar.household.members.map(({ id }) => id).filter((id) => !names.people.includes(id));
  const queryType = isClash
    ? "conflict_check"
    : names.things.length > 0 && isUse && title.length === 0
      ? "resource_status"
      : isFree || isHelper || sheet.says(/^\W*when (?:can|could|would)\b/iu)
        ? "availability"
        : "event_lookup";
  const isLookup = queryType === "event_lookup" && title.length > 0;
  return {
    ...request,
    eventType: "query",
    title: isLookup ? title.join(" ") : null,
    participants: isHelper && queryType === "availability" ? others : [...names.people],
    resources: [...names.things],
    queryType,
    asks: isLookup ? (ASKS.find((fact) => sheet.says(FACTS[fact])) ?? null) : null,
    assumed: [...request.assumed, ...namesAssumed(names)],
    problems: [...request.problems, ...namesProblems(names)],
    unread: [...unused.map(({ text }) => text.trim()), ...foreign, ...(isLookup ? [] : title)],
  };
}
