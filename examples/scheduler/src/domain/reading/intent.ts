import type { Request } from "../request.ts";
import type { Sheet } from "./sheet.ts";

/** What a request wants, and how its words are to be assigned. */
export interface Intent {
  readonly type: Request["eventType"];
  /** True if a verb says it; false for the default, a new event. */
  readonly stated: boolean;
  /** True if the speaker takes part: "I have", "remind me". */
  readonly me: boolean;
  /** For a change: what the names and the words stand for. */
  readonly form: "plain" | "add" | "remove" | "use" | "rename" | "absent";
}

type Row = readonly [pattern: string, type: Request["eventType"], form?: Intent["form"]];

const START = "^[\\s\\uE000,.!-]*";
const HAVE =
  "we're going to|we are going to|i'm going to|i am going to|we're|we are|i'm|i am|there is|there's|there will be|we have|we've got|we're having|i have|i've got|i am having|i'm having|don't forget|remember";
const ADD =
  "remind(?: (?:me|us))?(?: to| about| of)?|add|enter|put in|put (?:me |us )?down|put|mark|stick|schedule|book in|book(?! (?:club|fair|group|swap|launch|sale|reading|exchange|week))|plan|create|set up|arrange|organi[sz]e|squeeze in|fit in|note down|note|block out|block off|block(?! party)|reserve|new event:?|new(?! year)|find|look for";
const EVENT =
  "(?: (?:me|us))?(?: (?:(?:a|some) (?:free )?(?:time|slot)(?: for| to)?|time (?:for|to)))?(?: (?:in )?(?:an? |the |another )?(?:new )?(?:event|appointment|entry|slot|reminder|meeting)(?: (?:for|called|named|titled|about|to))?(?= ))?";
const MOVE =
  "move|reschedule|re-schedule|shift|push|postpone|delay|bring|put back|change(?! over)|switch|swap|extend|lengthen|shorten|prolong|update|edit";
const DROP =
  "cancel|delete|remove|drop(?! off)|scrap|skip|call off|forget about|forget|clear|take off|get rid of|cross out|strike|erase|end(?! of)|stop(?! by| at| in)|pause|quit|kill";
const ASK =
  "(?:what's|what is|what are|whats|what|when's|when is|when are|when|where's|where is|where|who's|who is|who|whose|which|how long|how many|how|is there|are there|is|are|am|does|did|do (?=\\p{L}+ (?:have|go|need))|has anyone|show me|show|list|tell me|give me|any|anything|check|find (?:all )?conflicts)\\b";

/** "Has been", "has to be", "got", "will be": what stands before "moved" and "canceled". */
const BE =
  "(?:\\b(?:is|are|was|were|be|been|got|gets|get|has|have|had|needs?|must|should|will|to)\\s+|'s\\s+)+(?:been\\s+)?";
const NOT =
  "(?:isn't|aren't|is not|are not|'re not|'m not|doesn't|does not|don't|do not|won't be|will not be|is no longer)";
/** "The concert is off", "yoga stops": a cancellation that names its event first. */
const ENDS = `${BE}(?:scrapped|dropped|deleted|off)(?=[.!:()]*$| (?:on|this|next|today|tomorrow|for)\\b)|\\b(?:is |was |got |has been )?(?:cancel+ed|called off)\\b|\\b(?:is )?fall(?:s|ing) (?:out|through)\\b|\\b${NOT} (?:happening|happen|tak(?:e|ing) place|on)\\b|\\b(?:stops|quits?|pauses|is (?:done|finished|over) (?:with|for)|is quitting|gives up|is giving up)(?= \\p{L})`;
const CHANGED = `\\b(?:moves|changes|shifts|switches)(?= (?:to|from|→)(?: |$))|${BE}(?:now(?= )|moved?|rescheduled|changed?|postponed|delayed|pushed(?: back)?|put back|shifted)\\b|\\bmoved:?(?= (?:now|to|→)(?: |$))`;
const ABSENT = `\\b(?:has|have) no(?= \\p{L})|(?:\\b|(?='))(?:can't|cannot|can not|won't|will not|${NOT}) (?:(?:be |able |want |to )*(?:going|go|make it|coming|come|be) (?:along )?(?:to |at |on |for )?|make |attend(?:ing)? |joining |join )`;
const JOINS =
  "\\b(?:(?:(?:is|are) )?(?:joining|coming(?: along| also| too)* to|coming(?= \\p{L}+ing\\b))|tags? along to|joins?|comes?(?: along| also| too)* to)\\b(?= \\p{L})";

