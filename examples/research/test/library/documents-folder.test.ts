import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { bytesOf, documentNames } from "../../src/library/documents-folder.ts";
import { Workspace } from "../workspace.ts";

const names = (folder: string) => documentNames({ folder });

describe("documentNames", () => {
  test("yields the documents of all folders by name, without hidden files and other kinds", () => {
    using workspace = new Workspace({
      "b.md": "B",
      "a/c.TXT": "C",
      ".secret/d.md": "D",
      ".e.md": "E",
      "node_modules/f/readme.md": "F",
      "g.docx": "G",
      "no-ending": "H",
    });
    expect(names(workspace.documents)).toEqual(["a/c.TXT", "b.md"]);
  });

  test("excludes paths", () => {
    using workspace = new Workspace({ "api/a.md": "A", "b/api/c.md": "C", "d.md": "D", "e.md": "E" });
    expect(documentNames({ folder: workspace.documents, exclude: ["api", "e.md"] })).toEqual(["b/api/c.md", "d.md"]);
  });

  test("does not follow links to files, to folders or in a circle", () => {
    using workspace = new Workspace({ "a.md": "A" });
    writeFileSync(path.join(workspace.folder, "secret.md"), "secret");
    symlinkSync(path.join(workspace.folder, "secret.md"), workspace.file("link.md"));
    symlinkSync(workspace.folder, workspace.file("out"));
    symlinkSync(workspace.documents, workspace.file("round"));
    symlinkSync("/nowhere", workspace.file("broken.md"));
    expect(names(workspace.documents)).toEqual(["a.md"]);
  });

  test("refuses a folder that does not exist, is a file, or contains no documents", () => {
    using workspace = new Workspace({ "a.png": "x" });
    expect(() => names(workspace.file("nowhere"))).toThrow("cannot be read");
    expect(() => names(workspace.file("a.png"))).toThrow("cannot be read");
    expect(() => names(workspace.documents)).toThrow("contains no documents");
  });
});

describe("bytesOf", () => {
  test("refuses a file over the limit, and a link", () => {
    using workspace = new Workspace({ "large.md": "x".repeat(1001), "small.md": "x" });
    expect(() => bytesOf(workspace.file("large.md"), 1000)).toThrow("it is larger than 0.001 MB");
    expect(bytesOf(workspace.file("small.md"), 1000)).toHaveLength(1);
    symlinkSync(workspace.file("small.md"), workspace.file("link.md"));
    expect(() => bytesOf(workspace.file("link.md"))).toThrow("ELOOP");
  });
});
