import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { listFiles } from "../source-files.ts";

const documents = /^[A-Z]+[.]md$|^(packages|examples|benchmarks|docs)\/(.+\/)?[^/]+[.]md$/;
const fences = /^([ \t]*)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm;

/** A file of the repository in code style: `packages/agents/test/limits.test.ts`. */
const named = /`((?:packages|examples|tests|benchmarks|tooling|docs)\/[\w./-]+[.](?:[cm]?[jt]s|json|md))`/g;

/** Files that builds and benchmarks write, and that are never committed. */
const generated = /^docs\/(api\/|llms(-full)?[.]txt$)|^benchmarks\/results[.]json$/;

/** Anchor of a heading on GitHub and on the site. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");

const hasHeading = (text: string, anchor: string): boolean =>
  [...text.replaceAll(fences, "").matchAll(/^#{1,6} (.+)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor);

/** Every link in a document points to an existing file and heading, and every file that it names exists. */
export const links: Check = (root) => {
  const files = listFiles(root, documents);
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const problems = files.flatMap((file) => {
    const text = read(file).replaceAll(fences, "");
    const prose = text.replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, " "));
    const found = [...prose.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
    const paths = [...text.matchAll(named)].map(([, to = ""]) => to).filter((to) => !generated.test(to));
    return [
      ...paths
        .filter((to) => !existsSync(path.join(root, to)))
        .map((to) => `${file} names ${to}, which does not exist.`),
      ...found.flatMap(([, to = "", anchor]) => {
        const target = to.startsWith("/") ? `docs${to}` : path.posix.join(path.posix.dirname(file), to);
        const place = to === "" ? file : target;
        if (generated.test(place)) return [];
        if (!existsSync(path.join(root, place))) return [`${file} links to ${place}, which does not exist.`];
        if (anchor === undefined || !place.endsWith(".md") || hasHeading(read(place), decodeURIComponent(anchor)))
          return [];
        return [`${file} links to #${anchor} of ${place}, which has no such heading.`];
      }),
    ];
  });
  return { problems, fact: `${files.length} documents` };
};

if (import.meta.main) await runCheck(links);
