// cspell:ignore reschedul exten updat delet remov paus leav
import type { Sheet } from "@tidemark/reading";
import type { Request } from "../request.ts";
import { CALENDAR } from "./clauses.ts";

/** What a request wants, and how its words are to be assigned. */
export interface Intent {
  readonly type: Request["eventType"];
  /** True if a verb at the start says it; false for the default, a new event. */
  readonly stated: boolean;
  /** True if the speaker takes part: "I have", "remind me". */
  readonly me: boolean;
  /** For a change: what the names and the words stand for. */
  readonly form: "plain" | "add" | "remove" | "use" | "rename";
}

type Row = readonly [pattern: string, type: Request["eventType"], form?: Intent["form"]];

const START =
  "^[\\s\\uE000,.!:-]*(?:(?:so|and|well|oh|remind me|quick question|question|one more thing)\\b[\\s,.:]+(?=[a-z]))*";
const HAVE =
  "(?:(?:we're|we are|i'm|i am)(?: going to| having)?|there is|there's|there will be|we have|we've got|we're having|i have|i've got|i'm having|remember)(?! (?:not?|never|to)\\b)";
const ADD =
  "remind(?: (?:me|us))?(?: to| about| of)?|add|enter|put in|put (?:me |us )?down|put|book in|book(?! (?:club|fair|group|swap|launch|sale|reading|exchange|week))|schedule|plan|create|set up|arrange|organi[sz]e|note down|note|mark(?= .+ as )|squeeze in|fit in(?= an?\\b)|block out|block off|block(?! party)|reserve|(?:make|set)(?= (?:an? |reminders?\\b|notifications?\\b|meeting\\b|event\\b))|send (?:me|us)(?= (?:an? )?(?:notice|reminder|notification))|(?:don't|do not) let (?:me|us) forget(?: (?:about|that|to|i have))?|new event:?|new(?! year)|find|look for";
const EVENT =
  "(?: (?:me|us))?(?: (?:(?:a|some) (?:free )?(?:time|slot)(?: for| to)?|time (?:for|to)))?(?: (?:an? |the |another )?(?:new )?(?:event|appointment|(?:calendar )?entry|slot|reminders?|notifications?|notice|meeting(?= (?:for|called|named|titled|about|to) ))(?: (?:for|called|named|titled|about|to|of))?(?:(?= )|: *))?(?!\\p{L})";
const MOVE =
  "move|reschedule|shift|push|postpone|delay|bring|put back|change(?! over)|extend|lengthen|shorten|prolong|update|edit";
const DROP =
  "cancel|delete|remove|drop(?! (?:\\p{L}+ (?:and \\p{L}+ )?)?off\\b)|scrap|skip|call off|forget about|clear|take off|get rid of|cross out";
const SUBJECT = "(?:i|we|you|he|she|they|any\\p{L}*|every\\p{L}*|both|all|the \\p{L}+|\\p{L}+(?: and \\p{L}+)?)";
const ASK = `(?:(?:(?:at|on|in|until|till|since|from|by|for|with|about) )?(?:what(?! about)|when|where|who|which|whose|whom|how(?! about))(?:'?s|'?re| is| are)?|how long|is|are|am|was|were|does|did|has(?! (?:to|been))|do (?=(?:i|we|you|they|any\\p{L}*|both)\\b|${SUBJECT} (?:have|go|need|get|know)\\b)|have (?=(?:i|we|they) )|will (?=${SUBJECT} (?:be|have|need|go|come|make)\\b)|can (?=(?:i|we|\\p{L}+) (?:make|come|go|have|use|meet|take)\\b)|show(?= (?:me|us|all|the|every|my|what|next|this)\\b)(?: me| us)?|list|tell me|give me|any|anything|check(?= (?:for|if|whether|conflicts?)\\b)|find (?:all )?conflicts)\\b`;

