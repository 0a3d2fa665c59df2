import { type Days, literal, type Sheet } from "@tidemark/reading";
import { emptyRequest, type Request } from "../request.ts";
import { namesAssumed, namesProblems } from "./names.ts";
import { isUntil, type Pieces, type ReadContext } from "./pieces.ts";
import { FUNCTION_WORDS } from "./change-words.ts";
import { wordKinds } from "./target.ts";
import { isTelling } from "./title.ts";
import { withWhen } from "./when.ts";

const FREE =
  "fit(?: in)?|squeeze in|free|available|availability|busy|occupied|tied up|(?<!\\b(?:on|planned|happening) )around|(?:have|has|got) time|any time|anything on|nothing on|(?:at )?home|in town";
const CLASH = "conflicts?|conflicting|clash(?:es|ing)?|overlaps?|overlapping|double[- ]booked|collisions?";
const IN_USE =
  "taken|used|in use|using|uses?|busy|booked|reserved|occupied|need(?:s|ed)?|(?:has |have )?got|has|have|takes?|taking|drives?|driving|free|available|borrow";
/** Words of questions that name no event. */
export const QUESTION_WORDS = `${FUNCTION_WORDS} happening planned scheduled up calendar plan plans schedule event events anything everything something appointment appointments happen place take taking takes start starts begin begins end ends next any all day days look like looking currently right time finish meeting anyone anybody together when long thing things hour hours what which who show many often same left remaining more still both else lesson lessons spend used needed with which anywhere soon fetch pick collect bring till until long like want tell know see kind far ago number planning times regular usual again how about`;
/** "How long until the holidays?" asks for a count, not for events. */
const COUNTDOWN =
  /\bhow (?:many (?:days|weeks|nights|sleeps|months)|long)\b.*\b(?:until|till|before|to|away)\b|\bhow many\b.*\b(?:left|remain\p{L}*)\b/iu;

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
  const days = pieces.days.map(onToday);
  // "Until Friday" in a question is from now until then.
  const within = days.map((each) => (isUntil(each) && days.length === 1 ? { ...each, role: "by" } : each));
  const asked = { ...pieces, repeat: null, days: within };
  const { request, unused } = withWhen(emptyRequest, asked, context, { text: sheet.text, near: null });
  const kindOf = wordKinds(context);
  const words = sheet.words().map(({ text }) => text);
  const title = words.some((word) => kindOf(word) === "title") ? words.filter((word) => kindOf(word) !== "other") : [];
  const foreign = words.filter((word) => kindOf(word) === "other");
  // "Who can drive Noah?" is about the others.
  const isHelper = sheet.says(
    /\b(?:who (?:can|could)|any(?:one|body)|some(?:one|body))\b.*\b(?:drive|take|bring|fetch|get|pick up|collect)\b/iu,
  );
  const { members } = context.calendar.household;
  const others = (out: readonly string[]) => members.map(({ id }) => id).filter((id) => !out.includes(id));
  // "Everybody except Sam" are the others.
  const removed = names.people.length === 0 && names.removedPeople.length > 0 ? names.removedPeople : null;
  const isTimed = request.day !== null || request.part !== null || request.start !== null;
  const isList = !isTimed && sheet.says(/\b(?:what|when|which)\b/iu);
  // "Which evenings am I busy" asks for the events.
  const isBusy = sheet.says(/\b(?:busy|occupied|tied up|booked)\b/iu) && sheet.says(/\b(?:when|what|who|which)\b/iu);
  const queryType = isClash
    ? "conflict_check"
    : names.things.length > 0 && isUse && title.length === 0 && !isList
      ? "resource_status"
      : (isFree && !isBusy) || isHelper || sheet.says(/^\W*when (?:can|could|would)\b/iu)
        ? "availability"
        : "event_lookup";
  const isNamed = title.length > 0 && (queryType === "event_lookup" || isClash);
  // "The weather tomorrow" is not about the events of that day.
  const isAnswered = isNamed || (isTimed && queryType !== "event_lookup");
  const lost = [...(isNamed ? [] : title), ...foreign];
  // The answer names the people of each event, so it shows which are joint ones.
  const isJoint = queryType === "event_lookup" && names.people.length > 1 && sheet.says(/\btogether\b/iu);
  const isOpen = isAnswered && !lost.some(isTelling) && !isBeside(sheet, title, foreign);
  return {
    ...request,
    eventType: "query",
    title: isNamed ? title.join(" ") : null,
    participants:
      isHelper && queryType === "availability"
        ? others(names.people)
        : removed === null
          ? [...names.people]
          : others(removed),
    resources: [...names.things],
    queryType,
    assumed: [
      ...request.assumed,
      ...namesAssumed(names),
      ...(isJoint ? ['"together" left out'] : []),
      ...(isOpen ? lost.map((word) => `"${word}" left out`) : []),
    ],
    problems: [
      ...request.problems,
      ...namesProblems(names),
      ...(sheet.says(COUNTDOWN) ? ["I can list events, but not count them, or the days until one."] : []),
    ],
    unread: [...unused.map(({ text }) => text.trim()), ...(isOpen ? [] : lost)],
  };
}

/** True if another word stands beside the name of an event: "the piano recital" is not piano. */
const isBeside = ({ text }: Sheet, title: readonly string[], foreign: readonly string[]): boolean =>
  title.length > 0 &&
  foreign.length > 0 &&
  new RegExp(`(?:${title.map(literal).join("|")}) (?:${foreign.map(literal).join("|")})(?!\\p{L})`, "iu").test(text);
