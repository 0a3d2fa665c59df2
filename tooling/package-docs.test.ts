import path from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "./command.ts";
import { readManifest } from "./manifest.ts";
import { docsOfPackage, pagesOfPackages, textForPackage } from "./package-docs.ts";
import { listFiles, listPackages } from "./source-files.ts";

const names = listPackages(workspaceRoot).map((folder) => readManifest(path.join(workspaceRoot, folder)).name ?? "");

test("every page for readers travels in one package", () => {
  const pages = listFiles(workspaceRoot, /^docs\/((concepts|guides)\/[^/]+|why|quick-start)[.]md$/);
  const shipped = Object.values(pagesOfPackages).flat();
  const written = pages.map((page) => page.slice("docs/".length, -".md".length));
  expect(shipped.toSorted()).toEqual(written.filter((page) => page !== "concepts/errors").toSorted());
});

test("every package has its list of pages", () => {
  expect(Object.keys(pagesOfPackages).toSorted()).toEqual(names.toSorted());
});

test.each(names)("the documents of %s link to each other, or to the repository", (name) => {
  const files = docsOfPackage(workspaceRoot, name);
  for (const [file, text] of files) {
    const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map((match) => match[1] ?? "");
    const lost = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !files.has(path.posix.join(path.posix.dirname(file), link)));
    expect({ file, lost }).toEqual({ file, lost: [] });
  }
});

test("a package lists its own errors and no others", () => {
  const text = docsOfPackage(workspaceRoot, "@tidemark/reducers").get("concepts/errors.md") ?? "";
  expect(text.match(/^## .+$/gm)).toEqual(["## @tidemark/reducers"]);
});

test("a link to a page that stays behind leads to the repository, with its place on the page", () => {
  const text = "See [here](./fields.md), [there](../guides/x.md#how) and [that](https://example.com).";
  const kept = new Set(["docs/concepts/fields.md"]);
  expect(textForPackage("concepts/turns", text, kept)).toBe(
    "See [here](./fields.md), [there](https://github.com/tidemark-js/tidemark/blob/main/docs/guides/x.md#how) and [that](https://example.com).",
  );
});
