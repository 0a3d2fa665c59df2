/** The parts of a rule by name: FREQ → WEEKLY, BYDAY → TU,TH. */
export type RuleParts = ReadonlyMap<string, string>;

/** Splits a rule that has no problem into its parts. */
export const readRule = (rule: string): RuleParts =>
  new Map(
    rule
      .toUpperCase()
      .split(";")
      .map((part) => {
        const [name = "", value = ""] = part.split("=");
        return [name, value] as const;
      }),
  );

/** True when a rule has no other parts than those named, and those that every step rule may have. */
export const hasOnly = (parts: RuleParts, ...names: readonly string[]): boolean =>
  [...parts.keys()].every((name) => ["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", ...names].includes(name));

/** Days since 1 January 1970 between which a rule is asked for its days, both included. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}

/** Lists the days of a rule that starts on `firstDay`, in order, without that day itself. */
export type DaysAfter = (firstDay: number, window: DayWindow) => Iterable<number>;

/** Monday first, as 0. */
export const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Day 0 is Thursday, 1 January 1970; Monday is 0. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
