import type { Request } from "../request.ts";
import { type Sheet } from "./sheet.ts";

/** What a request wants, and how its words are to be assigned. */
export interface Intent {
  readonly type: Request["eventType"];
  /** True if a verb says it; false for the default, a new event. */
  readonly stated: boolean;
  /** For a change: what the names and the words stand for. */
  readonly me: boolean;
  readonly form: "plain" | "add" | "remove" | "use" | "rename" | "absent";
}

type Row = readonly [pattern: string, type: Request["eventType"], form: Intent["form"]];

const START = "^[\\s\\uE000,.!-]*";
const ADD =
  "(?:remind (?:me|us)(?: to| about| of)?|we're going to|we are going to|i'm going to|i am going to|we're|we are|i'm|i am|make|add|enter|put in|put down|put|schedule|book in|book(?! (?:club|fair|group|swap|launch|sale|reading|exchange|week))|plan|create|set up|arrange|organi[sz]e|note down|note|block out|block off|block(?! party)|reserve|new event:?|new|there is|there's|there will be|we have|we've got|we're having|i have|i've got|i am having|i'm having|don't forget|remember)";
const EVENT =
  "(?:(?:in )?(?:an? |the |another )?(?:new )?(?:event|appointment|entry|slot|reminder|meeting)(?: (?:for|called|named|titled|about|to))?(?= ))?";
const MOVE =
  "(?:move|reschedule|re-schedule|shift|push back|push|postpone|delay|bring forward|bring|put back|change|switch|make|set|extend|lengthen|shorten|prolong|update|edit)";
const DROP =
  "(?:cancel|delete|remove|drop|scrap|skip|call off|forget about|forget|clear|take off|get rid of|cross out|strike)";

/** Verbs at the start of a request, in order: the first that fits decides. */
const TABLE: readonly Row[] = [
  [`${START}(?:undo)\\b`, "modify", "plain"],
  [`${START}(?:rename)\\b`, "modify", "rename"],
  [`${START}(?:change|edit) (?:the )?(?:name|title) of\\b`, "modify", "rename"],
  [
    `${START}(?:what's|what is|what are|what|whats|when's|when is|when are|when|where's|where is|where|who's|who is|who|whose|which|how long|how many|how|is there|are there|is|are|am|does|do|did|has anyone|show me|show|list|tell me|give me|any|anything|check|find (?:all )?conflicts)\\b`,
    "query",
    "plain",
  ],
  [`${START}(?:add|invite|include)(?= (?:[\\p{L}']+,? ){1,4}(?:to|into) (?!\\d)\\p{L})`, "modify", "add"],
  [`${START}(?:remove|take|drop|leave|uninvite)(?= .+\\b(?:from|off|out of|out)\\b)`, "modify", "remove"],
  [`${START}use\\b`, "modify", "use"],
  [`${START}(?:${DROP})\\b`, "cancel", "plain"],
  [`${START}no(?: more)?(?= \\p{L})`, "cancel", "plain"],
  [
    `${START}(?:${MOVE})(?= .*\\b(?:to|until|till|earlier|later|longer|shorter|by|back|forward|for|from)\\b)`,
    "modify",
    "plain",
  ],
  [
    `${START}(?:move|reschedule|re-schedule|shift|postpone|delay|extend|shorten|lengthen|change|update|edit|push)\\b`,
    "modify",
    "plain",
  ],
  [
    `${START}(?:make|set)(?! (?:an?|up)\\b)(?=.*(?:\\d|\\bhour|\\b(?:noon|midnight)\\b|day\\b|weekly|monthly|daily))`,
    "modify",
    "plain",
  ],
  [`${START}(?:${ADD})\\b\\s*${EVENT}`, "create", "plain"],
  [
    `${START}(?:find|look for)\\b(?: (?:me|us))?(?: (?:a|some) (?:free )?(?:time|slot))?(?: (?:for|to))?`,
    "create",
    "plain",
  ],
];

