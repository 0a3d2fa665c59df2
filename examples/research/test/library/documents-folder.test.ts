import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { documentFiles } from "../../src/library/documents-folder.ts";
import { Place } from "../place.ts";

const names = (folder: string) => [...documentFiles({ folder })].map(({ name }) => name);

describe("documentFiles", () => {
  test("gives the documents of all folders by name, and nothing that is hidden or of another kind", () => {
    using place = new Place({
      "b.md": "B",
      "a/c.TXT": "C",
      ".secret/d.md": "D",
      ".e.md": "E",
      "node_modules/f/readme.md": "F",
      "g.docx": "G",
      "no-ending": "H",
    });
    expect(names(place.documents)).toEqual(["a/c.TXT", "b.md"]);
  });

  test("leaves out what it is told to, by its path", () => {
    using place = new Place({ "api/a.md": "A", "b/api/c.md": "C", "d.md": "D", "e.md": "E" });
    const files = documentFiles({ folder: place.documents, leaveOut: ["api", "e.md"] });
    expect([...files].map(({ name }) => name)).toEqual(["b/api/c.md", "d.md"]);
  });

  test("does not follow links, neither to files nor to folders nor round in circles", () => {
    using place = new Place({ "a.md": "A" });
    writeFileSync(path.join(place.folder, "secret.md"), "secret");
    symlinkSync(path.join(place.folder, "secret.md"), place.file("link.md"));
    symlinkSync(place.folder, place.file("out"));
    symlinkSync(place.documents, place.file("round"));
    symlinkSync("/nowhere", place.file("broken.md"));
    expect(names(place.documents)).toEqual(["a.md"]);
  });

  test("says of a file that is too large that it is, and does not read it", () => {
    using place = new Place({ "large.md": "x".repeat(1001), "small.md": "x" });
    expect([...documentFiles({ folder: place.documents }, 1000)]).toMatchObject([
      { name: "large.md", problem: "it is larger than 0.001 MB" },
      { name: "small.md" },
    ]);
  });

  test("refuses a folder that is not there, that is a file, or that has no documents", () => {
    using place = new Place({ "a.png": "x" });
    expect(() => names(place.file("nowhere"))).toThrow("cannot be read");
    expect(() => names(place.file("a.png"))).toThrow("cannot be read");
    expect(() => names(place.documents)).toThrow("There is no document");
  });
});