/** Verbs in order: the first that fits decides. What ends or changes an event that is named in another way is read by `readChange`. */
const TABLE: readonly Row[] = [
  [`${START}undo\\b`, "modify"],
  [`${START}(?:rename|(?:change|edit) (?:the )?(?:name|title) of|call(?= .+ ["\uE000]))`, "modify", "rename"],
  [`${START}${ASK}`, "query"],
  [
    `${START}(?:add|invite|include|take)(?!.* ${CALENDAR}\\b)(?= (?:[\\p{L}']+,? ){1,4}(?:to|into) (?!\\d)\\p{L})`,
    "modify",
    "add",
  ],
  [
    `${START}(?:(?:remove|take|leave|uninvite)(?= .+\\b(?:from|off|out of|out)\\b)|drop(?= .+\\b(?:from|out of)\\b))(?!.*\\b(?:from|off|out of) (?:the|my|our) (?:calendar|schedule|agenda|list|diary|plan)\\b)`,
    "modify",
    "remove",
  ],
  [`${START}use\\b`, "modify", "use"],
  [`${START}(?:swap|exchange|replace|switch)(?= .+ (?:for|with|by) .+ (?:on|at|in|for|of) )`, "modify", "use"],
  [`${START}(?:${DROP})\\b`, "cancel"],
  [`${START}(?:${MOVE})\\b`, "modify"],
  [
    `${START}(?:make|set)\\b(?! (?:an?|up|reminders?|notifications?|meeting|event)\\b)(?=.*(?:\\d|\\bhour|day\\b|weekly|monthly|daily))`,
    "modify",
  ],
  [`${START}(?:${ADD}|${HAVE})\\b${EVENT}`, "create"],
  ["\\?\\s*$", "query"],
];

/** Claims the verb of a request. Without one, the request is a new event. */
export function readIntent(sheet: Sheet): Intent {
  for (const [pattern, type, form = "plain"] of TABLE) {
    const found = sheet.take(new RegExp(pattern, "iu"));
    if (found !== null)
      return {
        type,
        form,
        stated: found[0] !== "?",
        me: type === "create" && /\b(?:i|me|i'm|i've)\b/iu.test(found[0]),
      };
  }
  return { type: "create", form: "plain", stated: false, me: false };
}

/** Words after which a known event changes or ends, if it is named beside them. */
export const SIGNS =
  /\b(?:(?:mov|reschedul|shift|push|postpon|delay|br(?:ing|ought)|chang|swap|switch|exten|lengthen|shorten|prolong|updat|mak|stick|join)\p{L}*|put|set|let|keep|hold|starts?|begins?|ends?|finish(?:es)?|runs?|lasts?|takes|goes|go (?:with|along)|com(?:es?|ing)|instead|now|only|longer|shorter|later|earlier|back|forward|too|also|as well|always|must|ha(?:s|ve) to|without|is|are|(?:will|should|would) be|add|from .+ on(?:wards)?(?! (?:the|\d|\p{L}+day))|same time|not)\b|'s (?:now|at|on|in|an?|off|been|over|not|done)\b|→/iu;
const END = [
  "can[cs][a-z]{0,3}l[a-z]*",
  "delet(?:e|ed|ing)|remov(?:e|ed|ing)|drop(?:s|ped|ping)?(?! (?:\\p{L}+ (?:and \\p{L}+ )?)?off\\b)|scrap(?:ped)?|skip(?:s|ped|ping)?|eras(?:e|ed)|kill(?:ed)?|ditch|wipe|clear",
  "call(?:ed|ing|s)? off|cross(?:ed)? out|tak(?:e|en|ing) (?:it |that |them )?(?:off|out)|(?:get|got) rid of|forget(?: about)?",
  "f(?:all(?:s|ing)?|ell) (?:out|through|flat|away)|mak(?:es|ing) (?:a )?pause|(?:takes?|taking|has|have|having) a break|paus(?:e|es|ed|ing)|miss(?:es|ing)?",
  "(?<=\\p{L}'s )off|(?:is |are |was )?off(?= (?:on|this|next|for|today|tomorrow|in|from|until)\\b|[ ,.;:!]*(?:\uE000|$|[,.;:!]))",
].join("|");
/** What ends a series rather than a date of it. */
const STOP =
  "(?:no longer|not) (?:do|doing|play|playing|go|going to|attend|attending)(?= .*any ?more)|stop(?:s|ped|ping)?|quit(?:s|ting)?|giv(?:e|es|en|ing) up|(?:is|are|'s) (?:over|done|finished|through)(?: with)?|(?:is |are )?done with|finished(?: with)?|leav(?:es|ing)";
const DENY = "no(?: more| longer)?|not|n't|cannot|(?:is|are|was|wo|ca|does|do|did|have|has|could|would)n't|nor|neither";

