import type { NLParserData } from "../nl-parser-data.ts";
import type { RequestText } from "./request-text.ts";

/** Intent of a request, by its words alone. */
export interface Intent {
  readonly eventType: NLParserData["eventType"];
  /**
   * - `explicit`: the verb is unambiguous ("cancel", "reschedule", a question)
   * - `likely`: the verb is also used for chores ("drop", "move"), so the calendar must contain its object
   * - `implied`: the request has no verb
   */
  readonly strength: "explicit" | "likely" | "implied";
  /** The verb in lower case; empty if the intent is implied. */
  readonly verb: string;
}

const openers =
  /^(?:(?:hi|hello|hey|hey there|ok|okay|so|um|uh|well|oh|yes|no,|please|also|and|then|unfortunately|sorry|alright|right)\b[,!. ]*(?:(?:everyone|all|there|scheduler|assistant)\b[,!. ]*)?)+ ?/i;
const polite =
  /^(?:(?:can|could|would|will|may) (?:you|u|we|i)(?: guys)?(?: please| kindly)?|(?:i|we)(?:'d| would) (?:like|love)(?: you)? to|(?:i|we) (?:want|need|have|ought|wanted|needed)(?: you)? to|i(?:'m| am) (?:trying|going|hoping) to|please|let's|lets|we should|i should|don't forget(?: to)?|help me|is it possible to|(?:do|would) you mind|try to|go ahead and|just)\b ?(?:please )?/i;
