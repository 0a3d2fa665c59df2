// cspell:ignore calender
import { literal } from "@tidemark/reading";
import type { Household } from "../household.ts";
import { namesOf } from "./names.ts";

/** Verbs that ask for an entry, after "you" or "I want". */
const WRITES =
  "add|put|write|note|enter|book|schedule|plan|make (?=an? (?:note|entry|event|appointment|reminder))|create|set up|arrange|pencil|stick|pop|jot|log|record|insert|block|reserve";
const IT = "(?:it|that|this|them)";
export const CALENDAR =
  "(?:in|into|on|onto|to) (?:(?:the|my|our|your) )?(?:family )?(?:calendar|calender|diary|agenda|schedule|planner)";
const WHO =
  "(?:they|we|i|he|she|it|that|this|who|the \\p{L}+|NAME)(?:'ll|'re|'m|'s| will| should| is| are| has to| have to| need to)?";
const ENDS =
  "(?:(?:be|get|come|go|gets|comes|drive|fly|head|is|are) )?(?:back|home)(?: home| again)?|return(?:s|ing)?|(?:be )?(?:over|done|finished|out|ready)|ends?|finish(?:es|ing)?|closes?|leaves? again";
const ABOUT = "(?:(?:at|by|around|about|approx\\.?|on|past 24:00,?|before|latest|say|roughly|until|till) )*";

const FILLER = "(?:ok(?:ay)?|so|u+m+|u+h+|er+m*|hm+|oh|yeah|hey)\\b[,. ]*";
const GREETING =
  "(?:good (?:morning|evening|afternoon|day)|hello|hi|hey|dear \\p{L}+)(?: (?:there|all|everyone))?(?=[,.!]|$)";
const THANKS = "[^\\d.!?,;]*\\b(?:hop(?:e|ing)|grateful|thanks?|appreciated?|trouble)\\b[^\\d.!?,;]*(?=[.!?,;]|$)";
const WISHES = "(?:you|(?:i|we)(?:'d| would)? (?:want|need|like))";
const MUST =
  "gonna|gotta|wanna|got to|(?:really |still )?(?:want|need|have|must|should|ought|would like|going|plan|planning)(?: to)?";

/** Wordings of a new event that say something about the request, or say a part of it in a separate clause, and what they mean. */
const CLAUSES: readonly (readonly [pattern: string, write: string])[] = [
  [`^(?:${FILLER})+(?=\\p{L}{2})`, ""],
  // A greeting, and other speech without a day or a number.
  [`(?:^|(?<=[.!?,;] ))(?:${GREETING}|${THANKS})[.!?,;]* *(?:but |and )?`, ""],
  [
    `[,.;]? *(?:and |so )?(?:please )?(?:can you |could you )?(?:${WRITES}|mark|save|remember) ${IT}(?: (?:in|down|up))?(?: ${CALENDAR})?(?: for (?:me|us))?(?: please)?(?= |[.!?,]|$)`,
    "",
  ],
  // "The school wrote that there is a parade", "I think".
  [
    "^(?:the|my|our) [\\p{L}' ]{2,30}? (?:has |have )?(?:just )?(?:wrote|written|says?|said|rang)(?: to say)?(?: that)? (?:there(?:'s| is) )?",
    "",
  ],
  ["(?:,? (?:and )?)?\\b(?:i|we) (?:think|believe|guess|gather|hear|heard|suppose|reckon|said)(?: that)?(?= )", ""],
  [` ${CALENDAR}(?: please)?(?= |[.!?,:]|$)`, ""],
  ["(?:[,.;] *(?:and )?| (?=can|could|please))(?:(?:can|could) you )?(?:please )?remind (?:me|us)\\W*$", ""],
  ["(?<=\\p{L}|\\d)(?<!\\b(?:you|to|please|and)) remind (?:me|us) (?:to|about|of|that)(?= )", ""],
  ["(?<=^put .+) down(?= (?:for|on|at|in)\\b|$)", ""],
  [
    `^[^\\d.!?:]*?\\b${WISHES}(?: (?!(?:${WRITES})\\b)\\p{L}+){0,3} (?:${WRITES})(?: (?:me|us)(?= (?:in|down|a|an|the)\\b))?(?: (?:in|down|up|out))?:? +(?=\\p{L}|["'])`,
    "add ",
  ],
  [`^(?!have NAME\\b)(?:i(?:'m| am)? |we(?:'re| are)? )?(?:${MUST}) +(?=[\\p{L}\\d])`, "SUBJECT have "],
  ["^(?:can|could|would|will) (?=(?:NAME|someone|somebody|we|i)\\b)", ""],
  // The end in a separate clause: "they'll be back about 6", "and return 13:45".
  [
    `(?<=.{12})(?:[,;.(-]+ ?(?:(?:and|then|until|till) )*|(?: (?:and|then|until|till))+ |(?= ${WHO} ))(?: ?(?:${WHO}) )?(?:${ENDS}) ${ABOUT}(?=\\d)`,
    " SELFuntil ",
  ],
];

interface Plain {
  readonly text: string;
  /** Member who says to be the speaker. */
  readonly speaker: string | null;
  /** Clauses that were taken as the end of the event. */
  readonly assumed: readonly string[];
}

/** A new event in plain words: without speech around it, and with one wording for what a separate clause says. */
export function plainClauses(text: string, household: Household): Plain {
  const names = namesOf(household);
  const name = `(?:${[...names.keys()].map(literal).join("|")})`;
  const [said, one, other] = new RegExp(`^(?:(?:it'?s|this is) (${name})(?: here)?|(${name}) here)[,.!:] *`, "iu").exec(
    text,
  ) ?? [""];
  let plain = text.slice(said.length);
  const assumed: string[] = [];
  for (const [pattern, write] of CLAUSES)
    plain = plain.replaceAll(new RegExp(pattern.replaceAll("NAME", name), "giu"), (found) => {
      if (write.includes("until")) assumed.push(`"${found.replaceAll(/^[\s,;.(-]+|\s+$/gu, "")}" as its end`);
      return write
        .replace("SUBJECT", /^we/iu.test(found) ? "we" : "i")
        .replace("SELF", /\bi(?:'ll|'m)?\b/iu.test(found) ? "with me " : "");
    });
  // "No club on 23 December", of a club.
  plain = plain.replaceAll(/,? (?:but )?no (\p{L}+)(?= (?:on|in) )/giu, (found, word: string, at: number) =>
    new RegExp(`\\b${word}`, "iu").test(plain.slice(0, at)) ? " except" : found,
  );
  const [speaker = null] = names.get((one ?? other ?? "").toLowerCase())?.ids ?? [];
  return { text: plain.trim(), speaker, assumed };
}
