import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { kindOf, readDocument } from "../../src/library/read-document.ts";
import { readPdf } from "../../src/library/read-pdf.ts";
import { pdfOf } from "../pdf.ts";

describe("readDocument", () => {
  test("reads a PDF page by page, with its title and its paragraphs", async () => {
    const bytes = pdfOf({
      title: "The (first) report",
      pages: [["One line", "goes on.", "", "Another."], ["Page two."]],
    });
    const { title, sections } = await readDocument("report.pdf", bytes);
    expect(title).toBe("The (first) report");
    expect(sections.map(({ page, blocks }) => [page, blocks.map(({ text }) => text)])).toEqual([
      [1, ["One line goes on.", "Another."]],
      [2, ["Page two."]],
    ]);
  });

  test.each([
    ["random bytes", randomBytes(3000)],
    ["an image", Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108", "hex")],
    ["a text in another encoding", Buffer.from("Caf\u00E9 and cr\u00E8me", "latin1")],
    ["zeros", Buffer.alloc(100)],
    ["control characters", Buffer.from("\u0001\u0002 some words \u0003\u0004")],
  ])("refuses %s as a text", async (_name, bytes) => {
    for (const kind of ["md", "txt", "html"])
      await expect(readDocument(`a.${kind}`, bytes)).rejects.toMatchObject({ code: "research/notText" });
  });

  test("refuses a document without text", async () => {
    for (const [kind, text] of [
      ["md", "  \n"],
      ["txt", ""],
      ["html", "<script>1</script>"],
    ] as const)
      await expect(readDocument(`a.${kind}`, Buffer.from(text))).rejects.toMatchObject({
        code: "research/emptyDocument",
      });
  });

  test("reads UTF-8 and UTF-16 with a byte order mark", async () => {
    for (const bytes of [Buffer.from("\uFEFFCafé.", "utf8"), Buffer.from("\uFEFFCafé.", "utf16le")])
      expect((await readDocument("a.txt", bytes)).sections[0]?.blocks[0]?.text).toBe("Café.");
  });

  test("determines the kind by the file extension, in any case", () => {
    expect([
      kindOf("a.PDF"),
      kindOf("a.markdown"),
      kindOf("a.exe"),
      kindOf("constructor"),
      kindOf("a.__proto__"),
    ]).toEqual(["pdf", "markdown", null, null, null]);
  });
});

describe("a malicious PDF", () => {
  test.each([
    ["empty", new Uint8Array()],
    ["another kind of file", Buffer.from("MZ\u0000\u0000 this is a program")],
    ["truncated", pdfOf({ pages: [["Hello."]] }).slice(0, 200)],
  ])("that is %s is refused with a message", async (_name, bytes) => {
    await expect(readPdf(bytes)).rejects.toThrow(/\w+ \w+/);
  });

  test("with scripts, actions and addresses is read without running them", async () => {
    const bytes = pdfOf({
      pages: [["Only words."]],
      catalog: "/OpenAction 100 0 R /Names << /JavaScript << /Names [(a) 100 0 R] >> >>",
      objects: ["<< /S /JavaScript /JS (globalThis.process.exit\\(7\\); app.launchURL\\('http://127.0.0.1:9/'\\)) >>"],
    });
    expect((await readPdf(bytes)).pages).toEqual(["Only words."]);
  });

  test("with a wrong page count or a circular page tree is read as far as possible", async () => {
    const text = Buffer.from(pdfOf({ pages: [["Hello."]] })).toString("latin1");
    const miscounted = Buffer.from(text.replace("/Count 1", "/Count 1000000"), "latin1");
    expect((await readPdf(miscounted)).pages).toEqual(["Hello."]);
    const circular = "%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 1 0 R/Kids[1 0 R]>> endobj\ntrailer <</Root 1 0 R>>";
    expect((await readPdf(Buffer.from(circular))).pages.join("")).toBe("");
  });

  test("with too many pages is refused", async () => {
    const bytes = pdfOf({ pages: Array.from({ length: 3001 }, () => []) });
    await expect(readPdf(bytes)).rejects.toThrow("it has more than 3000 pages");
  });

  test("that takes too long is stopped", async () => {
    // About 1 MB that unpacks to 100 MB of drawing commands.
    const packed = deflateSync(Buffer.alloc(100_000_000, "q Q "), { level: 1 }).toString("latin1");
    const plain = Buffer.from(pdfOf({ pages: [["Hello."]] })).toString("latin1");
    const stream = `<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
    const bytes = Buffer.from(
      plain.replace(/<< \/Length \d+ >>\nstream[^]*?endstream/, () => stream),
      "latin1",
    );
    await expect(readPdf(bytes, { seconds: 1, megabytes: 128 })).rejects.toThrow(/takes (?:longer|more) than/);
  });

  test("does not prevent the next one from being read", async () => {
    await readPdf(new Uint8Array()).catch(() => {});
    expect((await readPdf(pdfOf({ pages: [["Fine."]] }))).pages).toEqual(["Fine."]);
  });
});
