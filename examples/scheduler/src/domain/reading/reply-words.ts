// cspell:ignore told
import { literal } from "@tidemark/reading";
import type { Household } from "../household.ts";
import type { Request } from "../request.ts";
import { CHANGE_WORDS } from "./change-words.ts";
import { namesOf } from "./names.ts";

/** Words that mean nothing in a correction, or talk about the mistake. */
export const TALK = `${CHANGE_WORDS} yes yeah but better instead meant mean fact bad mistake fault error date title name change keep move push shift bring put set want prefer use who who's how about repeat repeats repeating add include invite leave drop scrap ditch lose remove drive drives driving forward join joins joining along more right correct wrong home thats its event week person best fine good enough long thing work works suit suits want stay staying course hear heard says say plans talking thinking kids they're takes lasting that's cancelled canceled changes lets let's said should it'll turns first leaves leaving actually rather`;
/** What people say when they notice a mistake, at the start or the end of what they say. */
const SORRY =
  "can't(?=[,.;])|(?:what|how) about|gosh|goodness|god|nope|nah|not quite|sorry|sry|soz|oops|whoops|ups|wait|hm+|a+h+|o+h+|u+h+|u+m+|er+m*|eh|ugh|actually|rather|well|yes|yeah|yep|ok|okay|please|pls|plz|thanks|thx|my mistake|silly me|hold on|hang on|of course|am i mad|oh dear|lol|hey|scratch that|correction|typo|change of plans?|my (?:bad|mistake|fault|error)|already";
/** Who speaks is not named by "I meant", and "wrong week" says only that something is wrong. */
const SPEECH =
  /\bi (?:just |really |only )?(?:meant|mean|said|prefer|want|need|think|hear|heard|see|saw)\b|\bi (?:got|had|wrote|typed|read|put) (?:that|it|this)(?: (?:all )?(?:wrong|mixed up))?\b|\bi'd (?:say|prefer)\b|\bi'm (?:talking|thinking)(?: about| of)?\b|\bmy (?:bad|mistake|fault|error)\b|\bwrong \p{L}+|\bnot (?:(?:in )?the )?(?:morning|afternoon|evening|night)\b|\bnot (?:this|that) one\b|\bafter all\b|\b(?:the )?(?:letter|school|teacher|e-?mail|note|website) (?:says|said|wrote)\b|\bnot (?:ours|mine|his|hers|yours|theirs|there|here)\b|\b(?:and )?not (?:just|only) (?:this|that|the) (?:one|week|time|\p{L}+day)\b|\b(?:s?he|they) (?:wrote|texted|called|rang|told)(?: me| us)?(?: just now| now)?\b|\bit should (?:say|read)\b|\b(?:that|it|[\d:]+(?: ?[ap]m)?)(?:'s| is) (?:a bit )?too (?:early|late|long|short|soon)\b[,;.]?|\bthe (?:day|date|time|hour) (?:yes|is (?:right|fine|good|ok|correct))\b/giu;

/** Beginning of a correction, which means nothing; "no" is a part of it, unless it denies what is asked: "no projector". */
export function leadOf({ participants, resources }: Request, household: Household): RegExp {
  const own = [...namesOf(household)].flatMap(([name, { ids }]) =>
    ids.some((id) => participants.includes(id) || resources.includes(id)) ? [literal(name)] : [],
  );
  const denied = `no(?! (?:end|longer|more|need|(?:the |our )?(?:${["\uE000", ...own].join("|")}))\\b)`;
  return new RegExp(`^(?:(?:${SORRY}|better|instead|${denied})(?![\\p{L}'])[\\s,.!-]*)+`, "iu");
}
/** "I gather" and "we hear" name nobody; "I'm going" and "we take" do. */
const OPINION =
  /\b(?:i|we)(?:'(?:m|ve|d|ll|re))?(?!['\p{L}])(?!(?: (?:will|can|also|am|are|have to|need to))* (?:go|going|come|coming|drive|driving|join|joining|take|taking|bring|bringing|do|does|need|pick|leave|leaving|stay|staying|be)\b)/giu;
const END = new RegExp(`(?:(?<!\\bas)[\\s,.!]+(?:${SORRY}))+[.!]*$`, "iu");
/** A text without the speech around what is meant. */
export const withoutSpeech = (text: string, lead: RegExp): string =>
  text
    .replace(lead, "")
    .replaceAll(SPEECH, " ")
    .replaceAll(OPINION, " ")
    .replace(END, "")
    .replaceAll(/(?:(?<=[.!?,] )|^\s*)(?:and |but )?(?:no|oh|sorry)\b[\s,]+(?=\d)/giu, "")
    .trim();

