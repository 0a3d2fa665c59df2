import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { workspaceRoot } from "./command.ts";
import { readManifest } from "./manifest.ts";

const home = "https://github.com/tidemark-js/tidemark/blob/main/";

/** Which pages of `docs` travel in the tarball of which package; each page in one, the errors in all, each its own. */
export const pagesOfPackages: Readonly<Record<string, readonly string[]>> = {
  "@tidemark/reducers": ["concepts/reducer-laws", "guides/write-a-reducer"],
  "@tidemark/core-state": [
    "why",
    "quick-start",
    "concepts/fields",
    "concepts/lifetimes",
    "concepts/field-table",
    "guides/adopt-in-a-state-graph",
  ],
  "@tidemark/state-manager": [
    "concepts/turns",
    "concepts/single-writer",
    "concepts/sessions",
    "concepts/contexts",
    "concepts/budgets",
    "concepts/flows",
    "guides/migrate-a-state",
    "guides/test-a-graph",
  ],
  "@tidemark/agents": [
    "concepts/agents",
    "concepts/plans",
    "concepts/handoffs",
    "concepts/approvals",
    "concepts/limits",
    "concepts/events",
    "guides/supervise-with-a-plan",
    "guides/inside-a-supervisor",
    "guides/approvals-in-a-web-page",
    "guides/stream-to-a-ui",
    "guides/test-without-a-model",
  ],
  "@tidemark/checkpoint": [],
};

const errorsPage = "concepts/errors";

/** The error page with the tables of one package alone. */
const errorsOf = (text: string, name: string): string => {
  const [opening = "", ...sections] = text.split(/^(?=## @)/m);
  return [opening, ...sections.filter((section) => section.startsWith(`## ${name}\n`))].join("");
};

/** The text of a page whose links to what is not in the tarball lead to the repository. */
export function textForPackage(page: string, text: string, shipped: ReadonlySet<string>): string {
  const folder = path.posix.dirname(`docs/${page}`);
  return text.replaceAll(/(\]\()(?![a-z]+:|#)([^)\s#]+)([^)]*\))/g, (link, open: string, to: string, rest: string) => {
    const target = to.startsWith("/") ? `docs${to}` : path.posix.join(folder, to);
    return shipped.has(target) ? link : `${open}${home}${target}${rest}`;
  });
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? "";

/** Every file of a package's `docs` folder, by its path in it. */
export function docsOfPackage(root: string, name: string): ReadonlyMap<string, string> {
  const pages = [...(pagesOfPackages[name] ?? []), errorsPage];
  const shipped = new Set(pages.map((page) => `docs/${page}.md`));
  const files = new Map<string, string>();
  for (const page of pages) {
    const text = readFileSync(path.join(root, "docs", `${page}.md`), "utf8");
    const own = page === errorsPage ? errorsOf(text, name) : text;
    files.set(`${page}.md`, textForPackage(page, own, shipped));
  }
  const list = [...files].map(([file, text]) => `- [${titleOf(text)}](./${file})`);
  const readme = `# ${name}\n\nThe pages of the documentation that are about this package. All of them: <${home}docs>.\n\n${list.join("\n")}\n`;
  return new Map([["README.md", readme], ...files]);
}

/** Writes the `docs` folder of a package, as its tarball holds it. */
export function writePackageDocs(root: string, packageFolder: string): void {
  const target = path.join(packageFolder, "docs");
  if (existsSync(target)) rmSync(target, { recursive: true });
  for (const [file, text] of docsOfPackage(root, readManifest(packageFolder).name ?? "")) {
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    writeFileSync(path.join(target, file), text);
  }
}

// pnpm runs this in the folder of the package before it packs it.
if (import.meta.main) writePackageDocs(workspaceRoot, process.cwd());
