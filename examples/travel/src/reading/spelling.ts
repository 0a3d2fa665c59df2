import { MONTH, plainText, WEEKDAY } from "@tidemark/reading";

const DAY = "\\d{1,2}(?:st|nd|rd|th)?";
const TO = "(?:-|to|until|till?|thru|through)";

/** Spellings of words and dates that the readers do not take, and those that they take. */
const SPELLINGS: readonly (readonly [pattern: string, plain: string])[] = [
  ["\\b(is|are|does|do|did|was|were|has|have|ca|wo|could|would|should|need)nt\\b", "$1n't"],
  ["\\b(what|that|there|where)s\\b", "$1's"],
  ["\\b(\\d) ?(?:a|adt)s?,? (\\d) ?(?:c|chd)s?\\b", "$1 adults $2 children"],
  ["\\b(\\d)(?=(?:ppl|pax|pers|people|adults?)\\b)", "$1 "],
  ["\\bw/ ?(?=[\\p{L}\\d])", "with "],
  ["(?<=\\d ?)nts\\b", "nights"],
  ["\\ba fortnight\\b", "two weeks"],
  ["\\bin exactly (?=\\w+ (?:days?|weeks?)\\b)", "in "],
  // "5.3.-8.3.", "5.-8.3." and "10.03.2027" are in the European order.
  ["(?<![\\d.,])(\\d{1,2})\\.(0?[1-9]|1[0-2])\\.(\\d{4})", "$1/$2/$3"],
  ["(?<![\\d.,:])(\\d{1,2})\\.(0[1-9]|1[0-2]) ?[-–] ?(\\d{1,2})\\.(0[1-9]|1[0-2])\\b\\.?", "$1/$2 - $3/$4"],
  ["(?<![\\d.,/])(\\d{1,2})\\.? ?[-–] ?(\\d{1,2})[./](\\d{1,2})\\.?(?![/\\d])", "$1/$3 - $2/$3"],
  [`(?<=\\d\\/\\d{1,2}|\\/\\d{4}|${MONTH}) ?[-–] ?(?=\\d)`, " - "],
  // "The 12. to the 16. of April", "between 3 and 7 March", "Sat 3 to Mon 5 March".
  [`(?<![\\d.,])(\\d{1,2})\\.(?= ?(?:[-–]|to\\b|(?:of )?${MONTH}))`, "$1"],
  [`\\b(?:the )?(${DAY}) of (?=${MONTH}\\b)`, "$1 "],
  [`\\bthe (?=${DAY} ?(?:${TO}|${MONTH})\\b)`, ""],
  [`\\b(${TO}) the (?=${DAY} ${MONTH}\\b)`, "$1 "],
  [`\\bbetween (?:the )?(${DAY}(?: ${MONTH})?) and (?:the )?(?=\\d)`, "$1 to "],
  [`\\b${WEEKDAY},? (?=${DAY} ?${TO} )`, ""],
  // "9 to 5 March" is wrong, and not from February.
  [`(?<![\\d/])\\b(${DAY}) ?${TO} ?(${DAY}) (?=(${MONTH})\\b)`, "$1 $3 to $2 "],
  // "Aug 3 thru Aug 12" and "August 3": the day before the month.
  [`\\b(${MONTH}) (${DAY}) ?${TO} ?(${MONTH}) (${DAY})\\b(?!:)`, "$2 $1 to $4 $3"],
  [`(?<!\\d(?:st|nd|rd|th)? ?)\\b(${MONTH}) (${DAY})\\b(?![.:]?\\d| ?${TO} ?(?:the )?\\d|,? \\d{4})`, "$2 $1"],
  // "8 March 2 adults", "March, 2 people": the number is not a part of the date.
  [`(?<=\\d(?:st|nd|rd|th)? )(${MONTH}),? (?=\\d{1,2}\\b(?! ?${TO}\\b))`, "$1; "],
  [`(?<=\\b${MONTH}),? (?=\\d{1,2} (?:people|persons?|pers|pax|ppl|adults?|nights?|days?|kids|friends)\\b)`, "; "],
  [`\\b(early|mid|late)[ -](?=${MONTH}\\b)`, "$1 in "],
  // "Sorry, January": a month alone is a month.
  [`(^|[,;] |\\b(?:sorry|no|then) )(?=${MONTH}(?:,? not\\b|[,.!]?$))`, "$1in "],
];
const PATTERNS = SPELLINGS.map(([pattern, plain]) => [new RegExp(pattern, "giu"), plain] as const);

/** One spelling of a message for the readers. */
export const spelled = (typed: string): string =>
  plainText(
    PATTERNS.reduce((text, [pattern, plain]) => text.replaceAll(pattern, plain), typed.replaceAll(/[·\s]+/gu, " ")),
  ).trim();

/** A weekday and the words for another one after it. */
export const WEEKDAY_AFTER = `(?:not (?:this|that)(?: one| weekend| ${WEEKDAY})?,? (?:but )?)?the (${WEEKDAY}|weekend) after(?: that| this)?(?=\\s*(?:$|[.,;!?]|instead))`;
