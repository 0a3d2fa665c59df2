import words from "../../data/words.json" with { type: "json" };

const MONTHS = words.months.split(" ");
const WRITTEN = new RegExp(String.raw`\b(?:(\d\d?)\.? )?(${MONTHS.join("|")}),? (?:(\d\d?),? )?((?:19|20)\d\d)\b`, "i");
const NUMERIC = /\b((?:19|20)\d\d)(?:-(\d\d))?(?:-(\d\d))?\b/;

/** Returns the first date of a text, such as "10 June 2026" or "2026-06", as a number that orders dates; null without one. */
export function dateIn(text: string): number | null {
  const [, day, month = "", dayAfter, year] = WRITTEN.exec(text) ?? [];
  if (year !== undefined) {
    const at = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase()) + 1;
    return Number(year) * 10_000 + at * 100 + Number(day ?? dayAfter ?? 0);
  }
  const [, numeric, monthNumber = 0, dayNumber = 0] = NUMERIC.exec(text) ?? [];
  return numeric === undefined ? null : Number(numeric) * 10_000 + Number(monthNumber) * 100 + Number(dayNumber);
}

/** Returns which of several dated things a question asks for: 1 for the newest one, -1 for the oldest one, and 0 for none. */
export function askedOrder(question: string): -1 | 0 | 1 {
  if (/\b(?:last|latest|newest|current|most recent)\b/i.test(question)) return 1;
  return /\b(?:first|earliest|oldest)\b/i.test(question) ? -1 : 0;
}
