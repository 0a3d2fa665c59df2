import { readFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "../check.ts";
import { documents, readFences } from "../doc-fences.ts";
import { readManifest } from "../manifest.ts";
import { listFiles } from "../source-files.ts";

const workflows = /^[.]ci\/run$|^[.]github\/workflows\/.*[.]ya?ml$/;

/** Commands that CI does not run. */
const excluded: readonly RegExp[] = [
  // Takes half an hour. The nightly run does `pnpm bench --quick`, which starts the programs in benchmarks/src.
  /^pnpm bench$|^node (--expose-gc )?benchmarks\/src\/[\w-]+[.]ts$/,
  // Takes minutes. The slow tests run its worlds and explorations.
  /^pnpm simulate( --[\w-]+( ([\w,]+|"[\w?,@ ]+"))?)*$/,
  // Interactive. `changeset status` validates its result.
  /^pnpm changeset$/,
  // For operators. Tests of packages/tidemark run those of the guides as processes.
  /^tidemark (worker|send|status) /,
  // For users. `pnpm rehearse` types it.
  /^npm create tidemark@latest( my-app( --.*)?)?$/,
  // For users. The gate consumers creates an application with the packages of this repository.
  /^pnpm create-app [.][.]\/my-app( --template \w+)?$/,
  // For users. The gate consumers installs the tarballs and applications made from the examples, and runs them.
  /^npm (install|start)$|^npm install( (@tidemark|@langchain)\/[\w-]+| tidemark| zod)+$/,
  // Tests of both examples run their recorded conversations. Recording one needs a model.
  /^pnpm --filter (scheduler|travel) recorded$|^node [\w/]+\/recorded[.]ts --record gpt-5-mini$/,
  // The tests of packages/inspect and tests/check run these commands on temporary databases and applications.
  /^npx tidemark (check|replay|case|inspect|threads|steps|state|diff|blame|why|field|proposals|calls|share) [\w .:/>-]+$|^npx tidemark case$/,
];

/** Converts all forms of a pnpm command to one. */
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

/** Commands of a document: the lines of its shell fences, and commands in code style in its text. */
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

/** CI runs every command that a document names. */
export const commands: Check = (root) => {
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const { scripts } = readManifest(root);
  const run = new Set([
    ...listFiles(root, workflows).flatMap((file) => [file, ...read(file).split("\n").map(normalize)]),
    ...(scripts?.["check"] ?? "").split(" ").flatMap((task) => [`pnpm ${task}`, scripts?.[task] ?? ""]),
  ]);
  const named = listFiles(root, documents).flatMap((file) =>
    readCommands(read(file)).map((each) => [file, each] as const),
  );
  const problems = named
    .filter(([, command]) => !run.has(command) && !excluded.some((pattern) => pattern.test(command)))
    .map(([file, command]) => `${file} names \`${command}\`, which CI does not run.`);
  return { problems, fact: `${named.length} commands` };
};

if (import.meta.main) await runCheck(commands);
