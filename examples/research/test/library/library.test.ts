import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { placeText } from "../../src/domain/evidence.ts";
import { questionOf } from "../../src/domain/question.ts";
import { openLibrary } from "../../src/library/library.ts";
import { pdfOf } from "../pdf.ts";
import { Workspace } from "../workspace.ts";

const files = {
  "boats.md": "# Boats\n\n## Skua\n\nSkua seats ten people.",
  "sub/gauge.txt": "GAUGE\n\nThe gauge is accurate to 4 millimeters.",
  "mast.html": "<h1>Mast</h1><p>The mast is ten meters high.</p>",
  "report.pdf": pdfOf({ title: "Report", pages: [["Nothing here."], ["The generator ran for 410 hours."]] }),
};

const open = (workspace: Workspace) => openLibrary({ folder: workspace.documents });

describe("a library", () => {
  test("answers from Markdown, text, HTML and PDF, with the place of each answer", async () => {
    using workspace = new Workspace(files);
    const library = await open(workspace);
    const placesOf = (question: string) =>
      library
        .find(questionOf(question))
        .map(({ document, heading, page, line }) => [document, heading.at(-1) ?? page, line]);
    expect(placesOf("How many people does Skua seat?")).toEqual([["boats.md", "Skua", 5]]);
    expect(placesOf("How accurate is the gauge?")).toEqual([["sub/gauge.txt", "GAUGE", 3]]);
    expect(placesOf("How high is the mast?")).toEqual([["mast.html", "Mast", 1]]);
    expect(placesOf("How long did the generator run?")).toEqual([["report.pdf", 2, 1]]);
    expect(placesOf("How heavy is a puffin?")).toEqual([]);
  });

  test("reports documents that cannot be read, with the reason, and contains the others", async () => {
    using workspace = new Workspace({
      ...files,
      "broken.pdf": "%PDF-1.4 and then nothing",
      "empty.md": "",
      "random.txt": randomBytes(2000),
      "scan.pdf": pdfOf({ pages: [[]] }),
    });
    const { report } = await open(workspace);
    expect(report.documents).toBe(4);
    expect(report.unreadable.map(({ document }) => document)).toEqual([
      "broken.pdf",
      "empty.md",
      "random.txt",
      "scan.pdf",
    ]);
    expect(report.unreadable.slice(1).map(({ problem }) => problem)).toEqual([
      expect.stringContaining("contains no text"),
      expect.stringContaining("is not a text"),
      expect.stringContaining("contains no text, only images"),
    ]);
    workspace.write({ "broken.pdf": files["report.pdf"] });
    expect((await open(workspace)).report).toMatchObject({ documents: 5 });
  });

  test("finds the passage that the text of a place names, and nothing for any other text", async () => {
    using workspace = new Workspace(files);
    const library = await open(workspace);
    const [skua] = library.find(questionOf("How many people does Skua seat?"));
    const [ran] = library.find(questionOf("How long did the generator run?"));
    if (skua === undefined || ran === undefined) throw new Error("Nothing was found.");
    expect(library.passageAt(placeText(skua))).toMatchObject({ document: { name: "boats.md" }, line: 5 });
    expect(library.passageAt(placeText(ran))).toMatchObject({ document: { name: "report.pdf" }, section: { page: 2 } });
    // The document may have changed since the conversation.
    const moved = library.passageAt("Boats › Skua, boats.md:99");
    expect(moved?.section.heading.at(-1)).toBe("Skua");
    for (const text of ["", "boats.md", "Boats › Gone, boats.md:5", "../secret.md:1", "/etc/passwd:1", "__proto__:1"])
      expect(library.passageAt(text)).toBeNull();
  });
});
