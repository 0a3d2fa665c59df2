const values: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  "forty-five": 45,
  "forty five": 45,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  couple: 2,
  "a couple of": 2,
  "a couple": 2,
};

const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  last: -1,
};

/** Pattern source of a count: "3", "1.5", "two", "a couple of". */
export const COUNT =
  "(?:\\d{1,6}(?:[.,]\\d{1,2})?|a couple of|a couple|forty[- ]five|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|an?)";

/** Pattern source of a count with its separator: "2h" needs none, "an hour" needs a space. */
export const COUNT_OF = `(?:\\d{1,6}(?:[.,]\\d{1,2})?[- ]?|${COUNT}[- ])`;

/** Pattern source of an ordinal: "first", "2nd", "last". */
export const ORDINAL =
  "(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\\d{1,3}(?:st|nd|rd|th))";

/** Parses a match of `COUNT`; NaN for anything else. */
export const readCount = (text: string): number => values[text.toLowerCase()] ?? Number(text.replace(",", "."));

/** Parses a match of `ORDINAL`: 1 is the first, -1 the last; NaN for anything else. */
export const readOrdinal = (text: string): number =>
  ordinals[text.toLowerCase()] ?? Number(text.toLowerCase().replace(/(?:st|nd|rd|th)$/, ""));
