import { describe, expect, test } from "vitest";
import { linesOf } from "../../src/domain/page-lines.ts";
import { readPages } from "../../src/domain/read-pages.ts";

const at = (y: number, str: string, x = 56) => ({ str, x, y, height: 10, hasEOL: false });

describe("linesOf", () => {
  test("joins text at the same height, and adds an empty line at a wide gap", () => {
    expect(
      linesOf([at(760, "Money "), at(760, "matters", 90), at(746, "a lot."), at(718, "Energy"), at(704, "too.")]),
    ).toBe("Money matters\na lot.\n\nEnergy\ntoo.");
  });

  test("starts a paragraph at the top of a column", () => {
    expect(linesOf([at(760, "Left"), at(746, "column."), at(760, "Right", 300), at(746, "column.", 300)])).toBe(
      "Left\ncolumn.\n\nRight\ncolumn.",
    );
  });

  test("returns an empty text for an empty page", () => {
    expect(linesOf([])).toBe("");
  });
});

describe("readPages", () => {
  test("creates a section with the page number for each page with text", () => {
    expect(readPages(["One.", "", "Three."]).map(({ page }) => page)).toEqual([1, 3]);
  });

  test("joins words that are hyphenated at the end of a line", () => {
    expect(readPages(["The light-\nhouse is\nold.\n\nYes."])[0]?.blocks.map(({ text }) => text)).toEqual([
      "The lighthouse is old.",
      "Yes.",
    ]);
  });
});
