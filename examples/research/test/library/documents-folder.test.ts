import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { documentFiles } from "../../src/library/documents-folder.ts";
import { Workspace } from "../workspace.ts";

const names = (folder: string) => [...documentFiles({ folder })].map(({ name }) => name);

describe("documentFiles", () => {
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
    const files = documentFiles({ folder: workspace.documents, exclude: ["api", "e.md"] });
    expect([...files].map(({ name }) => name)).toEqual(["b/api/c.md", "d.md"]);
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

  test("reports a file that is too large without reading it", () => {
    using workspace = new Workspace({ "large.md": "x".repeat(1001), "small.md": "x" });
    expect([...documentFiles({ folder: workspace.documents }, 1000)]).toMatchObject([
      { name: "large.md", problem: "it is larger than 0.001 MB" },
      { name: "small.md" },
    ]);
  });

  test("refuses a folder that does not exist, is a file, or contains no documents", () => {
    using workspace = new Workspace({ "a.png": "x" });
    expect(() => names(workspace.file("nowhere"))).toThrow("cannot be read");
    expect(() => names(workspace.file("a.png"))).toThrow("cannot be read");
    expect(() => names(workspace.documents)).toThrow("contains no documents");
  });
});
