/** Pattern of a month, and of a weekday. */
export const MONTH =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?";
export const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\\b";

/** Words without a wish. Negations, numbers and comparisons are not among them. */
const FILLER = new Set(
  (
    "a an the i i'd i'll i'm i've we we'd we'll we're us our my me mine you your it it's its there's that's this that these those there here is are am be was were been being do does did " +
    "have has had having will would could can may might should shall must let let's and of for in on at with to from by as then so but if when how about into until till back out " +
    "please pls dep thanks thank hello hi hey ok okay well now um uh erm hmm actually sorry oh yes sure great good fine nice perfect really very quite simply maybe perhaps instead rather " +
    "want wants wanted wanting hoping somewhere sometime wish like liked love need needs needed required incl looking look find search show give get getting take make put plan planning arrange organise organize suggest think thinking thought " +
    "go going goes gone come coming travel traveling travelling fly flying flight flights destination leave leaving depart departing depart start starting begin return returning arrive arriving visit visiting see spend spending stay staying stays head heading " +
    "trip trips journey vacation holiday holidays getaway break city cities town place hotel hotels room rooms accommodation ticket tickets seat seats itinerary tour date dates day days time times night nights week way some any something just " +
    "already what's change changed meant mean say said correction update switch set also too all together total altogether one ones same option choose pick"
  ).split(" "),
);

const COUNT = "\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const COUNTED =
  "(?:people|persons?|pers|pax|ppl|adults?|travel+ers|guests|passengers|of us|nights?|days?|weeks?|rooms?|kids|child|children|friends|men|women|couples?|stars?|students|seniors|euros?)\\b";
const DAY = "\\d{1,2}(?:st|nd|rd|th)?";

/** One spelling for several: of spaces, quotation marks and dashes, and of dates that chrono does not know. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[’‘`´]/g, "'"],
  [/[–—−→]/g, "-"],
  [/\b(is|are|does|do|did|was|were|has|have|ca|wo|could|would|should|need)nt\b/gi, "$1n't"],
  [/\b(what|that|there|where)s\b/gi, "$1's"],
  [/\b(\d) ?(?:a|adt)s?,? (\d) ?(?:c|chd)s?\b/gi, "$1 adults $2 children"],
  [/\b(\d)(?=(?:ppl|pax|pers|people|adults?)\b)/gi, "$1 "],
  [/\bin exactly (?=\w+ (?:days?|weeks?)\b)/gi, "in "],
  [/[·\s]+/g, " "],
  [/\b(?:till|til|thru|through|up to)(?= (?:the )?\w+day|(?: the)? \d)/gi, "to"],
  [/\bw\/ ?(?=\w)/gi, "with "],
  [/(?<=\d ?)nts\b/gi, "nights"],
  [
    new RegExp(`\\b(${MONTH}) (${DAY}) ?(?:-|to|until|thru|through|till?) ?(${MONTH}) (${DAY})\\b(?!:)`, "gi"),
    "$2 $1 to $4 $3",
  ],
  [
    new RegExp(
      `(?<!\\d(?:st|nd|rd|th)?\\.?(?: of)? ?)\\b(${MONTH}) (${DAY})\\b(?![.:]?\\d| ?(?:-|to\\b|until\\b) ?(?:the )?\\d|,? \\d{4})`,
      "gi",
    ),
    "$2 $1",
  ],
  // "5.3." and "5.-8.3." are in the European order.
  [/(?<![\d.,:])(\d{1,2})\.(0[1-9]|1[0-2]) ?- ?(\d{1,2})\.(0[1-9]|1[0-2])\b(?![.:]?\d)\.?/g, "$1/$2 - $3/$4"],
  [/(?<![\d.,])(\d{1,2})\.(0?[1-9]|1[0-2])\.(?!\d)/g, "$1/$2 "],
  [/(?<![\d.,/])(\d{1,2})\.? ?- ?(\d{1,2})\/(\d{1,2})(?!\/)/g, "$1/$3 - $2/$3"],
  [new RegExp(`(\\d\\/\\d{1,2}|\\.\\d{4}|${MONTH}) ?-(?=\\d)`, "gi"), "$1 - "],
  [new RegExp(`(?<![\\d.,])(\\d{1,2})\\.(?= ?(?:-|to\\b|(?:of )?${MONTH}))`, "gi"), "$1"],
  [new RegExp(`\\b(?:the )?(${DAY}) of (?=${MONTH})`, "gi"), "$1 "],
  [new RegExp(`\\bthe (?=${DAY} ?(?:-|to\\b|until\\b|${MONTH}))`, "gi"), ""],
  [new RegExp(`\\b((?:-|to|until) )the (?=${DAY} )`, "gi"), "$1"],
  [new RegExp(`\\bbetween (?:the )?(${DAY}(?: ${MONTH})?) and (?:the )?(?=\\d)`, "gi"), "$1 to "],
  [new RegExp(`\\b${WEEKDAY},? (?=${DAY} ?(?:-|to\\b|until\\b))`, "gi"), ""],
  [new RegExp(`\\b((?:-|to|until) ?)${WEEKDAY},? (?=${DAY} ${MONTH})`, "gi"), "$1"],
  [/\bof (?=may\b(?! \d))/gi, "in "],
  // "8 March 2 adults", "March, 2 people": the number is not a part of the date.
  [new RegExp(`(${MONTH}),? (?=(?:${COUNT})[ -]${COUNTED})`, "gi"), "$1; "],
  [new RegExp(`(\\d(?:st|nd|rd|th)? ${MONTH}),? (?=\\d{1,3}\\b(?! ?(?:-|to\\b)))`, "gi"), "$1; "],
];

/** Words of a message that one reader used. */
export interface Claim {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/**
 * A message whose words are claimed by the readers that use them. What nobody claims is named to the traveler.
 *
 * Readers search `rest`, in which claimed words are hidden, so no word is used twice.
 */
export class Message {
  /** Text with normalized spaces, dashes and apostrophes. */
  readonly text: string;
  /** Weekdays that stand before a day of the month, as in "Sat 6 March". */
  readonly weekdays: readonly { readonly weekday: string; readonly day: number }[];
  readonly claims: Claim[] = [];
  #rest: string;

