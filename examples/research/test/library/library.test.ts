import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { questionOf } from "../../src/domain/question.ts";
import { openLibrary } from "../../src/library/library.ts";
import { pdfOf } from "../pdf.ts";
import { Place } from "../place.ts";

const files = {
  "boats.md": "# Boats\n\n## Skua\n\nSkua seats ten people.",
  "sub/gauge.txt": "GAUGE\n\nThe gauge is accurate to 4 millimetres.",
  "mast.html": "<h1>Mast</h1><p>The mast is ten metres high.</p>",
  "report.pdf": pdfOf({ title: "Report", pages: [["Nothing here."], ["The generator ran for 410 hours."]] }),
};

const open = (place: Place) =>
  openLibrary({ folder: place.documents, indexFile: path.join(place.folder, "index.json") });

const quotes = async (place: Place, question: string) =>
  (await open(place)).evidence(questionOf(question)).map(({ quote }) => quote);

describe("a library", () => {
  test("answers from Markdown, text, HTML and PDF, each with its place", async () => {
    using place = new Place(files);
    const library = await open(place);
    const placesOf = (question: string) =>
      library.evidence(questionOf(question)).map(({ document, heading, page }) => [document, heading.at(-1) ?? page]);
    expect(placesOf("How many people does Skua seat?")).toEqual([["boats.md", "Skua"]]);
    expect(placesOf("How accurate is the gauge?")).toEqual([["sub/gauge.txt", "GAUGE"]]);
    expect(placesOf("How high is the mast?")).toEqual([["mast.html", "Mast"]]);
    expect(placesOf("How long did the generator run?")).toEqual([["report.pdf", 2]]);
    expect(placesOf("How heavy is a puffin?")).toEqual([]);
  });

  test("reads only what changed since the last time", async () => {
    using place = new Place(files);
    expect((await open(place)).report.added).toEqual(["boats.md", "mast.html", "report.pdf", "sub/gauge.txt"]);
    const again = await open(place);
    expect(again.report).toMatchObject({ documents: 4, added: [], changed: [], removed: [] });
    place.write({ "boats.md": "# Boats\n\n## Dunlin\n\nDunlin seats six people.", "new.md": "# New\n\nHello." });
    expect((await open(place)).report).toMatchObject({ documents: 5, added: ["new.md"], changed: ["boats.md"] });
  });

  test("forgets what a changed document said, and documents that are gone", async () => {
    using place = new Place(files);
    expect(await quotes(place, "How many people does Skua seat?")).toHaveLength(1);
    place.write({ "boats.md": "# Boats\n\n## Dunlin\n\nDunlin seats six people." });
    expect(await quotes(place, "How many people does Skua seat?")).toEqual([]);
    expect(await quotes(place, "How many people does Dunlin seat?")).toHaveLength(1);
    using fewer = new Place({ "mast.html": files["mast.html"] });
    const indexFile = path.join(place.folder, "index.json");
    const library = await openLibrary({ folder: fewer.documents, indexFile });
    expect(library.report.removed).toEqual(["boats.md", "report.pdf", "sub/gauge.txt"]);
    expect(library.evidence(questionOf("How accurate is the gauge?"))).toEqual([]);
  });

  test("an index that was updated step by step finds what a new one finds", async () => {
    using place = new Place(files);
    await open(place);
    place.write({
      "boats.md": "# Boats\n\nA boat seats six people.",
      "mast.html": "<h1>Mast</h1><p>It seats nobody.</p>",
    });
    const stepwise = await open(place);
    const anew = await openLibrary({ folder: place.documents, indexFile: null });
    for (const question of ["How many people does a boat seat?", "How accurate is the gauge?", "Who sits on the mast?"])
      expect(stepwise.evidence(questionOf(question))).toEqual(anew.evidence(questionOf(question)));
  });

  test("does not write when nothing changed", async () => {
    using place = new Place(files);
    await open(place);
    const file = path.join(place.folder, "index.json");
    const before = statSync(file, { bigint: true }).mtimeNs;
    await open(place);
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(before);
  });

  test.each(["", "{", "{}", '{"format":"research/index","version":0}', "null", "[]"])(
    "builds an index anew that says %j",
    async (content) => {
      using place = new Place(files);
      writeFileSync(path.join(place.folder, "index.json"), content);
      expect((await open(place)).report.added).toHaveLength(4);
      expect((await open(place)).report.added).toEqual([]);
    },
  );

  test("builds an index anew whose search is damaged", async () => {
    using place = new Place(files);
    await open(place);
    const file = path.join(place.folder, "index.json");
    const stored: unknown = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...Object(stored), search: '{"index":[' }));
    expect(await quotes(place, "How accurate is the gauge?")).toHaveLength(1);
  });

  test("says which documents it could not read, tries them again only when they change, and has the others", async () => {
    using place = new Place({
      ...files,
      "broken.pdf": "%PDF-1.4 and then nothing",
      "scan.pdf": pdfOf({ pages: [[]] }),
    });
    const { report } = await open(place);
    expect(report.documents).toBe(4);
    expect(report.unreadable.map(({ document }) => document)).toEqual(["broken.pdf", "scan.pdf"]);
    expect(report.unreadable.at(1)?.problem).toBe("it has no text, only images");
    expect((await open(place)).report.unreadable).toEqual(report.unreadable);
    place.write({ "broken.pdf": files["report.pdf"] });
    expect((await open(place)).report).toMatchObject({ documents: 5, added: ["broken.pdf"] });
  });

  test("refuses a place where no index can be written", async () => {
    using place = new Place(files);
    const indexFile = path.join(place.file("boats.md"), "index.json");
    await expect(openLibrary({ folder: place.documents, indexFile })).rejects.toThrow("cannot be written");
  });
});
