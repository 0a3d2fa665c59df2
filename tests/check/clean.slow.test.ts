// The graphs that this repository ships, and those of the programs in its pages, have no finding.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { inspectCommands } from "@tidemark/inspect/internal";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
// Beside the tests, so that the programs find the packages.
const folder = mkdtempSync(path.join(import.meta.dirname, "app-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function checked(file: string, name: string): Promise<readonly [number | undefined, string]> {
  const printed: string[] = [];
  const code = await inspectCommands["check"]?.run([file, "--export", name], {
    stop: Promise.resolve(),
    print: (line) => void printed.push(line),
    warn: (line) => void printed.push(line),
  });
  return [code, printed.join("\n")];
}

const clean: readonly unknown[] = [0, expect.stringContaining("0 errors, 0 warnings")];

/** Where a program makes a graph or an application. */
const MADE =
  /^(?:export )?const (?<name>\w+) = (?:createAgentGraph\(|\w+[.]app\(|new StateGraph\((?:(?!^const )[^])*?[.]compile\()/gm;

/** Writes the programs of a page into files. Returns those that make graphs, with their names. */
function programsOf(page: string): readonly { readonly file: string; readonly graphs: readonly string[] }[] {
  const fences = readFileSync(path.join(root, page), "utf8").matchAll(/^```ts(?<marks>.*)\n(?<code>[^]*?)^```$/gm);
  const programs: { readonly file: string; code: string }[] = [];
  for (const { groups: { marks = "", code = "" } = {} } of fences) {
    const last = programs.at(-1);
    const file = /file=(?<file>[\w.-]+)/.exec(marks)?.groups?.["file"] ?? `${programs.length}.ts`;
    if (marks.includes("continues") && last !== undefined) last.code += `\n${code}`;
    else if (!/ignore|does-not-compile/.test(marks)) programs.push({ file, code });
  }
  const written = mkdtempSync(path.join(folder, "page-"));
  return programs.flatMap(({ file: name, code }) => {
    const graphs = [...code.matchAll(MADE)].flatMap(({ groups }) => groups?.["name"] ?? []);
    const own = graphs.filter((graph) => !code.includes(`export const ${graph}`));
    const file = path.join(written, name);
    // A program keeps its threads in its folder, and not where the tests run.
    const placed = code.replaceAll(/"([\w-]+[.]db)"/g, (_, database: string) =>
      JSON.stringify(path.join(written, database)),
    );
    writeFileSync(file, `${placed}\nexport { ${own.join(", ")} };\n`);
    return graphs.length === 0 ? [] : [{ file, graphs }];
  });
}

test.each([
  "README.md",
  "docs/quick-start.md",
  "docs/tutorial.md",
  "docs/guides/levels.md",
  "docs/guides/fixed-workflow.md",
])("the programs of %s are clean", async (page) => {
  const programs = programsOf(page);
  expect(programs).not.toEqual([]);
  for (const { file, graphs } of programs)
    for (const name of graphs) expect([name, ...(await checked(file, name))]).toEqual([name, ...clean]);
});

test.each([
  ["examples/scheduler/src/server.ts", "graph"],
  ["examples/travel/src/server.ts", "graph"],
  ["examples/research/src/server.ts", "graph"],
  ["packages/create-tidemark/templates/minimal/src/assistant.ts", "assistantApp"],
  ["packages/create-tidemark/templates/next/src/assistant.ts", "assistantApp"],
  ["packages/create-tidemark/templates/react/src/assistant.ts", "assistantApp"],
  ["packages/create-tidemark/templates/team/src/desk.ts", "deskApp"],
])("%s is clean", async (file, name) => {
  expect(await checked(path.join(root, file), name)).toEqual(clean);
});
