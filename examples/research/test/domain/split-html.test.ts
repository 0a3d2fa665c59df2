import { describe, expect, test } from "vitest";
import { splitHtml } from "../../src/domain/split-html.ts";

const placed = (html: string) =>
  splitHtml(html).sections.map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map(({ text }) => text).join(" | ")}`,
  );

describe("splitHtml", () => {
  test("groups text under its headings, and reads the title", () => {
    const html =
      "<title>The &amp; mast</title><body><h1>Mast</h1><p>Ten&nbsp;meters, &minus;13&deg;.</p><h2>Access</h2><p>Locked.</p>";
    expect(splitHtml(html).title).toBe("The & mast");
    expect(placed(html)).toEqual(["Mast: Ten meters, −13°.", "Mast > Access: Locked."]);
  });

  test("skips scripts, styles, navigation and footers", () => {
    expect(
      placed(
        '<script>if (a < b) "<p>no</p>"</script><STYLE>p{}</STYLE><nav>Home</nav><p>Yes.</p><footer>no</footer><!-- <p>no</p> --><svg><title>no</title></svg>',
      ),
    ).toEqual([": Yes."]);
  });

  test("joins the cells of table rows, and keeps code unchanged", () => {
    expect(placed("<table><tr><td>Gust</td><td>51</td></tr></table><pre>a\n  b</pre>")).toEqual([
      ": Gust · 51 | a\n  b",
    ]);
  });

  test("reads an attribute that contains a closing angle bracket", () => {
    expect(placed('<p title="a > b">Here.</p>')).toEqual([": Here."]);
  });

  test.each(["<a", "<script>", '<p "', "<!--", "&", "</p>", "<br>", "<td>", "<li>x"])(
    "reads a long page of repeated %j quickly",
    (piece) => {
      expect(splitHtml(piece.repeat(200_000 / piece.length)).sections).toBeInstanceOf(Array);
    },
  );

  test.each(["<pre>", "<div>", "<p><b>", "<svg>"])("refuses a page of deeply nested %j", (piece) => {
    expect(() => splitHtml(piece.repeat(100_000))).toThrow("nested");
  });
});
