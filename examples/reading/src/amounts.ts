import { NUMBER, numberOf } from "./numbers.ts";
import type { Part, Role, Sheet } from "./sheet.ts";

/** An amount of time, such as "45 minutes", "two nights" or "a week". */
export interface Amount extends Part, Role {
  readonly value: number;
  readonly unit: "minute" | "hour" | "day" | "night" | "week" | "month" | "year";
  /** Length in minutes; a month has 30 days. */
  readonly minutes: number;
  /** Comparison before or after the amount: "later", "longer", "more", … Null without one. */
  readonly way: "later" | "earlier" | "longer" | "shorter" | null;
}

const UNITS = [
  ["minute", "minutes?|mins?|m", 1],
  ["hour", "hours?|hrs?|h", 60],
  ["day", "days?", 1440],
  ["night", "nights?", 1440],
  ["week", "weeks?", 10_080],
  ["month", "months?", 43_200],
  ["year", "years?", 525_600],
] as const;
const UNIT = `(?:${UNITS.map(([unit, words]) => `(?<${unit}>${words})`).join("|")})`;
const WAYS = {
  later: "later|back",
  earlier: "earlier|sooner|early",
  longer: "longer|more|extra",
  shorter: "shorter|less|fewer",
};
const WAY = Object.values(WAYS).join("|");
const ROLE = "for|by|lasting|lasts?|takes?|duration(?: of)?|only|to|in|within|after|every|per|each";
const PATTERN = [
  `(?:(?<role>${ROLE})\\s+)?(?:(?<before>${WAY})\\s+(?:by\\s+)?)?(?:(?:about|around|only|exactly|the (?:next|first|last))\\s+)?`,
  `(?<count>${NUMBER})(?:\\s(?:full|whole|(?<more>more|extra|less|fewer)))?(?:(?<=\\d)|[\\s-])${UNIT}`,
  "(?: and (?<half>a half)|,? ?(?:and )?(?<rest>\\d{1,2}) ?(?:minutes?|mins?|m)|(?<=\\dh)(?<short>[0-5]\\d))?",
  `(?:\\s+(?<way>${WAY})|\\s+(?:long|in length))?`,
].join("");

const POINT = /^\s+(?:ago|after|before|from|of|on \p{L}+day)\b/iu;
const COMPARISONS = ["later", "earlier", "longer", "shorter"] as const;

/**
 * Claims amounts of time that `accept` accepts, each with the word before it and the comparison beside it. "In two weeks", "a week from
 * Tuesday" and "an hour before" are points in time, and are left alone.
 */
export function readAmounts(sheet: Sheet, accept: (amount: Amount) => boolean = () => true): readonly Amount[] {
  const found: Amount[] = [];
  sheet.takeAll(PATTERN, ({ index, 0: text, groups = {} }) => {
    const { role = "", count = "", half, short, rest = short } = groups;
    const [unit, , length] = UNITS.find(([name]) => groups[name] !== undefined) ?? UNITS[0];
    const after = sheet.text.slice(index + text.length);
    const isPoint = unit === "minute" || unit === "hour" ? /^\s+(?:ago|after|before)\b/iu : POINT;
    if (isPoint.test(after) || /^(?:in|within|after|every|per|each)$/iu.test(role)) return false;
    // "A m" and the minutes after "a day" are left alone.
    if ((groups[unit]?.length === 1 && !/\d$/u.test(count)) || (rest !== undefined && unit !== "hour")) return false;
    const value = numberOf(count) + (half === undefined ? 0 : 0.5);
    const compared = (groups["way"] ?? groups["before"] ?? groups["more"] ?? "").toLowerCase();
    const amount: Amount = {
      at: index,
      text,
      role: role.toLowerCase(),
      value: value + Number(rest ?? 0) / 60,
      unit,
      minutes: Math.round(value * length + Number(rest ?? 0)),
      way: COMPARISONS.find((way) => WAYS[way].split("|").includes(compared)) ?? null,
    };
    return accept(amount) && found.push(amount) > 0;
  });
  return found;
}
