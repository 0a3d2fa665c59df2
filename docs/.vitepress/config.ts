import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { writeTwins } from "./markdown-twins.ts";

const docs = path.dirname(import.meta.dirname);

const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(path.join(docs, file), "utf8"))?.[1]?.replaceAll("`", "") ?? file;

/** Pages of a folder with their titles: first those in `first`, then the others by name. */
const pagesOf = (folder: string, first: readonly string[] = []): DefaultTheme.SidebarItem[] => {
  const found = existsSync(path.join(docs, folder)) ? readdirSync(path.join(docs, folder)) : [];
  const pages = found.filter((file) => file.endsWith(".md") && file !== "index.md").map((file) => file.slice(0, -3));
  const order = [...first.filter((page) => pages.includes(page)), ...pages.filter((page) => !first.includes(page)).toSorted()];
  return order.map((page) => ({ text: titleOf(`${folder}/${page}.md`), link: `/${folder}/${page}` }));
};

/** The API pages, which TypeDoc writes before VitePress starts. */
const apiPages = (): DefaultTheme.SidebarItem[] => {
  const file = path.join(docs, "api", "typedoc-sidebar.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
};

type Item = DefaultTheme.SidebarItem;

const itemsOf = ({ items = [] }: Item): readonly Item[] => items;

/** Folder with the pages of one kind of name: `/api/…/functions/`. */
const folderOf = (kind: Item): string => (itemsOf(kind)[0]?.link ?? "").replace(/[^/]*$/, "");

/**
 * API sidebars: one for each kind of name (functions, types, …) of each package entry, with links to the others.
 *
 * VitePress writes the sidebar into the HTML of every page, so one sidebar with all names would be larger than the pages.
 */
const apiSidebars = (): DefaultTheme.SidebarMulti => {
  const packages = apiPages();
  const names = packages.map(({ text = "", link = "" }) => ({ text, link }));
  const sidebars: Record<string, Item[]> = { "/api/": [{ text: "Packages", items: names }] };
  for (const { text = "", link = "", items: entries = [] } of packages) {
    const others = { text: "Packages", items: names };
    const entryLinks = entries.map((entry) => ({ text: entry.text ?? "", link: entry.link ?? "" }));
    sidebars[link] = [{ text, link, items: entryLinks }, others];
    for (const entry of entries) {
      const kinds = itemsOf(entry).map(({ text: kind = "" }) => kind);
      const links = kinds.map((kind) => ({ text: kind, link: `${entry.link}#${kind.toLowerCase().replaceAll(" ", "-")}` }));
      const around = [
        { text: `Entry ${entry.text}`, link: entry.link ?? "", items: links },
        { text, link, items: entryLinks },
        others,
      ];
      sidebars[entry.link ?? ""] = around;
      for (const kind of itemsOf(entry)) sidebars[folderOf(kind)] = [{ text: kind.text ?? "", items: [...itemsOf(kind)] }, ...around];
    }
  }
  return sidebars;
};

/** Pages of a folder by their names, in this order. */
const pages = (folder: string, names: readonly string[]): DefaultTheme.SidebarItem[] =>
  names.map((name) => ({ text: titleOf(path.posix.join(folder, `${name}.md`)), link: path.posix.join("/", folder, name) }));

// The order in which people come: a first program, then their application, one question after another, then what they look up.
const ordered: DefaultTheme.SidebarItem[] = [
  {
    text: "Start",
    items: [
      ...pages("", ["quick-start", "tutorial"]),
      ...pages("guides", ["levels", "fixed-workflow", "going-live"]),
      ...pages("", ["why", "comparison"]),
    ],
  },
  {
    text: "Agents",
    items: pages("guides", [
      "use-your-model",
      "tools-and-approvals",
      "structured-output",
      "answer-from-a-database",
      "mcp-tools",
      "run-agents-in-parallel",
      "supervise-with-a-plan",
      "inside-a-supervisor",
      "deepagents",
      "guardrails",
      "long-conversations",
      "remember-a-user",
      "data-protection",
    ]),
  },
  {
    text: "Front ends",
    items: [
      ...pages("guides", ["connect-a-front-end", "stream-to-a-ui", "approvals-in-a-web-page"]),
      ...pagesOf("guides/front-ends"),
    ],
  },
  {
    text: "In production",
    items: pages("guides", [
      "adopt-in-a-state-graph",
      "move-from-a-stock-saver",
      "migrate-a-state",
      "serverless",
      "more-than-one-process",
      "wait-for-days",
      "operate-workers",
      "check-a-graph",
      "replay-threads",
      "inspect-threads",
      "inspector-compared",
      "trace-your-agents",
    ]),
  },
  {
    text: "Tests",
    items: pages("guides", ["test-a-graph", "test-without-a-model", "evaluate", "write-a-reducer"]),
  },
  {
    text: "Concepts",
    items: pages("concepts", [
      "fields",
      "lifetimes",
      "turns",
      "sessions",
      "consistency",
      "single-writer",
      "agents",
      "contexts",
      "plans",
      "approvals",
      "handoffs",
      "limits",
      "events",
      "checkpoints",
      "budgets",
      "reducer-laws",
      "flows",
    ]),
  },
  {
    text: "Reference",
    items: [...pages("", ["glossary"]), ...pages("concepts", ["field-table", "errors"])],
  },
  { text: "Examples", items: pagesOf("examples", ["scheduler", "travel", "research"]) },
  { text: "Coming from", items: pagesOf("guides/coming-from") },
  { text: "Internals", items: pagesOf("internals") },
];

const listed = new Set(ordered.flatMap(itemsOf).map(({ link }) => link));
/** Pages that no group lists, at the end. */
const others = [...pagesOf("guides"), ...pagesOf("concepts")].filter(({ link }) => !listed.has(link));
const guide = others.length === 0 ? ordered : [...ordered, { text: "More", items: others }];

// Groups that open and close have a button inside a button, which screen readers do not reach: many pages get their own sidebar.
const decisions: DefaultTheme.SidebarItem = {
  text: "Decisions",
  items: [{ text: "All decisions", link: "/decisions/" }, ...pagesOf("decisions")],
};

interface PageEnvironment {
  readonly relativePath: string;
}

/**
 * Text of a page that the search reads: what a page explains, without its programs, and of an API page its name and first sentences. A name
 * has one page of `tidemark`, and another one of the package that it is from, which is left out.
 */
function searchableText(source: string, page: string): string {
  if (page.startsWith("api/") && !page.startsWith("api/tidemark/")) return "";
  const text = source.replaceAll(/^\s*```[^]*?^\s*```/gm, "");
  if (!page.startsWith("api/")) return text;
  const [heading = "", sentences = ""] = text.split(/\n{2,}/).filter((part) => /^(# |[A-Z`])/.test(part) && !/^Defined in/.test(part));
  return `${heading}\n\n${sentences}`;
}

// An inline icon: VitePress fetches named icons from a service.
const sourceIcon = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" style="fill:none"><path d="m8 7-5 5 5 5M16 7l5 5-5 5"/></svg>`;

/** Pages with wide tables, shown without an outline. */
const tablePages = new Set(["concepts/field-table.md", "concepts/errors.md"]);

const description = "Typed, owned, turn-scoped state for LangGraph.js agents.";

export default defineConfig({
  title: "Tidemark",
  description,
  lang: "en",
  lastUpdated: false,
  cleanUrls: true,
  metaChunk: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/tidemark.svg" }]],
  markdown: {
    // The usual themes of code have too little contrast for comments and keywords.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      const fence = md.renderer.rules.fence;
      // Removes the marks of the gate doc-examples, such as `continues`, after the language of a fence.
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index];
        if (token !== undefined) token.info = token.info.replace(/ (continues|does-not-compile|ignore)\b/g, "");
        return fence?.(tokens, index, ...rest) ?? "";
      };
      const code = md.renderer.rules["code_inline"];
      // Lets long names wrap between words.
      md.renderer.rules["code_inline"] = (tokens, index, ...rest) =>
        (code?.(tokens, index, ...rest) ?? "").replace(/(?<=>[^<>]*[_/])(?=\w)/g, "<wbr>");
      const open = md.renderer.rules["table_open"];
      // Wraps a wide table so that it scrolls on its own, also by keyboard.
      md.renderer.rules["table_open"] = (tokens, index, options, env, self) =>
        `<div class="wide" tabindex="0">${open?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)}`;
      md.renderer.rules["table_close"] = (tokens, index, options, _env, self) =>
        `${self.renderToken(tokens, index, options)}</div>`;
    },
  },
  transformPageData: ({ relativePath, frontmatter }) =>
    tablePages.has(relativePath) ? { frontmatter: { ...frontmatter, aside: false } } : {},
  transformHead: ({ page }) => [["link", { rel: "alternate", type: "text/markdown", href: `/${page}` }]],
  buildEnd: (site) => writeTwins(site, { title: "Tidemark", description, sections: [...guide, decisions] }),
  // The search index is a single chunk, loaded on the first search.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    logo: "/tidemark.svg",
    search: {
      provider: "local",
      options: {
        _render: (source, env: PageEnvironment, md) => md.render(searchableText(source, env.relativePath), env),
        miniSearch: {
          // VitePress writes these functions into the pages, so they name nothing outside of themselves.
          options: {
            processTerm(term: string) {
              const word = term.toLowerCase();
              const isCommon = /^(.|[0-9]+|an|and|are|as|at|be|by|do|for|from|has|have|if|in|into|is|it|its|not|of|on|or|so|than|that|the|then|they|this|to|with|you|your)$/u;
              return isCommon.test(word) ? null : word;
            },
          },
          searchOptions: {
            prefix: (term: string) => term.length > 2,
            fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
            // Ranks explanatory pages above API pages.
            boostDocument: (id: string) => (id.startsWith("/api/") ? 0.5 : 1),
          },
        },
      },
    },
    nav: [
      { text: "Quick start", link: "/quick-start" },
      { text: "Tutorial", link: "/tutorial" },
      { text: "Concepts", link: "/concepts/fields" },
      { text: "Examples", link: "/examples/scheduler", activeMatch: "/examples/" },
      { text: "Comparison", link: "/comparison" },
      { text: "API", link: "/api/" },
    ],
    sidebar: {
      ...apiSidebars(),
      "/decisions/": [decisions],
      "/": [...guide, { text: "Decisions", items: [{ text: "All decisions", link: "/decisions/" }] }],
    },
    socialLinks: [{ icon: { svg: sourceIcon }, ariaLabel: "Sources", link: "https://github.com/tidemark-js/tidemark" }],
    outline: [2, 3],
  },
});
