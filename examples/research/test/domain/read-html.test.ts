import { describe, expect, test } from "vitest";
import { readHtml } from "../../src/domain/read-html.ts";

const placed = (html: string) =>
  readHtml(html).sections.map(
    ({ heading, blocks }) => `${heading.join(" > ")}: ${blocks.map(({ text }) => text).join(" | ")}`,
  );

describe("readHtml", () => {
  test("groups text under its headings, and reads the title", () => {
    const html =
      "<title>The &amp; mast</title><body><h1>Mast</h1><p>Ten&nbsp;meters, &minus;13&deg;.</p><h2>Access</h2><p>Locked.</p>";
    expect(readHtml(html).title).toBe("The & mast");
    expect(placed(html)).toEqual(["Mast: Ten meters, −13°.", "Mast > Access: Locked."]);
  });

  test("skips scripts, styles, asides, forms, navigation and footers", () => {
    expect(
      placed(
        '<script>if (a < b) "<p>no</p>"</script><STYLE>p{}</STYLE><nav>Home</nav><p>Yes.</p><footer>no</footer><aside>no</aside><form>no</form><!-- <p>no</p> --><svg><title>no</title></svg>',
      ),
    ).toEqual([": Yes."]);
  });

  test("joins the cells of table rows, and keeps code unchanged", () => {
    expect(placed("<table><tr><td>Gust</td><td>51</td></tr></table><pre>a\n  b</pre>")).toEqual([
      ": Gust · 51 | a\n  b",
    ]);
  });

  test("knows the header above a row with as many cells", () => {
    const head = "<tr><th>Boat</th><th>Seats</th></tr>";
    const [section] = readHtml(
      `<table>${head}<tr><td>Skua|2</td><td>10</td></tr><tr><td>None</td></tr></table><table><tr><td>1</td><td>2</td></tr></table>`,
    ).sections;
    const table = "| Boat | Seats |\n| --- | --- |\n| Skua\\|2 | 10 |";
    expect(section?.blocks.map((block) => block.table)).toEqual([undefined, table, undefined, undefined]);
  });

  test("knows the line of each block, and reads list items", () => {
    const [section] = readHtml("<ul>\n<li>One\n<li>Two</ul>\n<p>\nThree.</p>").sections;
    expect(section?.blocks.map(({ kind, text, line }) => [kind, text, line])).toEqual([
      ["item", "One", 2],
      ["item", "Two", 3],
      ["prose", "Three.", 5],
    ]);
  });

  test("reads an attribute that contains a closing angle bracket", () => {
    expect(placed('<p title="a > b">Here.</p>')).toEqual([": Here."]);
  });

  test.each(["<a", "<script>", '<p "', "<!--", "&", "</p>", "<br>", "<td>", "<li>x"])(
    "reads a long page of repeated %j quickly",
    (piece) => {
      expect(readHtml(piece.repeat(200_000 / piece.length)).sections).toBeInstanceOf(Array);
    },
  );

  test.each(["<pre>", "<div>", "<p><b>", "<svg>"])("refuses a page of deeply nested %j", (piece) => {
    expect(() => readHtml(piece.repeat(100_000))).toThrow("nested");
  });
});
