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

const MINUTES = { minute: 1, hour: 60, day: 1440, night: 1440, week: 10_080, month: 43_200, year: 525_600 };
const UNIT = "(?<unit>minutes?|mins?|m|hours?|hrs?|h|days?|nights?|weeks?|fortnights?|months?|years?)";
const WAYS = [
  ["later", /^(?:later|back)$/u],
  ["earlier", /^(?:earlier|sooner)$/u],
  ["longer", /^(?:longer|more|extra|additional)$/u],
  ["shorter", /^(?:shorter|less|fewer)$/u],
] as const;
const WAY = "later|back|earlier|sooner|longer|more|extra|additional|shorter|less|fewer";
const ROLE = "for|by|lasting|lasts?|takes?|duration(?: of)?|only|to|in|within|after|every|per|each";
const PATTERN = [
  `(?:(?<role>${ROLE})\\s+)?(?:(?<before>${WAY})\\s+(?:by\\s+)?)?(?:(?:about|around|only|exactly|the (?:next|first|last))\\s+)?`,
  // "5 o'clock" and "a m" are no amounts.
  `(?<count>${NUMBER}|)(?:\\s(?<more>more|extra|additional|less|fewer|full|whole))?(?<gap>[\\s-]?)${UNIT}`,
  `(?:,? ?(?:and )?(?:(?<half>a half)|(?<rest>\\d{1,2}) ?(?:minutes?|mins?|m)?))?`,
  `(?:\\s+(?<way>${WAY})|\\s+(?:long|in length))?(?!\\s+(?:ago|from|after|before|of|on \\p{L}+day)\\b)`,
].join("");

/**
 * Claims amounts of time that `accept` accepts, each with the word before it and the comparison beside it. "In two weeks", "a week from
 * Tuesday" and "an hour before" are points in time, and are left alone.
 */
export function readAmounts(sheet: Sheet, accept: (amount: Amount) => boolean = () => true): readonly Amount[] {
  const found: Amount[] = [];
  sheet.takeAll(PATTERN, ({ index, 0: text, groups = {} }) => {
    const { role = "", count = "", gap = "", before, more, way, half, rest } = groups;
    const name = groups["unit"]?.toLowerCase() ?? "";
    if (count === "" || (name.length === 1 && !/\d$/u.test(count)) || (/[a-z]$/iu.test(count) && gap === ""))
      return false;
    if (/^(?:in|within|after|every|per|each)$/iu.test(role)) return false;
    const unit = unitOf(name);
    if (rest !== undefined && unit !== "hour") return false;
    const value = numberOf(count) * (name.startsWith("fortnight") ? 2 : 1) + (half === undefined ? 0 : 0.5);
    const compared = [before, way, more]
      .find((word) => word !== undefined && !/full|whole/iu.test(word))
      ?.toLowerCase();
    const amount: Amount = {
      at: index,
      text,
      role: role.toLowerCase(),
      value: value + Number(rest ?? 0) / 60,
      unit,
      minutes: Math.round(value * MINUTES[unit] + Number(rest ?? 0)),
      way: compared === undefined ? null : (WAYS.find(([, words]) => words.test(compared))?.[0] ?? null),
    };
    return accept(amount) && found.push(amount) > 0;
  });
  return found;
}

function unitOf(name: string): Amount["unit"] {
  if (name.startsWith("fortnight")) return "week";
  if (/^m(?:in|$)/u.test(name)) return "minute";
  if (name.startsWith("h")) return "hour";
  return (["day", "night", "week", "month", "year"] as const).find((unit) => name.startsWith(unit)) ?? "day";
}
