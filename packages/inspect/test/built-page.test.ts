import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { pageFile } from "../src/app/page-files.ts";
import { buildPage } from "./built-page.ts";

const published = path.join(import.meta.dirname, "..", "dist", "page");

/** Files of the published page, and when each was written. */
const written = () =>
  existsSync(published)
    ? readdirSync(published).map((name) => [name, statSync(path.join(published, name)).mtimeMs])
    : null;

test("the page that tests build is shown, and the published one stays as it is", { timeout: 300_000 }, async () => {
  const before = written();
  await buildPage();
  expect(pageFile("page.js")?.content).toContain("function");
  expect(pageFile("share.js")?.content).toContain("function");
  expect(written()).toEqual(before);
});
