import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "./check.ts";
import { runCommand, workspaceRoot } from "./command.ts";
import { type Fence, listFences } from "./doc-fences.ts";
import { temporaryFolder } from "./fixture.ts";
import { lineAt, parseText, walk } from "./syntax.ts";

/** One module made of a fence and those that continue it. */
interface Example {
  readonly place: string;
  readonly file: string;
  readonly name: string;
  readonly code: string;
  readonly compiles: boolean;
  readonly expected: readonly string[];
}

const languages = new Set(["ts", "typescript", "mts"]);
const knownMarks = new Set(["continues", "does-not-compile", "ignore"]);

/** The lines that the author says the code prints, and the calls that print without saying what. */
function readExpected(code: string): {
  readonly expected: readonly string[];
  readonly silent: readonly number[];
} {
  const source = parseText("fence.ts", code);
  const comments = new Map(
    source.comments.filter((each) => each.kind === "Line").map((each) => [lineAt(code, each.start), each] as const),
  );
  const codeLines = code.split("\n");
  const expected: string[] = [];
  const silent: number[] = [];
  walk(source.program, (node) => {
    if (node.type !== "CallExpression" || !/^console[.]log\(/.test(code.slice(node.start, node.end))) return;
    const line = lineAt(code, node.end);
    const beside = comments.get(line);
    const said: string[] = [];
    if (beside !== undefined && beside.start >= node.end) said.push(beside.text.slice(1));
    else {
      for (let next = line + 1; codeLines[next - 1]?.trimStart().startsWith("//") === true; next += 1) {
        said.push((comments.get(next)?.text ?? "").slice(1));
      }
    }
    if (said.length === 0) silent.push(line);
    expected.push(...said);
  });
  return { expected, silent };
}

/** What is wrong with how a fence is marked. */
const markProblems = (fence: Fence): readonly string[] => {
  const place = `${fence.file}:${fence.line}`;
  const unknown = fence.marks.filter((mark) => !knownMarks.has(mark) && !/^[[{]/.test(mark));
  return [
    ...unknown.map((mark) => `${place} has the unknown mark "${mark}".`),
    ...(fence.marks.includes("ignore") && fence.reason === undefined
      ? [`${place} is ignored without a reason: put <!-- not run: why --> above the fence, or let it run.`]
      : []),
  ];
};

const toExamples = (fences: readonly Fence[]): readonly Example[] => {
  const examples: { place: string; file: string; first: number; code: string; compiles: boolean }[] = [];
  for (const fence of fences) {
    if (!languages.has(fence.language) || fence.marks.includes("ignore")) continue;
    // What does not compile is shown in passing; the page goes on from the fence before it.
    const last = examples.findLast(({ compiles, file }) => compiles && file === fence.file);
    if (fence.marks.includes("continues") && last !== undefined) {
      const written = last.first - 1 + last.code.split("\n").length;
      last.code += "\n".repeat(Math.max(1, fence.line - written)) + fence.code;
    } else {
      const compiles = !fence.marks.includes("does-not-compile");
      examples.push({
        place: `${fence.file}:${fence.line}`,
        file: fence.file,
        first: fence.line,
        code: fence.code,
        compiles,
      });
    }
  }
  return examples.map(({ first, code, ...rest }, index) => ({
    ...rest,
    // The padding keeps the line numbers of the document in every message.
    code: `${"\n".repeat(first - 1)}${code}\nexport {};\n`,
    expected: readExpected(code).expected,
    name: `${String(index).padStart(3, "0")}-${rest.file.replaceAll(/[^\w]+/g, "-")}.ts`,
  }));
};

/** The dependencies an example may import: those of its own workspace package, else those of the documentation. */
const dependenciesFor = (root: string, file: string): string => {
  const own = /^examples\/[^/]+/.exec(file)?.[0] ?? "docs";
  const folder = path.join(root, own, "node_modules");
  return existsSync(folder) ? folder : path.join(workspaceRoot, "docs", "node_modules");
};

const writeExamples = (root: string, folder: string, examples: readonly Example[]): void => {
  for (const example of examples) {
    const target = path.join(folder, folderOf(example));
    mkdirSync(target, { recursive: true });
    const link = path.join(target, "node_modules");
    if (!existsSync(link)) symlinkSync(dependenciesFor(root, example.file), link, "junction");
    writeFileSync(path.join(target, example.name), example.code);
  }
  const base = path.join(workspaceRoot, "tsconfig.base.json");
  const types = { types: ["node"], typeRoots: [path.join(workspaceRoot, "node_modules", "@types")] };
  writeFileSync(path.join(folder, "package.json"), `{ "type": "module" }\n`);
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ extends: base, compilerOptions: types, include: ["*/*.ts"] }),
  );
};

