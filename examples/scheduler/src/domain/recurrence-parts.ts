/** Parts of a rule by name: FREQ → WEEKLY, BYDAY → TU,TH. */
export type RuleParts = ReadonlyMap<string, string>;

/** Splits a valid rule into its parts. */
export const readRule = (rule: string): RuleParts =>
  new Map(
    rule
      .toUpperCase()
      .split(";")
      .map((part): [string, string] => {
        const [name = "", value = ""] = part.split("=");
        return [name, value];
      }),
  );

/** True if a rule has no parts other than those named and those that every step rule may have. */
export const hasOnly = (parts: RuleParts, ...names: readonly string[]): boolean =>
  [...parts.keys()].every((name) => ["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", ...names].includes(name));

/** Range of days since 1 January 1970, both ends included. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}

/** Lists the days of a rule that starts on `firstDay`, in order, without that day. */
export type DaysAfter = (firstDay: number, window: DayWindow) => Iterable<number>;

/** Weekdays from Monday, which is 0. */
export const weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Weekday of a day; day 0 is Thursday, 1 January 1970, and Monday is 0. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
