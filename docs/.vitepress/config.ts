import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";

const docs = path.dirname(import.meta.dirname);

const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(path.join(docs, file), "utf8"))?.[1]?.replaceAll("`", "") ?? file;

/** Every page of a folder, by its own title. */
const pagesOf = (folder: string, first: readonly string[] = []): DefaultTheme.SidebarItem[] => {
  const found = existsSync(path.join(docs, folder)) ? readdirSync(path.join(docs, folder)) : [];
  const pages = found.filter((file) => file.endsWith(".md") && file !== "index.md").map((file) => file.slice(0, -3));
  const order = [...first.filter((page) => pages.includes(page)), ...pages.filter((page) => !first.includes(page)).toSorted()];
  return order.map((page) => ({ text: titleOf(`${folder}/${page}.md`), link: `/${folder}/${page}` }));
};

/** The pages that TypeDoc made, which stand here before VitePress starts. */
const apiPages = (): DefaultTheme.SidebarItem[] => {
  const file = path.join(docs, "api", "typedoc-sidebar.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
};

const guide: DefaultTheme.SidebarItem[] = [
  { text: "Start", items: [{ text: "Quick start", link: "/quick-start" }] },
  {
    text: "Concepts",
    items: pagesOf("concepts", [
      "fields",
      "lifetimes",
      "turns",
      "single-writer",
      "sessions",
      "checkpoints",
      "contexts",
      "budgets",
      "flows",
      "agents",
      "plans",
      "handoffs",
      "approvals",
      "limits",
      "events",
      "reducer-laws",
      "errors",
      "field-table",
    ]),
  },
  {
    text: "Guides",
    items: pagesOf("guides", [
      "supervise-with-a-plan",
      "inside-a-supervisor",
      "approvals-in-a-web-page",
      "stream-to-a-ui",
      "test-without-a-model",
      "test-a-graph",
      "move-from-a-stock-saver",
    ]),
  },
  { text: "Internals", items: pagesOf("internals") },
  { text: "Decisions", items: [{ text: "All decisions", link: "/decisions/" }, ...pagesOf("decisions")] },
];

export default defineConfig({
  title: "Tidemark",
  description: "Typed, owned, turn-scoped state for LangGraph.js agents.",
  lang: "en",
  lastUpdated: false,
  cleanUrls: true,
  metaChunk: true,
  // The search index is one chunk by nature, and loaded only when someone searches.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Quick start", link: "/quick-start" },
      { text: "Concepts", link: "/concepts/fields" },
      { text: "API", link: "/api/" },
    ],
    sidebar: { "/api/": apiPages(), "/": guide },
    socialLinks: [{ icon: "github", link: "https://github.com/tidemark-js/tidemark" }],
    outline: [2, 3],
  },
});
