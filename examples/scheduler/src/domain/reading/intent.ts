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
  "remind(?: (?:me|us))?(?: to| about| of)?|add|enter|put in|put down|put|stick|schedule|book in|book(?! (?:club|fair|group|swap|launch|sale|reading|exchange|week))|plan|create|set up|arrange|organi[sz]e|note down|note|block out|block off|block(?! party)|reserve|new event:?|new(?! year)|find|look for";
const EVENT =
  "(?: (?:me|us))?(?: (?:a|some) (?:free )?(?:time|slot)(?: for| to)?)?(?: (?:in )?(?:an? |the |another )?(?:new )?(?:event|appointment|entry|slot|reminder|meeting)(?: (?:for|called|named|titled|about|to))?(?= ))?";
const MOVE =
  "move|reschedule|re-schedule|shift|push|postpone|delay|bring|put back|change(?! over)|switch|swap|extend|lengthen|shorten|prolong|update|edit";
const DROP =
  "cancel|delete|remove|drop(?! off)|scrap|skip|call off|forget about|forget|clear|take off|get rid of|cross out|strike|erase";
const ASK =
  "(?:what's|what is|what are|whats|what|when's|when is|when are|when|where's|where is|where|who's|who is|who|whose|which|how long|how many|how|is there|are there|is|are|am|does|did|do (?=\\p{L}+ (?:have|go|need))|has anyone|show me|show|list|tell me|give me|any|anything|check|find (?:all )?conflicts)\\b";

/** Verbs in order: the first that fits decides. */
const TABLE: readonly Row[] = [
  [`${START}undo\\b`, "modify"],
  [`${START}(?:rename|(?:change|edit) (?:the )?(?:name|title) of)\\b`, "modify", "rename"],
  [`${START}(?:remind me,? (?=wh|how))?${ASK}`, "query"],
  [`${START}(?:add|invite|include)(?= (?:[\\p{L}']+,? ){1,4}(?:to|into) (?!\\d)\\p{L})`, "modify", "add"],
  [`${START}(?:remove|take|drop|leave|uninvite)(?= .+\\b(?:from|off|out of|out)\\b)`, "modify", "remove"],
  [`${START}use\\b`, "modify", "use"],
  [`${START}(?:${DROP}|no(?: more)?(?= \\p{L}))\\b`, "cancel"],
  [`${START}(?:${MOVE})\\b`, "modify"],
  [`${START}(?:make|set)(?! (?:an?|up)\\b)(?=.*(?:\\d|\\bhour|day\\b|weekly|monthly|daily))`, "modify"],
  [`${START}(?:${ADD}|${HAVE})\\b${EVENT}`, "create"],
  [
    "\\b(?:is|are|was|has been|have been)\\s+(?:cancel+ed|called off|off)(?=[.!]*$| (?:on|this|next|today|tomorrow|for)\\b)",
    "cancel",
  ],
  [
    "\\b(?:moves|changes|shifts|switches)(?= (?:to|from|→)(?: |$))|(?:\\b(?:is|are|has been|have been|will be|should be|was)|'s(?: been)?)\\s+(?:now|moved|rescheduled|changed|postponed|pushed back|put back|shifted)\\b|\\bmoved:?(?= (?:now|to|→)(?: |$))",
    "modify",
  ],
  [
    "\\b(?:(?:(?:is|are) )?(?:joining|coming (?:along )?to)|joins?|comes? (?:along )?to)\\b(?= \\p{L})",
    "modify",
    "add",
  ],
  [
    "\\b(?:has|have) no(?= \\p{L})|\\b(?:can't|cannot|can not|won't|will not|doesn't|does not|isn't|is not) (?:(?:going|go|make it|coming|come) (?:to|at) |make |attend |be at |attending )",
    "cancel",
    "absent",
  ],
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
  /^\s*(?:(?:no|ah|oh|ok|well|actually)\b[,!.]*\s*)*(?:never ?mind|nvm|forget (?:it|that|about it)|leave it(?: as it is)?|leave it be|drop it|cancel(?: that| it)?|stop|no,? thanks?|no,? thank you|don't bother|not now|skip it|abort)(?:,? (?:then|please|thanks|after all|(?:it|that)(?:'s| is)(?: not|n't)? (?:off|happening|needed|cancel+ed)|we(?:'re| are) not going))*[.!]*\s*$/iu;

/** True for a message that drops what was asked. */
export const givesUp = (text: string): boolean => GIVE_UP.test(text);

/** Claims the reason at the end of a cancellation: "Emma is ill". A clause with a time or a quantity is not a reason. */
export const readReason = (sheet: Sheet): string | null =>
  sheet
    .take(
      /(?:,\s*(?:because |since |as )?|\s(?:because|since) )(?!.*(?:\b(?:all|both|only|just|every|each|next|except|but|not|and|until|day|today|tomorrow|tonight|week|month)\b|day\b|\d))(?:\p{L}[\p{L}']* ){1,9}\p{L}[\p{L}']*[.!]*$/iu,
    )?.[0]
    .replaceAll(/^[\s,]+|[.!]+$/gu, "") ?? null;

const JOINT = new RegExp(
  `(?:[.;!?]\\s+(?:and |then |also )*|,?\\s+(?:and then|and also|and|then|also|plus),?\\s+|,\\s+)(?=(?:${ADD}|${MOVE}|${DROP}|rename|undo|make|set)\\s+(?!it\\b|that\\b|this\\b|(?:all )?the following))`,
  "iu",
);

/** The wishes in a text that names several: "move piano to 5pm and cancel chess". */
export const wishesIn = (text: string): string[] => text.split(JOINT).filter((part) => /\p{L}{2}/u.test(part));
