import { readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { readFences } from "../doc-fences.ts";
import { readJson } from "../manifest.ts";
import { listFiles } from "../source-files.ts";

const documents =
  /^(README|CONTRIBUTING|AGENTS|ARCHITECTURE|SECURITY)[.]md$|^(packages|examples|benchmarks)\/[^/]+\/README[.]md$|^docs\/.*[.]md$/;
const workflows = /^[.]ci\/run$|^[.]github\/workflows\/.*[.]ya?ml$/;

/** Commands that CI cannot type, with what it does instead. */
const notTyped: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^pnpm bench$/, "takes half an hour; the nightly run does `pnpm bench --quick`"],
  [/^pnpm changeset$/, "asks questions; `changeset status` reads the answers"],
  [/^node benchmarks\/src\/[\w-]+[.]ts$/, "one part of `pnpm bench`"],
  [/^node examples\/scheduler\/benchmarks\/ten-thousand-events[.]ts$/, "measures, and has no result that could be wrong"],
  [/^npm (install|start)$/, "for a copy of an example: the gate copied-examples"],
  [/^npm install( (@tidemark|@langchain)\/[\w-]+| tidemark| zod)+$/, "the gate consumer installs the tarballs"],
];

/** One spelling for the ways to call pnpm. */
const normalize = (command: string): string =>
  command
    .trim()
    .replace(/^(- )?run: /, "")
    .replace(/\s+(#.*|&)$/, "")
    .replace(/^echo .* \| /, "")
    .replace(/^([A-Z_]+=\S+ )+/, "")
    .replace(/^npx (-y|--yes) pnpm@\S+/, "pnpm")
    .replace(/^pnpm run /, "pnpm ")
    .replaceAll(/\s+/g, " ");

/** Commands of a document: the lines of its shell fences, and what its prose shows in code style. */
const readCommands = (text: string): readonly string[] => {
  const fences = readFences("", text);
  const typed = fences
    .filter(({ language, reason }) => ["sh", "bash", "shell", "console"].includes(language) && reason === undefined)
    .flatMap(({ code }) => code.split("\n"))
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const prose = text.replaceAll(/^([ \t]*)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm, "");
  const shown = [...prose.matchAll(/(?<!`)`((?:pnpm|npx|npm|node|[.]ci\/run)(?: [^`\n]+)?)`(?!`)/g)];
  return [...typed, ...shown.map(([, command = ""]) => command)].map(normalize).filter((each) => each !== "node");
};

/** CI runs every command that a document tells its reader to type. */
export const commands: Check = (root) => {
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const { scripts = {} } = readJson<{ readonly scripts?: Readonly<Record<string, string>> }>(path.join(root, "package.json"));
  const run = new Set([
    ...listFiles(root, workflows).flatMap((file) => [file, ...read(file).split("\n").map(normalize)]),
    ...(scripts["check"] ?? "").split(" ").map((task) => `pnpm ${task}`),
  ]);
  const named = listFiles(root, documents).flatMap((file) => readCommands(read(file)).map((each) => [file, each] as const));
  const problems = named
    .filter(([, command]) => !run.has(command) && !notTyped.some(([pattern]) => pattern.test(command)))
    .map(([file, command]) => `${file} names \`${command}\`, which CI does not run.`);
  for (const [pattern] of notTyped) {
    if (!named.some(([, command]) => pattern.test(command))) problems.push(`No document names ${pattern.source}.`);
  }
  return { problems, fact: `${named.length} commands` };
};

if (import.meta.main) await runCheck(commands);
