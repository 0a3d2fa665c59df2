const WORDS: Readonly<Record<string, number>> = {
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
  forty: 40,
  "forty-five": 45,
  fifty: 50,
  ninety: 90,
  half: 0.5,
};

/** Pattern of a number in digits or words. */
export const NUMBER =
  "(?:\\d+(?:[.,]\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty-five|forty|fifty|ninety)";

/** Pattern of an hour in words. */
export const HOUR_WORD = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";

/** Value of a number in digits or words; NaN for other texts. */
export const numberOf = (text: string): number => WORDS[text.toLowerCase()] ?? Number(text.replace(",", "."));
