import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitMarkdown } from "../../src/domain/split-markdown.ts";

const placed = (markdown: string) =>
  splitMarkdown(markdown).map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map(({ text }) => text).join(" | ")}`,
  );

describe("splitMarkdown", () => {
  test("groups text under its headings", () => {
    expect(placed("# Boats\n\nThree.\n\n## Skua\n\nLarge.\n\n# Birds\n\nMany.")).toEqual([
      "Boats: Three.",
      "Boats > Skua: Large.",
      "Birds: Many.",
    ]);
  });

  test("keeps text before the first heading, and drops headings without text", () => {
    expect(placed("Hello.\n\n# Empty\n\n# Full\n\nYes.")).toEqual([": Hello.", "Full: Yes."]);
  });

  test("splits list items and table rows into separate blocks", () => {
    expect(placed("- one\n- two\n  goes on\n\n| Boat | Seats |\n| --- | :-: |\n| Skua | 10 |")).toEqual([
      ": one | two goes on | Boat: Seats | Skua: 10",
    ]);
  });

  test("finds no headings in a code block, even if it is not closed", () => {
    expect(placed("# A\n\n```sh\n# no heading\n```\n\nAfter.")).toEqual(["A: # no heading | After."]);
    expect(placed("# A\n\n~~~\n# no heading")).toEqual(["A: # no heading"]);
  });

  test("removes markup and keeps the text, including the text of links", () => {
    expect(
      placed("A **bold** [link](https://a.example) and `code_with_marks`.<!-- hidden --> ### Not a heading"),
    ).toEqual([": A bold link and `code_with_marks`. ### Not a heading"]);
  });

  test("leaves inline code unchanged", () => {
    const code = "Neither `__proto__` nor `a**b**` nor ``<b> `*x*` [y](z)`` is markup.";
    expect(placed(code)).toEqual([`: ${code}`]);
    expect(placed("See [`__proto__`](b.md), **not `__x__`**, `<!--`.")).toEqual([
      ": See `__proto__`, not `__x__`, `<!--`.",
    ]);
    expect(placed("An `open tick and **bold** text")).toEqual([": An `open tick and bold text"]);
  });

  test("skips front matter", () => {
    expect(placed("---\ntitle: x\n---\n# A\n\nB.")).toEqual(["A: B."]);
  });

  test("splits long sections", () => {
    const sections = splitMarkdown(`# A\n\n${"word ".repeat(10_000)}`);
    expect(sections.length).toBeGreaterThan(3);
    expect(sections.every(({ heading }) => heading[0] === "A")).toBe(true);
    expect(sections.flatMap(({ blocks }) => blocks.flatMap(({ text }) => text.split(" ")))).toHaveLength(10_000);
  });

  test.each(["[", "**a ", "<!--", "# ", "#", "| ", "`", "*", "<a ", "- ", "~~~\n", "![](", "\t", "---\n"])(
    "reads a long file of repeated %j quickly",
    (piece) => {
      expect(splitMarkdown(piece.repeat(60_000 / piece.length))).toBeInstanceOf(Array);
    },
  );

  test("creates no empty blocks for any text", () => {
    const piece = fc.constantFrom("# ", "\n", "```", "|", "-", "[a](b)", "**", "x", " ", "---\n", "<b>");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { blocks } of splitMarkdown(pieces.join("")))
          for (const { text } of blocks) expect(text.trim()).not.toBe("");
      }),
    );
  });
});
