import { Temporal } from "temporal-polyfill";

export const MONTH_NAMES =
  "January February March April May June July August September October November December".split(" ");
/** Pattern of a month in lower case. */
export const MONTH = `(?:${MONTH_NAMES.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?`.toLowerCase();
export const ORDINALS = ["first", "second", "third", "fourth", "last"];

export type Day = Temporal.PlainDate;

/** Returns a date; null for one that does not exist. */
export const dateOf = (year: number, month: number, day: number): Day | null => {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
  } catch {
    return null;
  }
};
