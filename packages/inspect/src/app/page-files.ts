import { existsSync, readFileSync } from "node:fs";

/** Files of the page, by path, with their types. */
const TYPES: Readonly<Record<string, string>> = {
  "index.html": "text/html; charset=utf-8",
  "page.js": "text/javascript; charset=utf-8",
  "share.js": "text/javascript; charset=utf-8",
  "page.css": "text/css; charset=utf-8",
};

/** Folder of the built page, which is at the same distance from the sources and from what is built of them. */
let folder = new URL("../../dist/page/", import.meta.url);

/** Reads the page from another folder: tests build it beside the one that is published. @internal */
export function readPageFrom(other: URL): void {
  folder = other;
}

/** A file of the page. */
export interface PageFile {
  readonly content: string;
  readonly type: string;
}

/** Reads a file of the page. Null for any other name, and if the page was not built. */
export function pageFile(name: string): PageFile | null {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  const file = new URL(name, folder);
  return type === undefined || !existsSync(file) ? null : { content: readFileSync(file, "utf8"), type };
}
