import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
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

const open = (workspace: Workspace) =>
  openLibrary({ folder: workspace.documents, indexFile: path.join(workspace.folder, "index.json") });

const quotes = async (workspace: Workspace, question: string) =>
  (await open(workspace)).evidence(questionOf(question)).map(({ quote }) => quote);

describe("a library", () => {
  test("answers from Markdown, text, HTML and PDF, with the place of each answer", async () => {
    using workspace = new Workspace(files);
    const library = await open(workspace);
    const placesOf = (question: string) =>
      library.evidence(questionOf(question)).map(({ document, heading, page }) => [document, heading.at(-1) ?? page]);
    expect(placesOf("How many people does Skua seat?")).toEqual([["boats.md", "Skua"]]);
    expect(placesOf("How accurate is the gauge?")).toEqual([["sub/gauge.txt", "GAUGE"]]);
    expect(placesOf("How high is the mast?")).toEqual([["mast.html", "Mast"]]);
    expect(placesOf("How long did the generator run?")).toEqual([["report.pdf", 2]]);
    expect(placesOf("How heavy is a puffin?")).toEqual([]);
  });

  test("reads only documents that changed", async () => {
    using workspace = new Workspace(files);
    expect((await open(workspace)).report.added).toEqual(["boats.md", "mast.html", "report.pdf", "sub/gauge.txt"]);
    const again = await open(workspace);
    expect(again.report).toMatchObject({ documents: 4, added: [], changed: [], removed: [] });
    workspace.write({ "boats.md": "# Boats\n\n## Dunlin\n\nDunlin seats six people.", "new.md": "# New\n\nHello." });
    expect((await open(workspace)).report).toMatchObject({ documents: 5, added: ["new.md"], changed: ["boats.md"] });
  });

  test("removes the old content of changed documents, and deleted documents", async () => {
    using workspace = new Workspace(files);
    expect(await quotes(workspace, "How many people does Skua seat?")).toHaveLength(1);
    workspace.write({ "boats.md": "# Boats\n\n## Dunlin\n\nDunlin seats six people." });
    expect(await quotes(workspace, "How many people does Skua seat?")).toEqual([]);
    expect(await quotes(workspace, "How many people does Dunlin seat?")).toHaveLength(1);
    using fewer = new Workspace({ "mast.html": files["mast.html"] });
    const indexFile = path.join(workspace.folder, "index.json");
    const library = await openLibrary({ folder: fewer.documents, indexFile });
    expect(library.report.removed).toEqual(["boats.md", "report.pdf", "sub/gauge.txt"]);
    expect(library.evidence(questionOf("How accurate is the gauge?"))).toEqual([]);
  });

  test("finds the same with an updated index as with a new one", async () => {
    using workspace = new Workspace(files);
    await open(workspace);
    workspace.write({
      "boats.md": "# Boats\n\nA boat seats six people.",
      "mast.html": "<h1>Mast</h1><p>It seats nobody.</p>",
    });
    const updated = await open(workspace);
    const rebuilt = await openLibrary({ folder: workspace.documents, indexFile: null });
    for (const question of ["How many people does a boat seat?", "How accurate is the gauge?", "Who sits on the mast?"])
      expect(updated.evidence(questionOf(question))).toEqual(rebuilt.evidence(questionOf(question)));
  });

  test("does not write the index if nothing changed", async () => {
    using workspace = new Workspace(files);
    await open(workspace);
    const file = path.join(workspace.folder, "index.json");
    const before = statSync(file, { bigint: true }).mtimeNs;
    await open(workspace);
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(before);
  });

  test.each(["", "{", "{}", '{"format":"research/index","version":0}', "null", "[]"])(
    "rebuilds an index file that contains %j",
    async (content) => {
      using workspace = new Workspace(files);
      writeFileSync(path.join(workspace.folder, "index.json"), content);
      expect((await open(workspace)).report.added).toHaveLength(4);
      expect((await open(workspace)).report.added).toEqual([]);
    },
  );

  test("rebuilds an index whose search data is damaged", async () => {
    using workspace = new Workspace(files);
    await open(workspace);
    const file = path.join(workspace.folder, "index.json");
    const stored: unknown = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...Object(stored), search: '{"index":[' }));
    expect(await quotes(workspace, "How accurate is the gauge?")).toHaveLength(1);
  });

  test("reports unreadable documents, tries them again only after a change, and contains the others", async () => {
    using workspace = new Workspace({
      ...files,
      "broken.pdf": "%PDF-1.4 and then nothing",
      "scan.pdf": pdfOf({ pages: [[]] }),
    });
    const { report } = await open(workspace);
    expect(report.documents).toBe(4);
    expect(report.unreadable.map(({ document }) => document)).toEqual(["broken.pdf", "scan.pdf"]);
    expect(report.unreadable.at(1)?.problem).toBe("it has no text, only images");
    expect((await open(workspace)).report.unreadable).toEqual(report.unreadable);
    workspace.write({ "broken.pdf": files["report.pdf"] });
    expect((await open(workspace)).report).toMatchObject({ documents: 5, added: ["broken.pdf"] });
  });

  test("throws if the index cannot be written", async () => {
    using workspace = new Workspace(files);
    const indexFile = path.join(workspace.file("boats.md"), "index.json");
    await expect(openLibrary({ folder: workspace.documents, indexFile })).rejects.toThrow("cannot be written");
  });
});
