const WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(WORDS.map((word, index) => [word, index + 1])),
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  "forty-five": 45,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};
const number = (word: string): string => String(NUMBERS[word.toLowerCase()] ?? word);

/** Hour and minutes of "ten to four", as a clock shows them. */
function clock(minutes: number, hour: string): string {
  const total = (Number(number(hour)) * 60 + minutes + 720) % 720;
  return `${Math.floor(total / 60) || 12}:${String(total % 60).padStart(2, "0")}`;
}

const HOUR = `(\\d{1,2}|${WORDS.join("|")})(?![\\p{L}\\p{N}:])`;
const WORD = `(${WORDS.join("|")})(?![\\p{L}-])`;
const UNIT =
  "[ -](?:hours?|hrs?|minutes?|mins?|days?|weeks?|months?|years?|times|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\\b";
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(
    " ",
  );
const ordinal = (word: string): string => `${ORDINALS.indexOf(word.toLowerCase()) + 1}th`;
/** What can follow an hour in words: "at one point" is not a time. */
const AFTER_HOUR =
  "(?= *(?:$|[^\\p{L} ]|(?:to|till|until|and|on|for|in|with|every|instead|tomorrow|today|tonight|\\p{L}+day)\\b))";

type Rewrite = readonly [pattern: string, write: string | ((...groups: string[]) => string)];

