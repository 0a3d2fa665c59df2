import type { Sheet } from "@tidemark/reading";
import type { Request } from "../request.ts";

/** What a request wants, and how its words are to be assigned. */
export interface Intent {
  readonly type: Request["eventType"];
  /** True if a verb says it; false for the default, a new event. */
  readonly stated: boolean;
  /** True if the speaker takes part: "I have", "remind me". */
  readonly me: boolean;
  /** For a change: what the names and the words stand for. */
  readonly form: "plain" | "add" | "remove" | "use" | "rename";
}

type Row = readonly [pattern: string, type: Request["eventType"], form?: Intent["form"]];

const START = "^[\\s\\uE000,.!-]*";
const HAVE =
  "(?:we're|we are|i'm|i am)(?: going to)?|there is|there's|there will be|we have|we've got|we're having|i have|i've got|i'm having|remember";
const ADD =
  "remind(?: (?:me|us))?(?: to| about| of)?|add|enter|put in|put (?:me |us )?down|put|book in|book(?! (?:club|fair|group|swap|launch|sale|reading|exchange|week))|schedule|plan|create|set up|arrange|organi[sz]e|note down|note|block out|block off|block(?! party)|reserve|new event:?|new(?! year)|find|look for";
const EVENT =
  "(?: (?:me|us))?(?: (?:(?:a|some) (?:free )?(?:time|slot)(?: for| to)?|time (?:for|to)))?(?: (?:an? |the |another )?(?:new )?(?:event|appointment|entry|slot|reminder|meeting(?= (?:for|called|named|titled|about|to) ))(?: (?:for|called|named|titled|about|to))?(?= ))?(?!\\p{L})";
const MOVE =
  "move|reschedule|shift|push|postpone|delay|bring|put back|change(?! over)|extend|lengthen|shorten|prolong|update|edit";
const DROP = "cancel|delete|remove|drop(?! off)|scrap|skip|call off|forget about|clear|take off|get rid of|cross out";
const ASK =
  "(?:(?:what|when|where|who)(?:'?s| is| are)?|whose|which|how long|how many|how|is there|are there|is|are|am|does|did|do (?=\\p{L}+ (?:have|go|need))|has anyone|show me|show|list|tell me|give me|any|anything|check|find (?:all )?conflicts)\\b";

/** "Has been", "has to be", "got", "will be": what stands before "moved" and "canceled". */
const BE =
  "(?:\\b(?:is|are|was|were|be|been|got|gets|get|has|have|had|needs?|must|should|will|to)\\s+|'s\\s+)+(?:been\\s+)?";
const NOT = "(?:isn't|aren't|is not|are not|'re not|'m not|doesn't|does not|don't|do not|won't be|will not be)";
/** "The concert is off": a cancellation that names its event first. */
const ENDS = `(?:\\b|${BE})(?:scrapped|dropped|deleted|off|fall(?:s|ing)? (?:out|through))(?=[\\s.!:()]*$| (?:on|this|next|today|tomorrow|for)\\b)|(?:\\b(?:is |was |got |has been ))?\\b(?:cancel+ed|called off)\\b|\\b${NOT} (?:happening|happen|tak(?:e|ing) place|on)\\b`;
const CHANGED = `\\b(?:moves|changes|shifts)(?= (?:to|from|→)(?: |$))|${BE}(?:moved?|rescheduled|changed?|postponed|delayed|pushed(?: back)?|put back|shifted)\\b|\\bmoved:?(?= (?:to|→)(?: |$))`;
const JOINS =
  "\\b(?:(?:is |are )?(?:joining|coming(?: along| too)? to)|joins?|comes?(?: along| too)? to)\\b(?= \\p{L})";

