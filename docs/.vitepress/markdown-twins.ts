import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme, SiteConfig } from "vitepress";

/** Title, description and sections of the site in llms.txt. */
interface TwinOptions {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly DefaultTheme.SidebarItem[];
}

interface Twin {
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? "";

/** The first paragraph of a page, as one line. */
const summaryOf = (text: string): string => {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim());
  const first = blocks.find((block) => /^[\w*`"[]/.test(block) && !/^(\[API\]|Status:)/.test(block)) ?? "";
  const line = first.replaceAll(/\s+/g, " ").replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("**", "");
  return /^.*?[.:](?= |$)/.exec(line)?.[0].replace(/:$/, ".") ?? line;
};

/** Text of a page without the parts that only the site needs: front matter, scripts, boxes, marks of the gates. Pictures become their descriptions. */
function plainText(source: string, others: readonly { readonly link: string; readonly title: string }[]): string {
  const list = others.map(({ link, title }) => `- [${title}](${link})`).join("\n");
  return `${source
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replaceAll(/<script setup>[\s\S]*?<\/script>\n*/g, "")
    .replaceAll(/<ul>\s*<li v-for[\s\S]*?<\/ul>/g, () => list)
    .replaceAll(/^<\/?div[^>]*>\n/gm, "")
    .replaceAll(/\{target="_self"\}/g, "")
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, "$1.")
    .replaceAll(/^(\s*```ts) continues$/gm, "$1")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

const readTwins = (site: SiteConfig): readonly Twin[] => {
  const read = (page: string): string => readFileSync(path.join(site.srcDir, page), "utf8");
  return site.pages.map((page) => {
    const folder = path.posix.dirname(page);
    const siblings = site.pages
      .filter((other) => path.posix.dirname(other) === folder && other !== page)
      .map((other) => ({ link: `./${path.posix.basename(other)}`, title: titleOf(read(other)) }));
    const text = plainText(read(page), siblings);
    return { page, title: titleOf(text), text };
  });
};

/** Relative links of a text that do not point to a twin. */
const deadLinks = ({ page, text }: Twin, known: ReadonlySet<string>): readonly string[] =>
  [...text.replaceAll(/^([ \t]*)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm, "").matchAll(/\]\((?![a-z]+:|#|\/)([^)\s#]+)[^)]*\)/g)]
    .map((match) => path.posix.join(path.posix.dirname(page), decodeURI(match[1] ?? "")))
    .filter((target) => !known.has(target))
    .map((target) => `${page} links to ${target}`);

const pageAt = (link: string): string => (link.endsWith("/") ? `${link}index.md` : `${link}.md`).slice(1);

/** One line for each page of the sidebar, under the heading of its section. */
const linesOf = (sections: readonly DefaultTheme.SidebarItem[], twins: ReadonlyMap<string, Twin>): string =>
  sections
    .map(({ text: heading = "", items = [] }) => {
      const lines = items.map(({ link = "" }) => {
        const twin = twins.get(pageAt(link));
        if (twin === undefined) throw new Error(`The sidebar links to ${link}, which does not exist.`);
        return `- [${twin.title.replaceAll("`", "")}](/${twin.page}): ${summaryOf(twin.text.replace(/^# .+$/m, ""))}`;
      });
      return `## ${heading}\n\n${lines.join("\n")}\n`;
    })
    .join("\n");

/**
 * Writes each page as Markdown next to its HTML, llms.txt with one line for each page, and llms-full.txt with all pages.
 *
 * A link in a twin that does not point to a twin fails the build.
 */
export function writeTwins(site: SiteConfig, { title, description, sections }: TwinOptions): void {
  const all = readTwins(site);
  const known = new Set(all.map(({ page }) => page));
  const dead = all.flatMap((twin) => deadLinks(twin, known));
  if (dead.length > 0) throw new Error(`Markdown twins with dead links:\n${dead.join("\n")}`);
  const write = (file: string, text: string): void => {
    const target = path.join(site.outDir, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  for (const { page, text } of all) write(page, text);
  const twins = new Map(all.map((twin) => [twin.page, twin] as const));
  const packages = [...known].filter((page) => /^api\/@tidemark\/[^/]+\/index[.]md$/.test(page)).toSorted();
  const api = { text: "API", items: packages.map((page) => ({ link: `/${page.slice(0, -"index.md".length)}` })) };
  const listed = [...sections, api];
  const head = `# ${title}\n\n> ${description}\n\nEvery address is that of a Markdown file; without \`.md\` it is the HTML page. [llms-full.txt](/llms-full.txt) contains all pages except those of the API.\n`;
  write("llms.txt", `${head}\n${linesOf(listed, twins)}`);
  const order = ["index.md", ...sections.flatMap(({ items = [] }) => items.map(({ link = "" }) => pageAt(link)))];
  const texts = order.map((page) => `<!-- /${page} -->\n\n${twins.get(page)?.text ?? ""}`);
  write("llms-full.txt", texts.join("\n"));
}