/** Everyday wordings of times and lengths, and what they are rewritten to for the readers. */
const REWRITES: readonly Rewrite[] = [
  ["would you mind (shift|push|cancel|add|book|extend|shorten)ing\\b", "$1"],
  [
    "would you mind (moving|changing|rescheduling|postponing|deleting|removing|making)\\b",
    (verb) => verb.replace(/ing$/iu, "e"),
  ],
  ["((?:please )?(?:can|could|would|will) (?:we|you)\\b.*)\\?", "$1"],
  // "We can't make the concert, please take it off the calendar" says one thing twice.
  [
    "((?:we (?:can't|cannot|won't|aren't|are not)|.+ is (?:finished|over|done|off|cancel+ed))\\b.*?)(?:[,.;]| so| and)? (?:please |pls )?(?:take|remove|delete|cancel)( all of)? (?:it|them)(?: (?:off|from)(?: (?:the|our|my) calendar)?)?[.!]*$",
    (said, all) => `${said}${all && " all"}`,
  ],
  // Short forms.
  ["gonna\\b", "going to"],
  ["thru\\b", "through"],
  ["(who|what|when|where)s\\b", "$1's"],
  // "'s got" has, and "back at 4" ends.
  ["(?<=\\p{L})'s (?=got\\b|having\\b)", " has "],
  ["(?<=\\p{L})'s (?=coming\\b|going\\b|joining\\b|doing\\b)", " is "],
  ["(?:has|have|there is|there's) no (school|kindergarten|nursery|daycare)\\b", '"No $1"'],
  [
    "(?:(?<=^|, ?(?:and )?|\\band )(?:(?:s?he|it|they|i|we) ?)?(?:(?:'ll|'s|is|are|will) )?|(?<=\\p{L} )(?:is|are|will) )(?:be |come |comes |get |gets )?(?:(?:it|him|her|them) )?(?:back(?: home)?|(?<=(?:are|is|be|comes?|gets?) )home|done|finished|gone)(?= (?:at|by|about|around|until|on|mon|tue|wed|thu|fri|sat|sun|tomorrow))(?: (?:by|until|about|around|on|at))*\\b",
    "until",
  ],
  ["x-?mas\\b", "Christmas"],
  ["b-?day\\b", "birthday"],
  ["(?:smth|sth)\\b", "something"],
  ["nvm\\b", "never mind"],
  ["this (?=(?:morning|afternoon|evening)\\b(?! of\\b))", "today in the "],
  ["first(?= (?:day )?(?:of|in) (?:every|each|the) month)", "1st"],
  ["tom{1,2}or{1,2}ow\\b", "tomorrow"],
  ["up (?:to and including|until|till)\\b", "until"],
  // "The fifth of May" and "the thirtieth" are dates; "the second one" chooses.
  [
    `(?<=the )(${ORDINALS.slice(0, 10).join("|")})(?= (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))`,
    ordinal,
  ],
  [`(?<=the )(${ORDINALS.slice(10).join("|")})\\b(?! (?:time|one|\\p{L}+day)\\b)`, ordinal],
  ["half (?:an )?hour(?! and)", "30 minutes"],
  ["three[- ]quarters of an hour", "45 minutes"],
  ["(?:a )?quarter of an hour", "15 minutes"],
  ["(?:an?|one) hour and a half", "1.5 hours"],
  [`${WORD} and a half hours`, (count) => `${number(count)}.5 hours`],
  [`half[- ](?:past[- ])?${HOUR}`, (hour) => clock(30, hour)],
  [`(?:a )?quarter (past|after|to|before) ${HOUR}`, (way, hour) => clock(/^[pa]/iu.test(way) ? 15 : -15, hour)],
  [
    `(five|ten|twenty|\\d{1,2} minutes|5|10|20)(?: minutes)? (past|(?<!\\d )to) ${HOUR}`,
    (count, way, hour) => clock(Number.parseInt(number(count), 10) * (way === "to" ? -1 : 1), hour),
  ],
  [
    `${WORD} (fifteen|twenty|thirty|forty-five|forty|fifty)(?![\\p{L}-]|${UNIT})`,
    (hour, minutes) => `${number(hour)}:${number(minutes)}`,
  ],
  [
    // "December 12 in the evening" and "a table for 6 in the evening" name no hour.
    `(?<!(?:for|the|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.? |/)(1[0-2]|0?[1-9]|${WORDS.join("|")})(?:[:.](00|1[3-9]|[2-5]\\d))? (?:in the|at) (morning|afternoon|evening|night)\\b`,
    (hour, minutes, part) =>
      `${number(hour)}${minutes && ":"}${minutes} ${/^m/iu.test(part) || (/^n/iu.test(part) && Number(number(hour)) % 12 < 6) ? "am" : "pm"}`,
  ],
  ["(?:12 )?(?:noon|midday)\\b", "12:00"],
  ["(?:12 )?midnight\\b", "24:00"],
  [`${WORD}(?= ?(?:o'?clock|[ap]\\.?m\\b)|${UNIT}| (?:to|till|until) \\d)`, number],
  [`(fifteen|twenty|thirty|forty-five|forty|fifty|sixty|ninety)(?=${UNIT})`, number],
  [
    `(?<=\\b(?:at|from|until|till|to|by|before|after|around|between|between [a-z\\d]+ and|past|instead of) )${WORD}${AFTER_HOUR}`,
    number,
  ],
  // "16h30", "19 Uhr", "kl. 8.30": clocks of 24 hours. "3h" is a length.
  ["kl\\.? ?(?=\\d)", "at "],
  ["(\\d{1,2}) ?(?:uhr|u)(\\d{2})?\\b", (hour, minutes) => `${hour}:${minutes || "00"}`],
  ["(\\d{1,2})[:.]([0-5]\\d) ?h\\b", "$1:$2"],
  [
    "(\\d{1,2})h([0-5]\\d)\\b",
    (hour, minutes) => (Number(hour) > 6 ? `${hour}:${minutes}` : `${hour} hours ${minutes} minutes`),
  ],
  ["(?<!for |lasts |takes )([7-9]|1\\d|2[0-4])h\\b", "$1:00"],
  // A date such as "5.12." keeps its dots; "16.30", "at 9.15" and "6.30pm" are times.
  ["(?<=(?:at|from|to|until|till|around|by|-) ?)(\\d{1,2})\\.([0-5]\\d)(?![.\\d])", "$1:$2"],
  ["(\\d{1,2})\\.([0-5]\\d)(?= ?[ap]\\.?m\\b)", "$1:$2"],
  ["([01]?\\d|2[0-4])\\.(00|1[3-9]|[2-5]\\d)(?![.\\d]| ?hours?)", "$1:$2"],
  ["([01]\\d|2[0-3])([0-5]\\d) ?- ?([01]\\d|2[0-3])([0-5]\\d)(?!\\d)", "$1:$2-$3:$4"],
  // "9.-11. December": the dot of an ordinal number.
  ["(\\d{1,2})\\.(?= ?(?:-|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))", "$1"],
  ["w/", "with "],
  // Smileys, and what closes a message.
  [
    "(?<=\\S[ ,.!]+)(?:(?::-?[()DP]|\\p{Extended_Pictographic}\uFE0F?|(?:lol|ha(?:ha)+|pls|plz|please|btw|thanks|thx|cheers)\\b)[ ,.!]*)+(?=\\??$)",
    "",
  ],
  // Short forms that chrono does not read.
  ["tues\\b\\.?", "Tuesday"],
  ["weds\\b\\.?", "Wednesday"],
];
const PATTERNS = REWRITES.map(([pattern, write]) => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}.:])${pattern}`, "giu"),
  write,
}));

/** Rewrites typographic characters, and everyday wordings of times and lengths, to the forms that the readers take. */
export function plainText(typed: string): string {
  let text = typed
    .normalize("NFC")
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
  return text.trim();
}
