import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { listFiles } from "../source-files.ts";

const documents = /^[A-Z]+[.]md$|^(packages|examples|benchmarks|docs)\/(.+\/)?[^/]+[.]md$/;

/** The documents without their code, in which brackets mean something else. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/^([ \t]*)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, " "));

/** The anchor that GitHub and the site give to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replaceAll(/^([ \t]*)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm, "").matchAll(/^#{1,6} (.+)$/gm)].map((match) =>
      anchorOf(match[1] ?? ""),
    ),
  );

/** Made at each build: the API pages, and what the site writes for programs. */
const generated = /^docs\/(api\/|llms(-full)?[.]txt$)/;

/** Every link from a document to a file of the repository, or to a heading, leads somewhere. */
export const links: Gate = {
  name: "links",
  holds: "every link between documents leads to a file that exists, and to a heading that it has",
  run(root) {
    const files = listFiles(root, documents);
    const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
    let count = 0;
    const problems = files.flatMap((file) => {
      const found = [...proseOf(read(file)).matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)];
      count += found.length;
      return found.flatMap(([, to = "", anchor]) => {
        const target = to.startsWith("/") ? `docs${to}` : path.posix.join(path.posix.dirname(file), to);
        const place = to === "" ? file : target;
        if (generated.test(place)) return [];
        if (!existsSync(path.join(root, place))) return [`${file} links to ${place}, which is not there.`];
        if (anchor === undefined || !place.endsWith(".md")) return [];
        return anchorsOf(read(place)).has(decodeURIComponent(anchor))
          ? []
          : [`${file} links to #${anchor} of ${place}, which has no such heading.`];
      });
    });
    return Promise.resolve(fromProblems(problems, `${count} links in ${files.length} documents`));
  },
};