const folderOf = (example: Example): string => /^examples\/([^/]+)/.exec(example.file)?.[1] ?? "docs";

const compileExamples = async (folder: string, examples: readonly Example[]): Promise<readonly string[]> => {
  const { code, output } = await runCommand("tsc", ["--noEmit", "--pretty", "false", "-p", folder], { cwd: folder });
  const messages = output.split("\n").filter((line) => line.includes(": error TS"));
  const broken = new Map<string, string[]>();
  for (const message of messages) {
    const name = /([^/\\(]+[.]ts)\(/.exec(message)?.[1] ?? "";
    broken.set(name, [...(broken.get(name) ?? []), message.replace(/^.*?[.]ts\((\d+),\d+\): /, "$1: ")]);
  }
  const problems = examples.flatMap((example) => {
    const found = broken.get(example.name) ?? [];
    if (example.compiles) return found.map((message) => `${example.file}:${message}`);
    return found.length === 0 ? [`${example.place} is marked does-not-compile, but compiles.`] : [];
  });
  return code !== 0 && messages.length === 0 ? [...problems, output] : problems;
};

interface Printed {
  readonly name: string;
  readonly printed: string;
  readonly error?: string;
}

const runExamples = async (folder: string, examples: readonly Example[]): Promise<readonly string[]> => {
  if (examples.length === 0) return [];
  const runner = path.join(import.meta.dirname, "doc-example-runner.ts");
  const files = examples.map((example) => path.join(folder, folderOf(example), example.name));
  const report = path.join(folder, "report.jsonl");
  writeFileSync(report, "");
  const { code, output } = await runCommand("node", [runner, report, ...files], { cwd: folder });
  const results = readFileSync(report, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner wrote it
    .map((line) => JSON.parse(line) as Printed);
  const failed = code === 0 ? [] : [`The examples ended with exit code ${code}:\n${output}`];
  const problems = examples.flatMap((example) => {
    const result = results.find((each) => each.name === example.name);
    if (result === undefined) return [`${example.place} did not run.`];
    if (result.error !== undefined)
      return [`${example.place} throws:\n${result.error.split("\n").slice(0, 6).join("\n")}`];
    const wanted = example.expected.map((line) => line.trimEnd()).join("\n");
    const printed = result.printed
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n");
    return printed === wanted ? [] : [`${example.place} says it prints\n${wanted}\nbut prints\n${printed}`];
  });
  return [...problems, ...failed];
};

/** Every TypeScript fence of READMEs, documentation and doc comments compiles, runs and prints what its comments say. */
export const docExamples: Check = async (root) => {
  const fences = listFences(root).filter((fence) => languages.has(fence.language));
  const examples = toExamples(fences);
  const silent = examples.flatMap((example) =>
    readExpected(example.code).silent.map((line) => `${example.file}:${line} prints, but does not say what.`),
  );
  using folder = temporaryFolder("doc-examples-");
  writeExamples(root, folder.path, examples);
  const runnable = examples.filter((example) => example.compiles);
  const [compiled, ran] = await Promise.all([
    compileExamples(folder.path, examples),
    runExamples(folder.path, runnable),
  ]);
  const lines = runnable.reduce((total, example) => total + example.expected.length, 0);
  return {
    problems: [...fences.flatMap(markProblems), ...silent, ...compiled, ...ran],
    fact: `${runnable.length} examples, ${lines} printed lines`,
  };
};

if (import.meta.main) await runCheck(docExamples);
