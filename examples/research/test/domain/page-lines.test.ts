import { describe, expect, test } from "vitest";
import { linesOf } from "../../src/domain/page-lines.ts";
import { splitPages } from "../../src/domain/split-pages.ts";

const at = (y: number, str: string, x = 56) => ({ str, x, y, height: 10, hasEOL: false });

describe("linesOf", () => {
  test("puts runs of one height together, and an empty line where the page leaves one", () => {
    expect(
      linesOf([at(760, "Money "), at(760, "matters", 90), at(746, "a lot."), at(718, "Energy"), at(704, "too.")]),
    ).toBe("Money matters\na lot.\n\nEnergy\ntoo.");
  });

  test("begins a paragraph where a column begins", () => {
    expect(linesOf([at(760, "Left"), at(746, "column."), at(760, "Right", 300), at(746, "column.", 300)])).toBe(
      "Left\ncolumn.\n\nRight\ncolumn.",
    );
  });

  test("has nothing to say of an empty page", () => {
    expect(linesOf([])).toBe("");
  });
});

describe("splitPages", () => {
  test("makes a section of each page that says something, with the page's number", () => {
    expect(splitPages(["One.", "", "Three."]).map(({ page }) => page)).toEqual([1, 3]);
  });

  test("makes a word whole that a line breaks", () => {
    expect(splitPages(["The light-\nhouse is\nold.\n\nYes."])[0]?.blocks.map(({ text }) => text)).toEqual([
      "The lighthouse is old.",
      "Yes.",
    ]);
  });
});
