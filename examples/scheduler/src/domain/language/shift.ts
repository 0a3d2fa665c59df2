import { CLOCK_LENGTH, readClockLength } from "./duration.ts";
import { COUNT, readCount } from "./number-words.ts";
import type { RequestText } from "./request-text.ts";

/** Change by an amount. */
export interface Shift {
  /** `start` moves the event, `length` changes its duration. */
  readonly of: "start" | "length";
  /** Minutes; negative is earlier or shorter. Null if the direction is ambiguous ("move it forward an hour"). */
  readonly minutes: number | null;
}

const AMOUNT = `(?:${CLOCK_LENGTH}|${COUNT} (?:days?|weeks?)\\b)`;
const pattern = (source: string): RegExp => new RegExp(source, "i");

const longer = pattern(`\\b(?:by )?(${AMOUNT}) (longer|shorter)\\b|\\b(longer|shorter) by (${AMOUNT})`);
const directed = pattern(
  `\\b(back|later|out|up|earlier|sooner|forward|ahead)(?: by)?(?: about)? (${AMOUNT})|\\b(?:by )?(${AMOUNT}) (later|earlier|sooner|back|forward|ahead|up)\\b`,
);
const byAmount = pattern(`\\bby (?:about )?(${AMOUNT})`);
const trailing = pattern(`(?<!\\b(?:to|for) )\\b(${AMOUNT})[ .!]*$`);

const laterVerb = /^(?:postpon|delay|push|put off|bump)/;
const longerVerb = /^(?:extend|prolong|lengthen)/;
const earlierVerb = /^(?:advance|bring|pull)/;

/** Takes "an hour later", "back 30 minutes", "by two days" or "30 minutes longer" out of the text. */
export function readShift(text: RequestText, verb: string): Shift | null {
  const changed = text.take(longer);
  if (changed !== null) {
    const sign = /longer/i.test(changed[2] ?? changed[3] ?? "") ? 1 : -1;
    return { of: "length", minutes: sign * amountOf(changed[1] ?? changed[4] ?? "") };
  }
  const moved = text.take(directed);
  if (moved !== null) {
    const direction = (moved[1] ?? moved[4] ?? "").toLowerCase();
    const amount = amountOf(moved[2] ?? moved[3] ?? "");
    const sign = signOf(direction, verb);
    return { of: "start", minutes: sign === null ? null : sign * amount };
  }
  const sizes = longerVerb.test(verb) || verb.startsWith("shorten");
  const moves = laterVerb.test(verb) || earlierVerb.test(verb);
  const by = text.take(byAmount) ?? (sizes || moves ? text.take(trailing) : null);
  if (by === null) return null;
  const amount = amountOf(by[1] ?? "");
  if (sizes) return { of: "length", minutes: verb.startsWith("shorten") ? -amount : amount };
  return { of: "start", minutes: moves ? (earlierVerb.test(verb) ? -amount : amount) : null };
}

/** "Forward" means earlier in "bring forward", but is ambiguous in "move forward", so the user is asked. */
function signOf(direction: string, verb: string): 1 | -1 | null {
  if (/^(?:back|later|out)$/.test(direction)) return 1;
  if (/^(?:up|earlier|sooner)$/.test(direction)) return -1;
  return earlierVerb.test(verb) ? -1 : null;
}

function amountOf(text: string): number {
  const days = new RegExp(`^(${COUNT}) (day|week)`, "i").exec(text);
  if (days === null) return bounded(readClockLength(text));
  return bounded(Math.round(readCount(days[1] ?? "")) * (days[2]?.toLowerCase() === "week" ? 7 : 1) * 1440);
}

const bounded = (minutes: number): number => (Number.isInteger(minutes) && minutes <= 366 * 1440 ? minutes : 0);
