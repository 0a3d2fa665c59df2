import { Temporal } from "temporal-polyfill";
import { dayPhrase, endOfMonth, MONTH, plusDays, readMonth, startOfWeek } from "./day-phrase.ts";
import type { DayContext, DayPhrase } from "./day-phrase.ts";
import { COUNT, readCount } from "./number-words.ts";
import type { RequestText } from "./request-text.ts";

type Match = RegExpExecArray;

interface Rule {
  readonly pattern: RegExp;
  readonly read: (match: Match, context: DayContext) => DayPhrase | null;
}

const pattern = (source: string): RegExp => new RegExp(source, "i");

const period = (match: Match, from: Temporal.PlainDate, to: Temporal.PlainDate): DayPhrase =>
  dayPhrase(match, from, { kind: "period", to, isWhole: true });

/** Resolves a month name to this year, or to next year if this year's month is over. */
function namedMonth(name: string, year: string | undefined, { today, forward }: DayContext): Temporal.PlainDate {
  const first = today.with({ month: readMonth(name), day: 1 });
  if (year !== undefined) return first.with({ year: Number(year) });
  return forward && Temporal.PlainDate.compare(endOfMonth(first), today) < 0 ? first.add({ years: 1 }) : first;
}

/** Annual days that people name without a date. */
const holidays: Readonly<Record<string, readonly [month: number, day: number]>> = {
  "christmas eve": [12, 24],
  "xmas eve": [12, 24],
  "christmas day": [12, 25],
  christmas: [12, 25],
  xmas: [12, 25],
  "boxing day": [12, 26],
  "new year's eve": [12, 31],
  "new years eve": [12, 31],
  "new year's day": [1, 1],
  "new years day": [1, 1],
  "new year": [1, 1],
  halloween: [10, 31],
  "valentine's day": [2, 14],
};

