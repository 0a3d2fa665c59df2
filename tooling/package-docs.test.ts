import path from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "./command.ts";
import { readManifest } from "./manifest.ts";
import { docsOfPackage, pagesOfPackages, textForPackage } from "./package-docs.ts";
import { listFiles, listPackages } from "./source-files.ts";

const names = listPackages(workspaceRoot).map((folder) => readManifest(path.join(workspaceRoot, folder)).name);

test("every package has its list of pages, and every page for readers is in one package", () => {
  const pages = listFiles(workspaceRoot, /^docs\/((concepts|guides)\/[^/]+|why|quick-start|tutorial)[.]md$/);
  const written = pages.map((page) => page.slice("docs/".length, -".md".length));
  expect(Object.keys(pagesOfPackages).toSorted()).toEqual(names.toSorted());
  expect(Object.values(pagesOfPackages).flat().toSorted()).toEqual(
    written.filter((page) => page !== "concepts/errors"),
  );
});

test.each(names)("the documents of %s link to each other, or to the repository", (name) => {
  const files = docsOfPackage(workspaceRoot, name);
  const lost = [...files].flatMap(([file, text]) =>
    [...text.matchAll(/\]\((?![a-z]+:)([^)\s#]+)[^)]*\)/g)]
      .map(([, to = ""]) => path.posix.join(path.posix.dirname(file), to))
      .filter((to) => !files.has(to)),
  );
  expect(lost).toEqual([]);
});

test("a package lists its own errors and no others", () => {
  const text = docsOfPackage(workspaceRoot, "@tidemark/reducers").get("concepts/errors.md") ?? "";
  expect(text.match(/^## .+$/gm)).toEqual(["## @tidemark/reducers"]);
});

test("a link to a page that is not in the tarball points to the repository, with its anchor", () => {
  const text = "See [here](./fields.md), [there](../guides/x.md#how) and [that](https://example.com).";
  expect(textForPackage("concepts/turns", text, new Set(["docs/concepts/fields.md"]))).toBe(
    "See [here](./fields.md), [there](https://github.com/tidemark-js/tidemark/blob/main/docs/guides/x.md#how) and [that](https://example.com).",
  );
});
