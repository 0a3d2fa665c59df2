import { describe, expect, test } from "vitest";
import { citationParts } from "../../page/citations.ts";

describe("the citations of a message", () => {
  test("become links to their sources, in the text and at its end", () => {
    expect(citationParts("Skua seats ten. [1]\n\n[1] boats.md:12, Boats › Skua")).toEqual([
      "Skua seats ten. ",
      { label: "[1]", address: "source?ref=boats.md%3A12%2C%20Boats%20%E2%80%BA%20Skua#passage" },
      "\n\n",
      { label: "[1]", address: "source?ref=boats.md%3A12%2C%20Boats%20%E2%80%BA%20Skua#passage" },
      " boats.md:12, Boats › Skua",
    ]);
  });

  test("stay text without a source line", () => {
    expect(citationParts("A note [2].")).toEqual(["A note ", "[2]", "."]);
  });

  test("cannot lead anywhere else", () => {
    const [, link] = citationParts("[1] javascript:alert(1)");
    expect(link).toMatchObject({ address: `source?ref=${encodeURIComponent("javascript:alert(1)")}#passage` });
  });
});