  constructor(text: string) {
    this.weekdays = [
      ...text.toLowerCase().matchAll(new RegExp(`\\b(${WEEKDAY}),? (?:the )?(\\d{1,2})(?![\\d:])`, "g")),
    ].map(([, weekday = "", day]) => ({ weekday, day: Number(day) }));
    this.text = SPELLINGS.reduce(
      (written, [pattern, plain]) => written.replaceAll(pattern, plain),
      text.normalize("NFC"),
    ).trim();
    // A letter such as İ has a longer lower case; positions must stay the same.
    this.#rest = Array.from(this.text, (letter) => {
      const lower = letter.toLowerCase();
      return lower.length === letter.length ? lower : letter;
    }).join("");
  }

  /** Unclaimed text in lower case, as long as `text`. */
  get rest(): string {
    return this.#rest;
  }

  claim(start: number, end: number, by: string): void {
    this.claims.push({ start, end, by });
    this.#rest = this.#rest.slice(0, start) + "·".repeat(end - start) + this.#rest.slice(end);
  }

  /** Claims the first match of a pattern and returns it. */
  take(pattern: RegExp, by: string): RegExpExecArray | null {
    const match = pattern.exec(this.#rest);
    if (match !== null) this.claim(match.index, match.index + match[0].length, by);
    return match;
  }

  /** Claims every match of a pattern and returns them. */
  takeAll(pattern: RegExp, by: string): readonly RegExpExecArray[] {
    const found: RegExpExecArray[] = [];
    for (let match = this.take(pattern, by); match !== null && match[0] !== ""; match = this.take(pattern, by))
      found.push(match);
    return found;
  }

  /** Unclaimed words that carry a meaning, with their positions. */
  get unclaimed(): readonly { readonly word: string; readonly start: number; readonly end: number }[] {
    return [...this.#rest.matchAll(/[\p{L}\p{N}€$£%#&@+*][\p{L}\p{N}'€$£%.,*-]*(?<![.,'-])|[^\s·.,;:!?()"'/>-]/gu)]
      .map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }))
      .filter(({ word }) => !FILLER.has(word));
  }

  /** Unclaimed words as phrases of the original text, for "I did not understand …". */
  unread(): readonly string[] {
    const phrases: { start: number; end: number }[] = [];
    for (const { start, end } of this.unclaimed) {
      const last = phrases.at(-1);
      if (last !== undefined && /^[\p{L}\s'-]*$/u.test(this.#rest.slice(last.end, start))) last.end = end;
      else phrases.push({ start, end });
    }
    return phrases.map(({ start, end }) => {
      const words = this.text.slice(start, end);
      // A negation is named together with what it negates.
      const next = /\b(?:not|no|without|don't|won't|never|except|or)$/i.test(words)
        ? /^(?:\s+[^\s,.;!?]+){1,3}/.exec(this.text.slice(end))
        : null;
      return `${words}${next?.[0] ?? ""}`;
    });
  }
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Pattern of a number in digits or words. */
export const NUMBER = `(?:-?\\d{1,4}|minus \\d{1,3}|${NUMBERS.join("|")}|an?|another|both|half a dozen|a dozen|a couple of|a couple)`;
/** The same without the articles. */
export const PLAIN_NUMBER = NUMBER.replace("|an?|another", "");

/** Value of a number that matches `NUMBER`. */
export function numberOf(word: string): number {
  if (/^an?$|^another$/.test(word)) return 1;
  if (/^both$|^a couple/.test(word)) return 2;
  if (word.endsWith("a dozen")) return word === "a dozen" ? 12 : 6;
  if (word.startsWith("minus ")) return -Number(word.slice(6));
  const index = NUMBERS.indexOf(word);
  return index === -1 ? Number(word) : index;
}