/** "5" alone is a time, and "an hour before" is earlier. */
export const withTimes = (text: string): string =>
  text
    .replaceAll(/\b(?:done|over|finished|out|back) (?:by|at) (?=\d+(?![\d ]*(?:min|h\b|hour|day|week)))/giu, "until ")
    .replaceAll(/(?<![\d.:])(\d{1,2}(?:[.:]\d\d)?(?: ?[ap]m)?) (?:finish|end)\b/giu, "until $1")
    .replace(/(?<=\b(?:at|in) .*),? not (?:at|in) [^,.;\d]+$/iu, "")
    .replace(
      /(?<=\d.*)[,; ]+(?:and )?(?:not|instead of) (?:at )?(?:\d{1,2}(?:[.:]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=[.,;!]|$)/iu,
      "",
    )
    .replace(
      /^((?:make (?:it|that)|(?:and |but )?not .+,|,|\s)*)(\d{1,2}(?:\s?(?:-|to)\s?\d{1,2})?)(?=[.!]*$|,| (?:actually|please|instead|then|rather|and|is|would be|works)\b)/iu,
      "$1at $2",
    )
    .replace(
      /((?:\b(?:say|but|rather|make (?:it|that)|shift it to|better)|\p{L},) )(\d{1,2}(?:[.:]\d\d)?)(?=[.!]*$)/iu,
      "$1at $2",
    )
    .replace(/(?<=\b(?:hours?|min(?:ute)?s?) )(before|after)(?=\W*$)/iu, (way) =>
      /b/iu.test(way) ? "earlier" : "later",
    )
    .replace(/\beach (?=(?:two|three|four|\d|other|second)\b)/iu, "every ");

/** Title and note, with their labels, up to the next wish. */
export const NAMED =
  /\b(?:call it|name it|titled|(?:re)?name it(?: to| as)?|(?:change |set )?(?:the )?(?:correct )?(?:title|name) (?:is|to|should be))\s+"?(.{1,60}?)"?(?=,? (?:and|but) (?:make|move|add|put|change|set|start|begin|at|on|it|invite)\b|(?: (?:instead|please|then|rather|too|also|as well))*[.!]*$)/iu;
export const NOTED =
  /(?:^|[,;.!?] *|\b(?:and|also) )(?:(?:please|pls|plz|also|and|can you|could you) )*(?:(?:add|put|make|leave|write|attach|include)(?: in)? )?(?:(?:an?|the|as a|with a|one more) )?(?:(?:note|comment|remark|memo)\b|(?<=(?:add|put|write|include) )(?=that\b))[\s:,-]*(?:(?:that|saying|says|to|for (?:me|us)|about|to say)\b[\s:]*)*(.+?)[.!]*$/iu;
export const PLACED =
  /\b(?:the )?(?:location|place|address|venue)(?: is| should be| to|:)+ (.+?)[.!]*$|\bat ((?:our|my|his|her|their|\p{L}+'s) (?:place|house|home))\b/iu;
/** What is to be done besides is a note: "bring cash". */
export const ERRAND =
  /^\W*(?:(?:and|also|but|we|you|they|he|she|i) |(?:have|has|need|needs|must|should) (?:to )?)*((?:bring|wear|pack|buy|pay|ask|take along|remember|(?:don't|do not) forget|make sure)\b.+?)[.!,;]*$/iu;

/** Who or what is asked about: a text that begins so is a correction. */
export const SUBJECT = /^\W*(?:he|she|it|they|that)(?:'s|'ll|'re)?\b/iu;
/** A clause that states something by itself: "they are closed on Fridays". */
export const STATES =
  /^\W*(?:(?:and|but|because|since|as|cos|so) )*(?:it|he|she|they|we|i|the \p{L}+|my \p{L}+|\p{Lu}?\p{L}+)(?:'s|'re|'m| is| are| am| has| have| was| were| can't| cannot| won't)(?= )/iu;
/** "Sam's taking her" says who takes part. */
export const TAKES_PART =
  /\b(?:takes?|taking|drives?|driving|comes?|coming|joins?|joining|brings?|bringing|goes|going)\b/iu;
/** "Emma only, Noah was there last month" gives a reason. */
export const PAST = /\b(?:was|were|had|did|went)\b.*\b(?:ago|yesterday|last (?:week|month|year))\b/iu;
/** "His grandma can't on Saturday" gives a reason. */
export const HINDERED =
  /\bneeds? (?:it|them)\b|\bcan't do\b|\b(?:can't|cannot|couldn't|won't|doesn't|isn't|is not|not) (?:make it |do |work |come |fit |possible |suit )?(?:on|at|in|for)\b/iu;
export const SKIP =
  /^\s*(?:leave (?:it|that|them) out|ignore (?:it|that|them)|without (?:it|that)|skip that)[.!]*\s*$/iu;
/** "Yes" does not say what to do with words that were not understood. */
export const BARE = /^\W*(?:yes|yeah|yep|y|ok|okay|sure|no)\W*$/iu;
export const THANKS = /^\s*(?:ok(?:ay)?,? )?(?:thanks|thank you|thx|ty)[.!]*\s*$/iu;
export const NEW =
  /^\W*(?:(?:yes|no),? )?(?:it's |it is |as )?(?:an? |the )?(?:new|another|first|1)(?: (?:one|event))?\W*$/iu;
export const CHANGE =
  /^\W*(?:(?:yes|no),? )?(?:it's |it is |as )?(?:an? |the )?(?:change(?: it| that| of .+| ".+")?|(?:existing|old|second|2)(?: one| event)?)\W*$/iu;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** Position that "2" or "the second one" names, from 0; -1 without one. */
export function positionIn(text: string): number {
  const [, digit, word = ""] = /^\W*(?:the )?(?:(?:number |no\.? |#)?(\d)|(\p{L}+))(?: one)?\W*$/iu.exec(text) ?? [];
  return digit === undefined ? ORDINALS.indexOf(word.toLowerCase()) : Number(digit) - 1;
}
