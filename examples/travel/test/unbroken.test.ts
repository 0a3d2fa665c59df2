import { expect, test } from "vitest";
import { unbroken } from "../src/domain/unbroken.ts";

// An underscore stands for a space at which no line may break.
test.each([
  ["2_nights, 260_€ a night, 1.6_km from the center", "the number and its unit"],
  ["Fri_7_May_2027 to Mon_10_May_2027, 2_travelers", "a day"],
  ["X2_139, 1_h_20_min, direct, seats_1D and 1E", "a flight, its length, and a seat"],
  ["leaves 3_h_45_min later; 3_stars", "a difference"],
])("%j keeps %s on one line of a page", (text) => {
  expect(unbroken(text.replaceAll("_", " "))).toBe(text.replaceAll("_", "\u00A0"));
});
