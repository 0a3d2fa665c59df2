import words from "../../data/words.json" with { type: "json" };

const MONTH = String.raw`(?:(?:\d\d? )?(?:${words.months.replaceAll(" ", "|")}),? (?:\d\d?,? )?)?`;
const DATE = new RegExp(String.raw`\b${MONTH}(?:19|20)\d\d(?:-\d\d){0,2}\b`, "i");

/** Returns the time of the first date of a text, such as "10 June 2026" or "2026-06"; null without one. */
export function dateIn(text: string): number | null {
  const time = Date.parse(DATE.exec(text)?.[0] ?? "");
  return Number.isNaN(time) ? null : time;
}

/** Returns which of several dated things a question asks for: 1 for the newest one, -1 for the oldest one, and 0 for none. */
export function askedOrder(question: string): -1 | 0 | 1 {
  if (/\b(?:last|latest|newest|current|most recent)\b/i.test(question)) return 1;
  return /\b(?:first|earliest|oldest)\b/i.test(question) ? -1 : 0;
}
