/** Spaces in `826 €`, `2 nights`, `1 h 20 min`, `Fri 7 May 2027`, `X2 139` and `seat 1A`, at which no line may break. */
const FIXED =
  /(?<=\d) (?=(?:€|km|h|min|stars?|nights?|rooms?|travelers?|stops?)(?![a-z])|[A-Z][a-z]{2} \d)|(?<=\d h|\bseats?|\b[A-Z][a-z]{2}|\b[A-Z][A-Z\d]) (?=\d)/g;

/** Text for a page, in which a number stays on one line with its unit. */
export const unbroken = (text: string): string => text.replaceAll(FIXED, "\u00A0");