/** Verbs in order: the first that fits decides. */
const TABLE: readonly Row[] = [
  [`${START}undo\\b`, "modify"],
  [
    `${START}(?:rename|(?:change|edit) (?:the )?(?:name|title) of|call(?= .+ ["\uE000]))|\\b(?:should be|is now) (?=called|named|\uE000)`,
    "modify",
    "rename",
  ],
  [`${START}(?:remind me,? (?=wh|how))?${ASK}`, "query"],
  [`${START}(?:add|invite|include|take)(?= (?:[\\p{L}']+,? ){1,4}(?:to|into) (?!\\d)\\p{L})`, "modify", "add"],
  [`${START}(?:remove|take|drop|leave|uninvite)(?= .+\\b(?:from|off|out of|out)\\b)`, "modify", "remove"],
  [`${START}use\\b`, "modify", "use"],
  [`${START}(?:we |i )?(?:no longer need|(?:don't|do not|won't) need)(?= .+ for )`, "modify", "remove"],
  [`${START}(?:swap(?: out)?|exchange|replace|switch)(?= .+ (?:for|with|by) .+ (?:on|at|in|for|of) )`, "modify", "use"],
  [`${START}(?:${DROP}|(?:there(?:'s| is|'s going to be| will be) )?no(?: more)?(?= \\p{L}))\\b`, "cancel"],
  [`${START}(?:${MOVE})\\b`, "modify"],
  [`${START}(?:make|set)(?! (?:an?|up)\\b)(?=.*(?:\\d|\\bhour|day\\b|weekly|monthly|daily))`, "modify"],
  [`${START}(?:we're |we are )?not (?:doing|having)\\b`, "cancel"],
  [`${START}(?:we|i)?${ABSENT}`, "cancel", "absent"],
  [`${START}(?:${ADD}|${HAVE})\\b${EVENT}`, "create"],
  [ENDS, "cancel"],
  [CHANGED, "modify"],
  [ABSENT, "cancel", "absent"],
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
  /^\s*(?:(?:please|no|oops|sorry|wait|never ?mind|nvm)\b[,.! ]*)*(?:undo|(?:take|put) (?:it|that) back|take back|revert)(?: (?:it|that|this|(?:the|my) last (?:change|one|thing)|last change))?(?:,? please)?[.!]*\s*$/iu;

/** True for a request to undo the last change. */
export const asksUndo = (text: string): boolean => UNDO.test(text);

const GIVE_UP =
  /^(?:never ?mind|nvm|forget (?:it|that|about it)|leave it(?: as it (?:is|was))?|leave it be|drop (?:it|that)|cancel(?: that| it)?|stop|no,? thanks?|no,? thank you|don't bother|not now|skip it|abort|scrap (?:it|that)|(?:it|that)(?:'s| is)(?: not|n't)? (?:off|happening|needed|cancel+ed)|we(?:'re| are) not going)(?:,? (?:then|please|thanks|after all))*$/iu;
const HESITATION = /^(?:(?:no|ah|oh|ok|well|wait|actually|sorry|oops)\b[,!.\s]*)+(?!thank)/iu;

const isGivenUp = (part: string): boolean => GIVE_UP.test(part) || GIVE_UP.test(part.replace(HESITATION, ""));

/** True for a message that drops what was asked. */
export function givesUp(text: string): boolean {
  const parts = text.split(/[,.!;]+/u).map((part) => part.trim());
  return parts.some(isGivenUp) && parts.every((part) => isGivenUp(part) || part.replace(HESITATION, "") === "");
}

/** "Emma's sick, cancel gymnastics": the reason goes to the end. */
const EARLY_REASON = new RegExp(
  `^(?!(?:${DROP}|${MOVE}|${ADD})\\b)((?:\\p{L}[\\p{L}']* ?){2,6}), ?((?:please )?(?:${DROP}|no)\\b.*?)[.!]*$`,
  "iu",
);
export const withReasonLast = (text: string): string => text.replace(EARLY_REASON, "$2, $1");

/** Claims the reason at the end of a cancellation: "Emma is ill". A clause with a time or a quantity is not a reason. */
export const readReason = (sheet: Sheet): string | null =>
  sheet
    .take(
      /(?:,\s*(?:because |since |as )?|\s(?:because|since) )(?!.*(?:\b(?:all|both|only|just|every|each|next|except|but|not|and|until|day|today|tomorrow|tonight|week|month)\b|day\b|\d))(?:\p{L}[\p{L}']* ){1,9}\p{L}[\p{L}']*[.!]*$/iu,
    )?.[0]
    .replaceAll(/^[\s,]+|[.!]+$/gu, "") ?? null;

const JOINT = new RegExp(
  `(?:[.;!?]\\s+(?:and |then |also )*|,?\\s+(?:and then|and also|and|then|also|plus),?\\s+|,\\s+)(?=(?:${ADD}|${MOVE}|${DROP}|rename|undo|make|set)\\s+(?!(?:all of |the )?(?:it|that|this|them|him|her|rest|everything)\\b|(?:all )?the following))`,
  "iu",
);

/** The wishes in a text that names several: "move piano to 5pm and cancel chess". */
export const wishesIn = (text: string): string[] => text.split(JOINT).filter((part) => /\p{L}{2}/u.test(part));
