import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readFences } from "../doc-fences.ts";
import { type Gate, fromProblems } from "../gate-contract.ts";
import { readJson } from "../manifest.ts";
import { listFiles } from "../source-files.ts";

const documents =
  /^(README|CONTRIBUTING|AGENTS|ARCHITECTURE|SECURITY)[.]md$|^(packages|examples)\/[^/]+\/README[.]md$|^docs\/.*[.]md$/;
const shells = new Set(["sh", "bash", "shell", "console"]);
const commandWord = /^(pnpm|npx|npm|node|git|[.]ci\/run|[.]\/[.]ci\/run)( |$)/;

/** One spelling for the ways to call pnpm. */
const normalize = (command: string): string =>
  command
    .replace(/\s+#.*$/, "")
    .replace(/^\$ /, "")
    .replace(/^echo .* \| /, "")
    .replace(/^([A-Z_]+=\S+ )+/, "")
    .replace(/^npx (-y|--yes) pnpm@\S+/, "pnpm")
    .replace(/^pnpm run /, "pnpm ")
    .replace(/^[.]\/[.]ci/, ".ci")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The shell commands that a Markdown text tells its reader to type. */
function readCommands(text: string): readonly string[] {
  const fenced = readFences("", text)
    .filter((fence) => shells.has(fence.language))
    .flatMap((fence) => fence.code.replaceAll("\\\n", " ").split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const prose = text.replaceAll(/^([ \t]*)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm, "");
  const inline = [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)]
    .map((match) => match[1] ?? "")
    .filter((code) => commandWord.test(code));
  return [...new Set([...fenced, ...inline].map(normalize))];
}

/** Installing what we publish, with its peers: the consumer gate does it from the tarballs. */
const installation = /^npm install( (@tidemark\/[\w-]+|@langchain\/(core|langgraph)|zod|fast-check))+$/;

const workflowFiles = /^[.]ci\/run$|^[.]github\/workflows\/.*[.]ya?ml$/;

const readRunCommands = (root: string): ReadonlySet<string> => {
  const lines = listFiles(root, workflowFiles).flatMap((file) =>
    readFileSync(path.join(root, file), "utf8").split("\n"),
  );
  return new Set(lines.map((line) => normalize(line.trim().replace(/^(- )?run: /, ""))));
};

/** Every command that a document names is run by CI, or stands on the list with the reason why not. */
export const commands: Gate = {
  name: "commands",
  holds: "every command a document names is run by CI, or tooling/commands.json says why not",
  run(root) {
    const list = path.join(root, "tooling", "commands.json");
    const allowed = existsSync(list) ? readJson<Readonly<Record<string, string>>>(list) : {};
    const run = readRunCommands(root);
    const named = new Map<string, string>();
    for (const file of listFiles(root, documents)) {
      for (const command of readCommands(readFileSync(path.join(root, file), "utf8"))) named.set(command, file);
    }
    const problems = [
      ...[...named]
        .filter(([command]) => !run.has(command) && !Object.hasOwn(allowed, command) && !installation.test(command))
        .map(([command, file]) => `${file} names \`${command}\`, which CI does not run.`),
      ...Object.keys(allowed)
        .filter((command) => !named.has(command))
        .map((command) => `tooling/commands.json lists \`${command}\`, which no document names.`),
      ...Object.entries(allowed)
        .filter(([, reason]) => reason.trim().length < 10)
        .map(([command]) => `tooling/commands.json gives no reason for \`${command}\`.`),
    ];
    return Promise.resolve(fromProblems(problems, `${named.size} commands, ${Object.keys(allowed).length} by reason`));
  },
};