/** Phrases relative to today, in the order in which they are tried. */
const rules: readonly Rule[] = [
  {
    pattern: /\b(?:on )?(?:the )?day after tomorrow(?:'s)?\b/i,
    read: (match, { today }) => dayPhrase(match, plusDays(today, 2)),
  },
  {
    pattern: /\b(?:the )?day before yesterday\b/i,
    read: (match, { today }) => dayPhrase(match, plusDays(today, -2)),
  },
  {
    pattern: /\btomorrow(?:'s)?\b/i,
    read: (match, { today }) => dayPhrase(match, plusDays(today, 1)),
  },
  {
    // The part of the day stays in the text and is read as a time.
    pattern:
      /\b(?:later )?today(?:'s)?\b|\bthis (?=(?:early |late )?(?:morning|afternoon|evening)\b)|\bto(?=night\b)|\bstraight away\b/i,
    read: (match, { today }) => dayPhrase(match, today),
  },
  {
    pattern: /\b(?:yesterday(?:'s)?|last (?=night\b))/i,
    read: (match, { today }) => dayPhrase(match, plusDays(today, -1)),
  },
  {
    pattern: pattern(
      `\\b(?:in |over |within |during )?the next (${COUNT}|few) (day|week|month)s?\\b|\\bwithin (${COUNT}) (day|week|month)s?\\b`,
    ),
    read: (match, { today }) => {
      const count = /^few$/i.test(match[1] ?? "") ? 3 : readCount(match[1] ?? match[3] ?? "");
      const unit = (match[2] ?? match[4] ?? "day").toLowerCase();
      if (!(count >= 1 && count <= 520)) return null;
      const whole = Math.round(count);
      const length = unit === "month" ? { months: whole } : { days: unit === "week" ? 7 * whole : whole };
      return dayPhrase(match, today, { kind: "period", to: today.add(length) });
    },
  },
  {
    pattern: pattern(
      `\\bin (${COUNT}) (month|year)s?(?:' time)?\\b|\\b(${COUNT}) (month|year)s? from (?:now|today)\\b`,
    ),
    read: (match, { today }) => {
      const count = Math.round(readCount(match[1] ?? match[3] ?? ""));
      const isYears = (match[2] ?? match[4])?.toLowerCase() === "year";
      if (!(count >= 1 && count <= (isYears ? 20 : 240))) return null;
      return dayPhrase(match, today.add(isYears ? { years: count } : { months: count }));
    },
  },
  {
    pattern: /\b(?:on |at |over |for )?(this|next|the|last) weekend(?:'s)?\b/i,
    read: (match, { today }) => {
      const relative = (match[1] ?? "").toLowerCase();
      const weeks = relative === "next" ? 7 : relative === "last" ? -7 : 0;
      const saturday = plusDays(startOfWeek(today), 5 + weeks);
      return dayPhrase(match, saturday, { kind: "period", to: plusDays(saturday, 1) });
    },
  },
  {
    pattern:
      /\b(?:(?:at|by|before|towards?) )?(?:the )?(end|start|beginning|middle) of (?:the |this )?(next )?(week|month|year)\b/i,
    read: (match, { today }) => edgeOf(match, today),
  },
  {
    pattern: pattern(`\\b(?:(?:at|by|before|towards?) )?(?:the )?(end|start|beginning) of (${MONTH})(?: (\\d{4}))?`),
    read: (match, context) => {
      const first = namedMonth(match[2] ?? "", match[3], context);
      return dayPhrase(match, /^end$/i.test(match[1] ?? "") ? endOfMonth(first) : first);
    },
  },
  {
    pattern: pattern(`\\b(?:in )?(early|mid|late)[- ](${MONTH})(?: (\\d{4}))?`),
    read: (match, context) => {
      const first = namedMonth(match[2] ?? "", match[3], context);
      const third = (match[1] ?? "").toLowerCase();
      const from = third === "early" ? first : first.with({ day: third === "mid" ? 11 : 21 });
      return period(match, from, third === "late" ? endOfMonth(first) : plusDays(from, 9));
    },
  },
  {
    pattern: /\b(?:in |during )?(?:the )?week after next(?:'s)?\b/i,
    read: (match, { today }) => period(match, plusDays(startOfWeek(today), 14), plusDays(startOfWeek(today), 20)),
  },
  {
    pattern: /\b(?:in |during |for )?(?:the )?(this|next|last|coming) (week|month|year)(?:'s)?\b/i,
    read: (match, context) => relativePeriod(match, context),
  },
  {
    pattern: pattern(
      `\\b(?:on |at |over )?(?<=(?:on|at|until|till|before|by|through|except|for|over|after|what's on|is) )(${Object.keys(holidays).join("|")})(?:'s)?\\b(?! [a-z]*(?:party|dinner|lunch|shopping|cards?|tree|market))`,
    ),
    read: (match, { today }) => {
      const [month, day] = holidays[(match[1] ?? "").toLowerCase()] ?? [1, 1];
      const date = today.with({ month, day });
      return dayPhrase(match, Temporal.PlainDate.compare(date, today) < 0 ? date.add({ years: 1 }) : date);
    },
  },
];

function edgeOf(match: Match, today: Temporal.PlainDate): DayPhrase {
  const [, edge = "", next, unit = ""] = match;
  const isEnd = edge.toLowerCase() === "end";
  const isMiddle = edge.toLowerCase() === "middle";
  const ahead = next === undefined ? 0 : 1;
  if (unit.toLowerCase() === "week") {
    // The end of the week means Friday, the end of the working week.
    const monday = plusDays(startOfWeek(today), 7 * ahead);
    const friday = isEnd && ahead === 0 && today.dayOfWeek > 5 ? plusDays(monday, 6) : plusDays(monday, 4);
    return dayPhrase(match, isEnd ? friday : isMiddle ? plusDays(monday, 2) : monday);
  }
  if (unit.toLowerCase() === "year") {
    const first = today.add({ years: ahead }).with({ month: 1, day: 1 });
    return dayPhrase(match, isEnd ? first.with({ month: 12, day: 31 }) : first.with({ month: isMiddle ? 7 : 1 }));
  }
  const first = today.with({ day: 1 }).add({ months: ahead });
  return dayPhrase(match, isEnd ? endOfMonth(first) : isMiddle ? first.with({ day: 15 }) : first);
}

function relativePeriod(match: Match, { today, forward }: DayContext): DayPhrase {
  const relative = (match[1] ?? "").toLowerCase();
  const step = relative === "last" ? -1 : relative === "this" ? 0 : 1;
  const unit = (match[2] ?? "").toLowerCase();
  // The past part of the current week or month is useless for a plan, but a question can be about it.
  const clip = (from: Temporal.PlainDate): Temporal.PlainDate => (step === 0 && forward ? today : from);
  if (unit === "week") {
    const monday = plusDays(startOfWeek(today), 7 * step);
    return period(match, clip(monday), plusDays(monday, 6));
  }
  if (unit === "year") {
    const first = today.with({ month: 1, day: 1 }).add({ years: step });
    return period(match, clip(first), first.with({ month: 12, day: 31 }));
  }
  const first = today.with({ day: 1 }).add({ months: step });
  return period(match, clip(first), endOfMonth(first));
}

/** Reads days relative to today: "tomorrow", "this weekend", "next week", "the end of the month". */
export function readRelativeDays(text: RequestText, context: DayContext): DayPhrase[] {
  const found: DayPhrase[] = [];
  for (const rule of rules) {
    for (const match of text.takeAll(rule.pattern)) {
      const phrase = rule.read(match, context);
      if (phrase !== null) found.push(phrase);
    }
  }
  return found;
}
