import { expect, test } from "vitest";
import { impossibleTimes } from "../../../src/domain/language/impossible-times.ts";
import { context } from "./setting.ts";

test("lists impossible dates and times, as typed", () => {
  expect(impossibleTimes("dentist on February 30 at 10", context)).toEqual(["February 30"]);
  expect(impossibleTimes("move dentist to 2026-02-30 25:00", context)).toEqual(["2026-02-30", "25:00"]);
});

test("lists nothing for dates that exist", () => {
  expect(impossibleTimes("dentist on February 29 at 10, every other year until Dec 31", context)).toEqual([]);
});