/** Verbs in order: the first that fits decides. */
const TABLE: readonly Row[] = [
  [`${START}undo\\b`, "modify"],
  [`${START}(?:rename|(?:change|edit) (?:the )?(?:name|title) of|call(?= .+ ["\uE000]))`, "modify", "rename"],
  [`${START}${ASK}`, "query"],
  [`${START}(?:add|invite|include|take)(?= (?:[\\p{L}']+,? ){1,4}(?:to|into) (?!\\d)\\p{L})`, "modify", "add"],
  [`${START}(?:remove|take|drop|leave|uninvite)(?= .+\\b(?:from|off|out of|out)\\b)`, "modify", "remove"],
  [`${START}use\\b`, "modify", "use"],
  [`${START}(?:swap|exchange|replace|switch)(?= .+ (?:for|with|by) .+ (?:on|at|in|for|of) )`, "modify", "use"],
  [`${START}(?:${DROP}|(?:there's |there is |there will be )?no(?: more)?(?= \\p{L}))\\b`, "cancel"],
  [`${START}(?:${MOVE})\\b`, "modify"],
  [`${START}(?:make|set)\\b(?! (?:an?|up)\\b)(?=.*(?:\\d|\\bhour|day\\b|weekly|monthly|daily))`, "modify"],
  [`${START}(?:we're |we are )?not (?:doing|having)\\b`, "cancel"],
  [`${START}(?:${ADD}|${HAVE})\\b${EVENT}`, "create"],
  [ENDS, "cancel"],
  [CHANGED, "modify"],
  [JOINS, "modify", "add"],
  ["\\?\\s*$", "query"],
];

/** Claims the verb of a request. Without one, the request is a new event. */
export function readIntent(sheet: Sheet): Intent {
  for (const [pattern, type, form = "plain"] of TABLE) {
    const found = sheet.take(new RegExp(pattern, "iu"));
    if (found !== null)
      return { type, form, stated: true, me: type === "create" && /\b(?:i|me|i'm|i've)\b/iu.test(found[0]) };
  }
  return { type: "create", form: "plain", stated: false, me: false };
}

const UNDO =
  /^\s*(?:(?:please|no|oops|sorry|wait)\b[,.! ]*)*(?:undo|(?:take|put) (?:it|that) back|take back|revert)(?: (?:it|that|this|(?:the|my) last (?:change|one|thing)|last change))?(?:,? please)?[.!]*\s*$/iu;

/** True for a request to undo the last change. */
export const asksUndo = (text: string): boolean => UNDO.test(text);

const GIVE_UP =
  /^(?:never ?mind|forget (?:it|that|about it)|leave it(?: as it (?:is|was))?|drop (?:it|that)|cancel(?: that| it)?|stop|no,? thanks?|no,? thank you|don't bother|not now|skip it|abort|scrap (?:it|that))(?:,? (?:then|please|thanks|after all))*$/iu;
const HESITATION = /^(?:(?:no|ah|oh|ok|well|wait|actually|sorry|oops)\b[,!.\s]*)+(?!thank)/iu;

const isGivenUp = (part: string): boolean => GIVE_UP.test(part) || GIVE_UP.test(part.replace(HESITATION, ""));

/** True for a message that drops what was asked. */
export function givesUp(text: string): boolean {
  const parts = text.split(/[,.!;]+/u).map((part) => part.trim());
  return parts.some(isGivenUp) && parts.every((part) => isGivenUp(part) || part.replace(HESITATION, "") === "");
}

/** "Bring sausages" is a note; "bring the dentist forward" is a wish. */
const WISH = MOVE.replace("bring", "bring(?=.*\\b(?:forward|ahead|back)\\b)");
const JOINT = new RegExp(
  `(?:[.;!?]\\s+(?:and |then |also )*|,?\\s+(?:and then|and also|and|then|also|plus),?\\s+|,\\s+)(?=(?:${ADD}|${WISH}|${DROP}|rename|undo|make|set)\\s+(?!(?:all of |the )?(?:it|that|this|them|him|her|rest|everything)\\b|(?:all )?the following))`,
  "iu",
);

/** The wishes in a text that names several: "move piano to 5pm and cancel chess". */
export const wishesIn = (text: string): string[] => text.split(JOINT).filter((part) => /\p{L}{2}/u.test(part));
