import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMarkdown } from "../../src/domain/read-markdown.ts";

const placed = (markdown: string) =>
  readMarkdown(markdown).map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map(({ text }) => text).join(" | ")}`,
  );

describe("readMarkdown", () => {
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
      ": one | two goes on | Skua; Seats: 10",
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
    const code = "Neither `__proto__` nor `a**b**` nor `<b> [y](z)` is markup.";
    expect(placed(code)).toEqual([`: ${code}`]);
  });

  test("drops images, badges, link definitions and the tags of embedded HTML, and keeps its text", () => {
    const markdown = `# A

[![badge](https://a.example/b.svg)](https://a.example)

<h3 align="center">Title <b>here</b></h3>

<aside>An advertisement.</aside>

Text <kbd>Enter</kbd>.

[link]: https://a.example/definition`;
    expect(placed(markdown)).toEqual(["A > Title here: Text Enter."]);
  });

  test("drops the mark of an admonition and a table of contents", () => {
    expect(placed("> [!NOTE]\n> Careful.\n\n- [Install](#install)\n- [Use](#use) it")).toEqual([": Careful. | Use it"]);
  });

  test("knows the line of each block", () => {
    const [section] = readMarkdown(
      "---\ntitle: x\n---\n# A\n\nB\ngoes on.\n\n- c\n- d\n\n| e | f |\n| - | - |\n| g | h |",
    );
    expect(section?.blocks.map(({ text, line }) => [text, line])).toEqual([
      ["B goes on.", 6],
      ["c", 9],
      ["d", 10],
      ["g; f: h", 14],
    ]);
  });

  test("skips front matter", () => {
    expect(placed("---\ntitle: x\n---\n# A\n\nB.")).toEqual(["A: B."]);
  });

  test("splits long sections", () => {
    const sections = readMarkdown(`# A\n\n${"word ".repeat(10_000)}`);
    expect(sections.length).toBeGreaterThan(3);
    expect(sections.every(({ heading }) => heading[0] === "A")).toBe(true);
    expect(sections.flatMap(({ blocks }) => blocks.flatMap(({ text }) => text.split(" ")))).toHaveLength(10_000);
  });

  test.each(["[", "**a ", "<!--", "# ", "#", "| ", "`", "*", "<a ", "- ", "~~~\n", "![](", "\t", "---\n"])(
    "reads a long file of repeated %j quickly",
    (piece) => {
      expect(readMarkdown(piece.repeat(60_000 / piece.length))).toBeInstanceOf(Array);
    },
  );

  test("creates no empty blocks for any text, and lines inside it", () => {
    const piece = fc.constantFrom("# ", "\n", "```", "|", "-", "[a](b)", "**", "x", " ", "---\n", "<b>");
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const markdown = pieces.join("");
        for (const { blocks } of readMarkdown(markdown))
          for (const { text, line } of blocks) {
            expect(text.trim()).not.toBe("");
            expect(line).toBeLessThanOrEqual(markdown.split("\n").length);
          }
      }),
    );
  });
});