/** "I can't on Wednesday, move it to Thursday" ends nothing. */
export const MOVED =
  /\b(?:mov|reschedul|shift|postpon|swap|switch|push|delay|bring)\p{L}*\b.*(?:\b(?:to|until|till|by)\b|→)/iu;

/** How words end an event: "stop" is a series that goes on no more, "deny" a negation that no other reader used. */
export function readEnd(sheet: Sheet): "end" | "stop" | "deny" | null {
  // "Don't cancel piano" ends nothing.
  const isFree = ({ index }: RegExpExecArray): boolean =>
    !/(?:n't|\bnot|\bnever) (?:want to )?$/iu.test(sheet.text.slice(0, index));
  const stops = sheet.takeAll(STOP).length > 0;
  const ends = sheet.takeAll(END, isFree).length > 0;
  const denies =
    sheet.takeAll(
      DENY,
      ({ index, 0: { length } }) =>
        !new RegExp(`^ (?:want to )?(?:${END})`, "iu").test(sheet.text.slice(index + length)),
    ).length > 0;
  if (stops || denies) sheet.takeAll("at all|make(?:s| it)?|need(?:s|ed)?|happen(?:s|ing)?");
  return stops ? "stop" : ends ? "end" : denies ? "deny" : null;
}

const UNDO =
  /^\s*(?:(?:please|no|oops|sorry|wait|hang on|hold on|actually)\b[,.! ]*)*(?:undo|(?:take|put) (?:it|that) back|take back|revert)(?: (?:it|that|this))?(?: (?:the |my )?last (?:change|one|thing))?(?:,? please)?[.!]*\s*$/iu;

/** True for a request to undo the last change. */
export const asksUndo = (text: string): boolean => UNDO.test(text);

const GIVE_UP =
  /^(?:never ?mind|forget (?:it|that|about it)|leave it(?: as it (?:is|was))?|drop (?:it|that)|cancel(?: that| it)?|stop|no,? thanks?|no,? thank you|don't bother|not now|skip it|abort|scrap (?:it|that))(?:,? (?:then|please|thanks|after all))*$/iu;
const HESITATION = /^(?:(?:no|ah|oh|ok|well|wait|actually|sorry|oops)\b[,!.\s]*)+(?!thank)/iu;

const isGivenUp = (part: string): boolean => GIVE_UP.test(part) || GIVE_UP.test(part.replace(HESITATION, ""));

/** The reason after "forget it": "she isn't going after all". */
const NOT_GOING = /^\p{L}+ (?:isn't|aren't|is not|are not|can't|won't|doesn't|don't) (?!.*\d)\p{L}/iu;

/** True for a message that drops what was asked. */
export function givesUp(text: string): boolean {
  const parts = text.split(/[,.!;]+/u).map((part) => part.trim());
  return (
    parts.some(isGivenUp) &&
    parts.every((part) => isGivenUp(part) || part.replace(HESITATION, "") === "" || NOT_GOING.test(part))
  );
}

/** "Bring sausages" is a note; "bring the dentist forward" is a wish. */
const WISH = MOVE.replace("bring", "bring(?=.*\\b(?:forward|ahead|back)\\b)");
const JOINT = new RegExp(
  `(?:[.;!?]\\s+(?:and |then |also )*|,?\\s+(?:and then|and also|and|then|also|plus),?\\s+|,\\s+)(?=(?:${ADD}|${WISH}|${DROP}|rename|undo|make|set)\\s+(?!(?:all of |the )?(?:it|that|this|them|him|her|rest|everything)\\b|(?:all )?the following))`,
  "iu",
);

/** "Emma is sick, cancel gymnastics" names a reason and one wish. */
const NAMES = new RegExp(
  `\\d|day\\b|tomorrow|tonight|^\\W*(?:please )?(?:${ADD}|${MOVE}|${DROP}|no|rename|undo|make|set)\\b`,
  "iu",
);

/** The wishes in a text that names several: "move piano to 5pm and cancel chess". */
export const wishesIn = (text: string): string[] => {
  const wishes = text.split(JOINT).filter((part) => /\p{L}{2}/u.test(part));
  return wishes.length === 2 && !NAMES.test(wishes[0] ?? "") ? [text] : wishes;
};
