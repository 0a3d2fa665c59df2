import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Check, runCheck } from "./check.ts";
import { runCommand, workspaceRoot } from "./command.ts";
import { type Fence, listFences } from "./doc-fences.ts";
import { temporaryFolder } from "./fixture.ts";
import { lineAt, parseText, walk } from "./syntax.ts";

/** One module: a fence and the fences that continue it. */
interface Example {
  readonly place: string;
  readonly file: string;
  readonly name: string;
  readonly code: string;
  readonly compiles: boolean;
  /** False for a file that another module of its page uses, such as a program that it starts. */
  readonly runs: boolean;
}

const languages = new Set(["ts", "typescript", "mts"]);
const knownMarks = new Set(["continues", "does-not-compile", "ignore"]);
/** The mark `file=name.ts` writes the code into this file, beside the modules of its page. */
const fileMark = /^file=([\w-]+[.]ts)$/;

/** Expected lines in the comments of the code, and calls of `console.log` without such a comment. */
const readExpected = (code: string): { readonly expected: readonly string[]; readonly silent: readonly number[] } => {
  const source = parseText("fence.ts", code);
  const comments = new Map(
    source.comments.filter(({ kind }) => kind === "Line").map((each) => [lineAt(code, each.start), each] as const),
  );
  const lines = code.split("\n");
  const expected: string[] = [];
  const silent: number[] = [];
  walk(source.program, (node) => {
    if (node.type !== "CallExpression" || !/^console[.]log\(/.test(code.slice(node.start, node.end))) return;
    const line = lineAt(code, node.end);
    const beside = comments.get(line);
    const printed: string[] = [];
    if (beside !== undefined && beside.start >= node.end) printed.push(beside.text.slice(1));
    else {
      for (let next = line + 1; lines[next - 1]?.trimStart().startsWith("//") === true; next += 1)
        printed.push((comments.get(next)?.text ?? "").slice(1));
    }
    if (printed.length === 0) silent.push(line);
    expected.push(...printed);
  });
  return { expected, silent };
};

const markProblems = ({ file, line, marks, reason }: Fence): readonly string[] => [
  ...marks
    .filter((mark) => !knownMarks.has(mark) && !/^[[{]/.test(mark) && !fileMark.test(mark))
    .map((mark) => `${file}:${line} has the unknown mark "${mark}".`),
  ...(marks.includes("ignore") && reason === undefined
    ? [`${file}:${line} is ignored without a reason: write <!-- not run: reason --> above the fence, or let it run.`]
    : []),
];

const folderOf = (file: string): string => /^examples\/([^/]+)/.exec(file)?.[1] ?? "docs";

const toExamples = (fences: readonly Fence[]): readonly Example[] => {
  const modules: { file: string; first: number; code: string; compiles: boolean; written: string | null }[] = [];
  for (const { file, line, code, marks } of fences.filter((fence) => !fence.marks.includes("ignore"))) {
    const written = marks.map((mark) => fileMark.exec(mark)?.[1]).find((each) => each !== undefined) ?? null;
    // The page continues from the fence before one that does not compile.
    const last = modules.findLast((each) => each.compiles && each.file === file && each.written === null);
    if (marks.includes("continues") && last !== undefined) {
      const lines = last.first - 1 + last.code.split("\n").length;
      last.code += "\n".repeat(Math.max(1, line - lines)) + code;
    } else modules.push({ file, first: line, code, compiles: !marks.includes("does-not-compile"), written });
  }
  return modules.map(({ file, first, code, compiles, written }, index) => ({
    place: `${file}:${first}`,
    file,
    runs: compiles && written === null,
    name: `${folderOf(file)}/${written ?? `${String(index).padStart(3, "0")}-${file.replaceAll(/[^\w]+/g, "-")}.ts`}`,
    // The padding keeps the line numbers of the document in every message.
    code: `${"\n".repeat(first - 1)}${code}\nexport {};\n`,
    compiles,
  }));
};

const writeExamples = (root: string, folder: string, examples: readonly Example[]): void => {
  for (const { file, name, code } of examples) {
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    // An example can import the dependencies of its workspace package, and a page those of the documentation.
    const own = path.join(root, /^examples\/[^/]+/.exec(file)?.[0] ?? "docs", "node_modules");
    const modules = existsSync(own) ? own : path.join(workspaceRoot, "docs", "node_modules");
    const link = path.join(path.dirname(target), "node_modules");
    if (!existsSync(link)) symlinkSync(modules, link, "junction");
    writeFileSync(target, code);
  }
  const compilerOptions = { types: ["node"], typeRoots: [path.join(workspaceRoot, "node_modules", "@types")] };
  const project = { extends: path.join(workspaceRoot, "tsconfig.base.json"), compilerOptions, include: ["*/*.ts"] };
  writeFileSync(path.join(folder, "package.json"), `{ "type": "module" }\n`);
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(project));
};

const compileExamples = async (cwd: string, examples: readonly Example[]): Promise<readonly string[]> => {
  const { code, output } = await runCommand("tsc", ["--noEmit", "--pretty", "false"], { cwd });
  const messages = [...output.matchAll(/^([^\s(]+)\((\d+),\d+\): (error TS.*)$/gm)];
  if (code !== 0 && messages.length === 0) return [output];
  return examples.flatMap(({ file, name, place, compiles }) => {
    const found = messages.filter(([, at]) => at === name);
    if (compiles) return found.map(([, , line, text]) => `${file}:${line}: ${text}`);
    return found.length === 0 ? [`${place} is marked does-not-compile, but compiles.`] : [];
  });
};

const trimLines = (text: string): string => text.trimEnd().replaceAll(/[ \t]+$/gm, "");

const runExamples = async (cwd: string, examples: readonly Example[]): Promise<readonly string[]> => {
  const runner = path.join(import.meta.dirname, "doc-example-runner.ts");
  const report = path.join(cwd, "report.jsonl");
  writeFileSync(report, "");
  const { code, output } = await runCommand("node", [runner, report, ...examples.map(({ name }) => name)], { cwd });
  const results = readFileSync(report, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner wrote it
    .map((line) => JSON.parse(line) as { readonly name: string; readonly printed: string; readonly error?: string });
  const problems = examples.flatMap((example) => {
    const result = results.find(({ name }) => name === example.name);
    if (result === undefined) return [`${example.place} did not run.`];
    if (result.error !== undefined)
      return [`${example.place} throws:\n${result.error.split("\n").slice(0, 6).join("\n")}`];
    const wanted = trimLines(readExpected(example.code).expected.join("\n"));
    const printed = trimLines(result.printed);
    return printed === wanted ? [] : [`${example.place} should print\n${wanted}\nbut prints\n${printed}`];
  });
  return code === 0 ? problems : [...problems, `The examples ended with exit code ${code}:\n${output}`];
};

/** Every TypeScript fence of READMEs, documentation and doc comments compiles, runs and prints the lines in its comments. */
export const docExamples: Check = async (root) => {
  const fences = listFences(root).filter(({ language }) => languages.has(language));
  const examples = toExamples(fences);
  const runnable = examples.filter(({ runs }) => runs);
  const repeated = examples.filter(({ name }, index) => examples.findIndex((each) => each.name === name) < index);
  const silent = examples.flatMap(({ file, code }) =>
    readExpected(code).silent.map((line) => `${file}:${line} prints, but does not say what.`),
  );
  using folder = temporaryFolder("doc-examples-");
  writeExamples(root, folder.path, examples);
  const [compiled, ran] = await Promise.all([
    compileExamples(folder.path, examples),
    runExamples(folder.path, runnable),
  ]);
  const twice = repeated.map(
    ({ place, name }) => `${place} writes ${path.basename(name)}, which another fence has written.`,
  );
  const problems = [...fences.flatMap(markProblems), ...twice, ...silent, ...compiled, ...ran];
  return { problems, fact: `${runnable.length} examples` };
};

if (import.meta.main) await runCheck(docExamples);
