const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(HOURS.map((word, index) => [word, index + 1])),
  zero: 0,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  "forty-five": 45,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  a: 1,
  an: 1,
  another: 1,
  "a couple of": 2,
  "a dozen": 12,
  half: 0.5,
  "half a": 0.5,
  "half an": 0.5,
  "a half": 0.5,
  "a quarter of an": 0.25,
  "quarter of an": 0.25,
  "three quarters of an": 0.75,
};

/** Pattern of the words for 1 to 12. */
export const HOUR_WORD = HOURS.join("|");

/** Pattern of a count in digits or words: "3", "1.5", "two", "half an", "a couple of". */
export const NUMBER = `(?:\\d+(?:[.,]\\d+)?|${Object.keys(VALUES)
  .toSorted((one, other) => other.length - one.length)
  .join("|")})`;

/** Value of a count that `NUMBER` matches. */
export const numberOf = (text: string): number => VALUES[text.toLowerCase()] ?? Number(text.replace(",", "."));
