import { WEEKDAY } from "./calendar-days.ts";
import { HOUR_WORD, numberOf } from "./numbers.ts";

/** Hour and minutes of "ten to four", as a clock shows them. */
function clock(minutes: number, hour: string): string {
  const total = (numberOf(hour) * 60 + minutes + 720) % 720;
  return `${Math.floor(total / 60) || 12}:${String(total % 60).padStart(2, "0")}`;
}

const HOUR = `(\\d{1,2}|${HOUR_WORD})(?![\\p{L}\\p{N}:])`;
const WORD = `(${HOUR_WORD})(?![\\p{L}-])`;
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");

type Rewrite = readonly [pattern: string, write: string | ((...groups: string[]) => string)];

/** Wordings of times and dates, and what they are rewritten to for the readers. */
const REWRITES: readonly Rewrite[] = [
  ["rather than\\b", "instead of"],
  ["(until|till?|to|from|at) (?:about|around|roughly|approximately) (?=\\d|(?:" + HOUR_WORD + ")\\b)", "$1 "],
  // "Monday the seventh", "on the fourth" and "the first of December".
  [
    `(?<=(?:${WEEKDAY},?|on) )the (${ORDINALS.join("|")})(?=,? at\\b|[.,;!?]|$)|the (${ORDINALS.join("|")})(?= of ${MONTH})`,
    (one, other) => `the ${ORDINALS.indexOf((one || other || "").toLowerCase()) + 1}th`,
  ],
  ["every fortnight\\b|fortnightly\\b", "every second week"],
  ["everyday(?= (?:at|from|around)\\b|[.,!]|$)", "every day"],
  ["w/ ?(?=\\p{L})", "with "],
  [`(${MONTH}[a-z]*) the (\\d{1,2}(?:st|nd|rd|th))\\b`, "$1 $2"],
  ["tonite\\b|2nite\\b", "tonight"],
  ["b-?day\\b", "birthday"],
  ["the (week|month) coming\\b", "the coming $1"],
  ["(?:it's |is )?(?:over|finished) (?:at|by) (?=\\d)", "until "],
  ["nxt\\b", "next"],
  ["(?:tmrw?|tmw|tomo|2moro)\\b", "tomorrow"],
  ["(do|does|did|is|are|was|were|ca|could|wo|would|should|has|have)nt\\b", "$1n't"],
  [
    `(?:(?:for|during|over|in) )?(?:all|(?:the )?(?:whole|entire))(?: of)? (?=${MONTH}(?:\\p{L}*(?:y|ch|il|e|t|r))?\\b|(?:next|this) (?:week|month)\\b)`,
    "in ",
  ],
  // "Kl. 10.10" and "20-23 Uhr" are times.
  ["kl\\.? ?(\\d{1,2})(?:[.:]([0-5]\\d))?", (hour, minutes) => `at ${hour}:${minutes || "00"}`],
  ["(\\d{1,2})(?:[.:]([0-5]\\d))? ?uhr\\b", (hour, minutes) => `${hour}:${minutes || "00"}`],
  ["this (?=(?:morning|afternoon|evening)\\b(?! of\\b))", "today in the "],
  ["half[- ]past " + HOUR, (hour) => clock(30, hour)],
  [`half (?=(?:\\d|${HOUR_WORD}))${HOUR}(?! (?:hours?|days?|weeks?))`, (hour) => clock(30, hour)],
  [`(?:a )?quarter (past|after|to|before) ${HOUR}`, (way, hour) => clock(/^[pa]/iu.test(way) ? 15 : -15, hour)],
  [
    `(five|ten|twenty|5|10|20)(?: minutes)? (past|(?<!\\d )to) ${HOUR}`,
    (count, way, hour) => clock(numberOf(count) * (way === "to" ? -1 : 1), hour),
  ],
  [
    `${WORD} (fifteen|twenty|thirty|forty-five|forty|fifty)(?![\\p{L}-]|[ -](?:hours?|minutes?|mins?|days?|weeks?|months?|times))`,
    (hour, minutes) => `${numberOf(hour)}:${numberOf(minutes)}`,
  ],
  [
    // "December 12 in the evening" and "a table for 6 in the evening" name no hour.
    `(?<!(?:for|the|${MONTH}[a-z]*)\\.? |/)(1[0-2]|0?[1-9]|${HOUR_WORD})(?:[:.](00|1[3-9]|[2-5]\\d))? (?:in the|at) (morning|afternoon|evening|night)\\b`,
    (hour, minutes, part) => {
      const isEarly = /^m/iu.test(part) || (/^n/iu.test(part) && numberOf(hour) % 12 < 6);
      return `${numberOf(hour)}${minutes && ":"}${minutes} ${isEarly ? "am" : "pm"}`;
    },
  ],
  ["(?:12 )?(?:noon|midday)\\b", "12:00"],
  ["(?:12 )?midnight\\b", "24:00"],
  [
    // "At one point" is not a time.
    `(?<=\\b(?:at|from|until|till|to|before|after|around|between|between [a-z\\d]+ and|say) )${WORD}(?= *(?:$|[^\\p{L} ]|(?:to|till|until|and|on|for|in|at|with|each|every|instead|s?he|they|we|i|tomorrow|today|tonight|\\p{L}+day)\\b))`,
    (hour) => String(numberOf(hour)),
  ],
  [`${WORD}(?= ?(?:o'?clock|[ap]\\.?m\\b)| (?:to|till|until) \\d)`, (hour) => String(numberOf(hour))],
  ["(?<=\\bon (?:the )?)(\\d{1,2})\\.(0?[1-9]|1[0-2])(?![.:\\d])", "$1/$2"],
  ["(\\d{1,2})\\.(0?[1-9]|1[0-2])(?=,? at \\d)", "$1/$2"],
  ["((?:every|any)(?:one|body)|all of us|the (?:whole )?family) (?:but|other than)(?! not\\b)", "$1 except"],
  ["apart from", "except"],
  ["tues\\b\\.?", "Tuesday"],
  ["weds\\b\\.?", "Wednesday"],
  // "16h30", "16:30h", "16.30", "at 9.15", "6.30pm" and "1600-1730" are clocks.
  ["(\\d{1,2})[:.]([0-5]\\d) ?h\\b", "$1:$2"],
  ["([7-9]|1\\d|2[0-4])[hu]([0-5]\\d)\\b", "$1:$2"],
  ["(?<!for |lasts |takes )([7-9]|1\\d|2[0-4])h\\b", "$1:00"],
  ["(?<=(?:at|from|to|until|till|around|by|-) ?)(\\d{1,2})\\.([0-5]\\d)(?![.\\d])", "$1:$2"],
  ["(\\d{1,2})\\.([0-5]\\d)(?= ?[ap]\\.?m\\b)", "$1:$2"],
  ["([01]?\\d|2[0-4])\\.(00|1[3-9]|[2-5]\\d)(?!\\.?\\d| ?(?:hours?|hrs?))", "$1:$2"],
  ["([01]\\d|2[0-3])([0-5]\\d) ?- ?([01]\\d|2[0-3])([0-5]\\d)(?!\\d)", "$1:$2-$3:$4"],
  // "0830" is a clock, and "2027" a year.
  [
    "(?<!\\b(?:for|of|under|over|below|above|about|around|max|budget|than|spend|costs?|up to) )(?!20[2-4])([01]\\d|2[0-3])([0-5][05])(?![\\d/:-]|\\.\\d|\\p{L}| ?(?:kr|euros?|dkk|€|people|guests|steps)\\b)",
    "$1:$2",
  ],
  [`(?<=(?:${WEEKDAY}|at|is|from|to|till|until) |-)([1-9])([0-5][05])(?![\\d/:-]|\\.\\d|\\p{L})`, "$1:$2"],
  ["(?<!(?:at|until|till|to|from|by|before|after) |-)(\\d{1,2}) ?-?ish\\b", "at $1"],
  [`(?<=${WEEKDAY},? )([7-9]|1\\d|2[0-3])\\.(05|10)(?!\\.|\\d)`, "$1:$2"],
  // "5.12.", "24.12.-2.1." and "9.-11. December" are dates.
  ["(\\d{1,2})\\.(0?[1-9]|1[0-2])\\.(?!\\d)", "$1/$2"],
  ["(\\d{1,2}/\\d{1,2}) ?- ?(?=\\d{1,2}/\\d)", "$1 - "],
  [`(\\d{1,2})\\.(?= ?(?:-|${MONTH}))`, "$1"],
];
const PATTERNS = REWRITES.map(([pattern, write]) => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}.:])${pattern}`, "giu"),
  write,
}));

/** Rewrites typographic characters, and wordings of times and dates ("half past four", "16h30", "24.12."), to the forms that the readers take. */
export function plainText(typed: string): string {
  let text = typed
    .normalize("NFC")
    .replaceAll(/\s*\n\s*/gu, "; ")
    .replaceAll(/[\p{Cc}\p{Zs}\uE000]/gu, " ")
    .replaceAll(/[’‘ʼ`´]/gu, "'")
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[‐-―−]/gu, "-")
    .trim();
  for (const { pattern, write } of PATTERNS)
    text =
      typeof write === "string"
        ? text.replaceAll(pattern, write)
        : text.replaceAll(pattern, (_, ...groups: unknown[]) =>
            write(...groups.slice(0, -2).map((group) => (typeof group === "string" ? group : ""))),
          );
  return text;
}
