const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const HALVES = { half: 0.5, "half a": 0.5, "half an": 0.5, "a half": 0.5 };
const QUARTERS = { "a quarter of an": 0.25, "quarter of an": 0.25, "three quarters of an": 0.75 };
const OTHERS = { zero: 0, a: 1, an: 1, another: 1, "a couple of": 2, "a dozen": 12, fifteen: 15, "forty-five": 45 };
const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(HOURS.map((word, index) => [word, index + 1])),
  ...Object.fromEntries(TENS.map((word, index) => [word, index * 10 + 20])),
  ...HALVES,
  ...QUARTERS,
  ...OTHERS,
};

/** Pattern of the words for 1 to 12. */
export const HOUR_WORD = HOURS.join("|");

/** Pattern of a count in digits or words: "3", "1.5", "two", "half an", "a couple of". */
export const NUMBER = `(?:\\d+(?:[.,]\\d+)?|${Object.keys(VALUES)
  .toSorted((one, other) => other.length - one.length)
  .join("|")})`;

/** Value of a count that `NUMBER` matches. */
export const numberOf = (text: string): number => VALUES[text.toLowerCase()] ?? Number(text.replace(",", "."));