const thanks =
  /[,. ]*\b(?:please|thanks(?: a lot| so much)?|thank you(?: so much| very much)?|thx|ty|cheers|if (?:that's|that is) (?:ok|okay|possible|fine)|asap please)[ .!?]*$/i;

const question =
  /^(?:what(?:'s| is| are|s)?|when(?:'s| is| are|s)?|where(?:'s| is| are)?|who(?:'s| is| are|se)?|which|how (?:many|long|much|busy|often|is|does|about our)|is|are|am|do (?:we|i|you|they|the|any|you guys)|does|did|has|was|were|have (?:we|i|you|the)|any|anything|anyone|anybody|tell me|give me (?:the|my|our|an)|show(?: me| us)?|list|display|view|look up|check (?:if|whether|for|the|my|our|availability|what)|see (?:if|what|who|when|whether)|find out|(?:my |our |the |today's |tomorrow's )?(?:agenda|calendar|plans?|overview)(?= for| on| this| next| today| tomorrow|$|\?))\b/i;
const canName =
  /^(?:can|could|will|would) (?!you\b|u\b|we\b|i\b)(?:the )?\p{L}+(?: and \p{L}+)? (?:make|come|do|go|attend|join|be(?! (?:moved|changed|rescheduled|postponed|cancel|an?\b|at\b|on\b|later|earlier|\d))|use|have|take|drive|pick)\b/iu;
/** "schedule for tomorrow" is a question; "schedule soccer for tomorrow" is a command. */
const scheduleFor =
  /^(?:the |my |our |\p{L}+'s )?(?:schedule|timetable)(?: for| on)?(?=\s*[\uE000?]|\s*$| (?:to|this|next|on|for|mon|tue|wed|thu|fri|sat|sun))/iu;

const cancelSaid =
  /^(?:cancel(?:l?ing)?|delete|scrap|call off|get rid of|erase|un-?schedule|scratch)\b|^(?:take|remove|drop|wipe|clear) (?=.*\b(?:off|from) (?:the|my|our) (?:calendar|schedule|agenda)\b)/i;
const cancelLikely =
  /^(?:remove|drop(?! off)|skip|clear|ditch|axe|kill|wipe|no(?! one\b| more\b.*\bthan\b))\b(?! ?[,!.])/i;
const cancelState =
  /\b(?:(?:is|are|was|were|has been|have been|got|gets) )(?:cancell?ed|called off)\b|\bcancell?ed\b(?= ?$|[.!])|\bdoesn't happen\b|\bis not happening\b|\bisn't happening\b|\b(?:(?:we|they|you)(?:'re| are)|(?:i'm|i am)|(?:he|she)(?:'s| is)) not (?:having|doing|going to)\b|\b(?:we|i|they) (?:won't|will not|don't|do not) (?:have|do|need)\b|\bno longer having\b|\bwon't (?:happen|take place)\b/i;
const offCalendar = /\b(?:off|from|out of) (?:the|my|our) (?:calendar|schedule|agenda)\b/i;

const modifySaid =
  /^(?:re-?schedul(?:e|ing)|postpon(?:e|ing)|rename|put off|delay|prolong|lengthen|shorten|bring forward|pull forward)\b/i;
const modifyLikely =
  /^(?:mov(?:e|ing)|push|shift|chang(?:e|ing)|bring|bump|extend|update|edit|switch|swap|advance|adjust|make|set|turn|put|pull|add|invite|include|remove|start|retitle|call|mark)\b/i;
const modifyState =
  /\b(?:(?:is|was|has been|have been|got|has|needs to be|should be|must be) )(?:moved|re-?scheduled|pushed(?: back)?|postponed|delayed|changed|shifted)\b|\bis (?:now|actually) (?=at|on|from|\uE000)|\bnow (?:starts|is|begins)\b|\bshould (?:be|start|begin) (?=at|on|\d)/i;

const createSaid =
  /^(?:schedul(?:e|ing)|add(?:ing)?|create|book(?! (?:club|fair|report|group|reading|signing|week)\b)|plan|set up|arrange|organi[sz]e|enter|block(?: off| out| time)?(?! party)|reserve|save the date(?: for)?|remind (?:me|us)(?: to| about| of| that)?|insert|log|new|put|pencil in|sign \p{L}+ up for|find (?:a )?(?:time|slot|some time)(?: for| to)?|note)\b(?! year)/iu;
const createObject =
  /^ ?(?:(?:in|down) )?(?:(?:an?|the|some|another|new|one) )*(?:(?:new|calendar|recurring|one-off|quick) )*(?:(?:event|entry|reminder|meeting called)\b(?: called| named| titled| for| about| to| that)?(?: it)?:? ?)?/i;
const having =
  /^(?:there(?:'s| is| are|'ll be| will be)|i(?:'ve got|'ve| have got| have| need| got)|we(?:'ve got|'ve| have got| have| need| got| are having|'re having|'re going to| are going to)|i(?:'m| am)(?: going to)?|having|have|do)\b(?: to go to| to| an?| the| our)* ?/i;
const calendarTail = /,? ?\b(?:to|on|in|into|onto) (?:the|my|our) (?:calendar|schedule|agenda|diary)\b/i;

/** Takes greetings and polite phrases out of the text, up to six in a row. */
export function takeFrames(text: RequestText): void {
  text.take(thanks);
  for (let round = 0; round < 6; round += 1) {
    const before = text.rest;
    takeAtStart(text, openers);
    takeAtStart(text, polite);
    if (text.rest === before) return;
  }
}

/** Takes a match at the start of the remaining text. */
function takeAtStart(text: RequestText, pattern: RegExp): RegExpExecArray | null {
  const offset = /^[\uE000 ,.!:-]*/u.exec(text.rest)?.[0].length ?? 0;
  const match = pattern.exec(text.rest.slice(offset));
  if (match === null || match.index !== 0 || match[0] === "") return null;
  text.blank(offset, match[0].length);
  return match;
}

/** Reads the intent and takes the verb out of the text. Polite phrases must be taken out first. */
export function readIntent(text: RequestText, typed: string): Intent {
  const start = text.rest.replace(/^[\uE000 ,.!:-]+/u, "");
  const intent = (eventType: Intent["eventType"], strength: Intent["strength"], verb = ""): Intent => ({
    eventType,
    strength,
    verb: verb.trim().toLowerCase(),
  });
  if (question.test(start) || canName.test(start) || scheduleFor.test(start)) return intent("query", "explicit");
  const cancel = takeAtStart(text, cancelSaid) ?? text.take(cancelState);
  if (cancel !== null) {
    text.take(offCalendar);
    return intent("cancel", "explicit", cancel[0]);
  }
  const modify = takeAtStart(text, modifySaid) ?? text.take(modifyState);
  if (modify !== null) return intent("modify", "explicit", modify[0]);
  const couldCancel = cancelLikely.exec(start);
  const couldModify = modifyLikely.exec(start);
  const isAddition = /^(?:add|put|set)\b|^remove .+ from /i.test(start);
  if (couldModify !== null && (couldCancel === null || isAddition)) return intent("modify", "likely", couldModify[0]);
  if (couldCancel !== null) return intent("cancel", "likely", couldCancel[0]);
  if (/\?\s*$/.test(typed) && !createSaid.test(start)) return intent("query", "likely");
  return createSaid.test(start) ? intent("create", "explicit") : intent("create", "implied");
}

/** Takes the verb of a `likely` intent, after the calendar has confirmed it. */
export function takeVerb(text: RequestText): void {
  const verb = takeAtStart(text, cancelLikely) ?? takeAtStart(text, modifyLikely);
  if (verb !== null) text.take(offCalendar);
}

/** Takes the introduction of a new event: "schedule a", "I have", "add … to the calendar". */
export function takeCreateFrame(text: RequestText): {
  readonly hasVerb: boolean;
  readonly bySpeaker: boolean;
  readonly byAll: boolean;
} {
  text.take(calendarTail);
  const verb = takeAtStart(text, createSaid);
  if (verb !== null) {
    takeAtStart(text, createObject);
    const forMe = /^remind me\b/i.test(verb[0]);
    return { hasVerb: true, bySpeaker: forMe, byAll: /^remind us\b/i.test(verb[0]) };
  }
  const have = takeAtStart(text, having);
  return {
    hasVerb: have !== null,
    bySpeaker: have !== null && /^i\b/i.test(have[0]),
    byAll: have !== null && /^we\b/i.test(have[0]),
  };
}
