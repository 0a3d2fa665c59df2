import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { workspaceRoot } from "./command.ts";
import { readJson, readManifest } from "./manifest.ts";

const home = "https://github.com/tidemark-js/tidemark/blob/main/";
const errorsPage = "concepts/errors";

/** Pages of `docs` in the tarball of each package. Each page is in one package; the page of errors is in all, with the tables of the package. */
export const pagesOfPackages = readJson<Readonly<Record<string, readonly string[]>>>(
  path.join(import.meta.dirname, "package-docs.json"),
);

/** The error page with the tables of one package. */
const errorsOf = (text: string, name: string): string => {
  const [opening = "", ...sections] = text.split(/^(?=## @)/m);
  return [opening, ...sections.filter((section) => section.startsWith(`## ${name}\n`))].join("");
};

/** Text of a page, with links to the repository for files that are not in the tarball. */
export const textForPackage = (page: string, text: string, shipped: ReadonlySet<string>): string =>
  text.replaceAll(/(\]\()(?![a-z]+:|#)([^)\s#]+)([^)]*\))/g, (link, open: string, to: string, rest: string) => {
    const target = to.startsWith("/") ? `docs${to}` : path.posix.join(path.posix.dirname(`docs/${page}`), to);
    return shipped.has(target) ? link : `${open}${home}${target}${rest}`;
  });

/** Files of a package's `docs` folder, by path. */
export function docsOfPackage(root: string, name: string): ReadonlyMap<string, string> {
  const pages = [...(pagesOfPackages[name] ?? []), errorsPage];
  const shipped = new Set(pages.map((page) => `docs/${page}.md`));
  const files = pages.map((page) => {
    const text = readFileSync(path.join(root, "docs", `${page}.md`), "utf8");
    return [`${page}.md`, textForPackage(page, page === errorsPage ? errorsOf(text, name) : text, shipped)] as const;
  });
  const list = files.map(([file, text]) => `- [${/^# (.+)$/m.exec(text)?.[1] ?? ""}](./${file})`).join("\n");
  const opening = `Pages of the documentation about this package. All pages: <${home}docs>.`;
  return new Map([["README.md", `# ${name}\n\n${opening}\n\n${list}\n`], ...files]);
}

// pnpm runs this in the folder of a package before it packs the package.
if (import.meta.main) {
  rmSync("docs", { recursive: true, force: true });
  for (const [file, text] of docsOfPackage(workspaceRoot, readManifest(".").name)) {
    mkdirSync(path.dirname(path.join("docs", file)), { recursive: true });
    writeFileSync(path.join("docs", file), text);
  }
}
