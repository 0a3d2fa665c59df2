import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitMarkdown } from "../../src/domain/split-markdown.ts";

const placed = (markdown: string) =>
  splitMarkdown(markdown).map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map(({ text }) => text).join(" | ")}`,
  );

describe("splitMarkdown", () => {
  test("puts what is said under the headings above it", () => {
    expect(placed("# Boats\n\nThree.\n\n## Skua\n\nLarge.\n\n# Birds\n\nMany.")).toEqual([
      "Boats: Three.",
      "Boats > Skua: Large.",
      "Birds: Many.",
    ]);
  });

  test("keeps words before the first heading, and leaves headings without words out", () => {
    expect(placed("Hello.\n\n# Empty\n\n# Full\n\nYes.")).toEqual([": Hello.", "Full: Yes."]);
  });

  test("makes list items and rows of tables blocks of their own", () => {
    expect(placed("- one\n- two\n  goes on\n\n| Boat | Seats |\n| --- | :-: |\n| Skua | 10 |")).toEqual([
      ": one | two goes on | Boat: Seats | Skua: 10",
    ]);
  });

  test("takes nothing in a fence for a heading, also in one that is never closed", () => {
    expect(placed("# A\n\n```sh\n# no heading\n```\n\nAfter.")).toEqual(["A: # no heading | After."]);
    expect(placed("# A\n\n~~~\n# no heading")).toEqual(["A: # no heading"]);
  });

  test("takes marks off and keeps the words, also of links", () => {
    expect(
      placed("A **bold** [link](https://a.example) and `code_with_marks`.<!-- hidden --> ### Not a heading"),
    ).toEqual([": A bold link and `code_with_marks`. ### Not a heading"]);
  });

  test("leaves front matter out", () => {
    expect(placed("---\ntitle: x\n---\n# A\n\nB.")).toEqual(["A: B."]);
  });

  test("cuts what is too long for one place", () => {
    const sections = splitMarkdown(`# A\n\n${"word ".repeat(10_000)}`);
    expect(sections.length).toBeGreaterThan(3);
    expect(sections.every(({ heading }) => heading[0] === "A")).toBe(true);
    expect(sections.flatMap(({ blocks }) => blocks.flatMap(({ text }) => text.split(" ")))).toHaveLength(10_000);
  });

  test.each(["[", "**a ", "<!--", "# ", "#", "| ", "`", "*", "<a ", "- ", "~~~\n", "![](", "\t", "---\n"])(
    "reads a file of nothing but %j without getting stuck",
    (piece) => {
      expect(splitMarkdown(piece.repeat(60_000 / piece.length))).toBeInstanceOf(Array);
    },
  );

  test("reads any text", () => {
    const piece = fc.constantFrom("# ", "\n", "```", "|", "-", "[a](b)", "**", "x", " ", "---\n", "<b>");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { blocks } of splitMarkdown(pieces.join("")))
          for (const { text } of blocks) expect(text.trim()).not.toBe("");
      }),
    );
  });
});