const OFF = /\b(?:is|are|was|has been|have been)\s+(?:cancel+ed|called off|off)\b/iu;
const NOW_AT =
  /\b(?:moves|changes|shifts|switches)(?= (?:to|from)\b)|\b(?:is|are|has been|have been|will be|should be|was)\s+(?:now|moved|rescheduled|changed|postponed|pushed back|shifted)\b(?=.*\b(?:at|to|on|until|from|by|\d))/iu;
const JOIN = /\b(?:(?:(?:is|are) )?(?:joining|coming (?:along )?to)|joins?|comes? (?:along )?to)\b(?= \p{L})/iu;
const ABSENT =
  /\b(?:has|have) no(?= \p{L})|\b(?:can't|cannot|can not|won't|will not|doesn't|does not|isn't|is not) (?:(?:going|go|make it|coming|come) to |make |attend |be at |attending )/iu;

const UNDO =
  /^\s*(?:please\s+)?(?:undo|take (?:it|that) back|take back|revert)(?: (?:it|that|this|the last (?:change|one|thing)|my last change|last change|everything))?(?:,? please)?[.!]*\s*$/iu;

/** True for a request to undo the last change. */
export const asksUndo = (text: string): boolean => UNDO.test(text) && !/everything/iu.test(text);

const GIVE_UP =
  /^\s*(?:no,?\s*)?(?:never ?mind|forget (?:it|that|about it)|leave it(?: as it is)?|leave it be|drop it|cancel(?: that| it)?|stop|no,? thanks?|no,? thank you|don't bother|not now|skip it|abort)(?:,? (?:then|please|thanks|after all))*[.!]*\s*$/iu;

/** True for a message that drops what was asked. */
export const givesUp = (text: string): boolean => GIVE_UP.test(text);

/** Claims the verb of a request. Without one, the request is a new event. */
export function readIntent(sheet: Sheet): Intent {
  for (const [pattern, type, form] of TABLE) {
    const found = sheet.take(new RegExp(pattern, "iu"));
    if (found !== null)
      return { type, form, stated: true, me: type === "create" && /\b(?:i|me|i'm|i've)\b/iu.test(found[0]) };
  }
  if (sheet.take(OFF) !== null) return { type: "cancel", form: "plain", stated: true, me: false };
  if (sheet.take(NOW_AT) !== null) return { type: "modify", form: "plain", stated: true, me: false };
  if (sheet.take(JOIN) !== null) return { type: "modify", form: "add", stated: true, me: false };
  if (sheet.take(ABSENT) !== null) return { type: "cancel", form: "absent", stated: true, me: false };
  if (/\?\s*$/u.test(sheet.text)) return { type: "query", form: "plain", stated: true, me: false };
  return { type: "create", form: "plain", stated: false, me: false };
}

const REASON =
  /,?\s*(?:\b(?:because|since|as)\s+)?\b(?:\p{L}+|(?:the )?kids) (?:is|are) (?:ill|sick|away|unwell|on holiday|off sick)\b[^,]*$/iu;

/** Claims the reason for a cancellation, such as "Emma is ill". */
export const readReason = (sheet: Sheet): string | null => sheet.take(REASON)?.[0].replace(/^[\s,]+/u, "") ?? null;

const VERB = `(?:${[ADD, MOVE, DROP, "rename", "undo"].join("|")})`;
const JOINT = new RegExp(
  `(?:[.;!?]\\s+(?:and |then |also )*|,?\\s+(?:and then|and also|and|then|also|plus),?\\s+|,\\s+)(?=${VERB}\\s+(?!it\\b|that\\b|this\\b|the following))`,
  "iu",
);

/** The wishes in a text that names several: "move piano to 5pm and cancel chess". */
export function wishesIn(text: string): string[] {
  const parts = text
    .split(JOINT)
    .flatMap((part) => part.split(/[;?!]\s+|(?<=\p{L}{2})\.\s+(?=\p{Lu})/u))
    .map((part) => part.trim());
  return parts.filter((part) => /\p{L}{2}/u.test(part));
}
