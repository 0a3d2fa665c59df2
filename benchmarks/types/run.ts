/**
 * Counts the type instantiations of a declared state, against LangGraph's `StateSchema` in the same run.
 *
 * Counts are the same on every machine. Times are not, so they have no limits. Users see the built declarations of the packages, so these
 * are measured: build the packages before.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { report, type Result } from "../src/measure/report.ts";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const cases = ["plain", "tidemark", "agent-state"] as const;
type Case = (typeof cases)[number];

const compilers = [
  { name: "TypeScript 7", path: join(root, "node_modules", ".bin", "tsc") },
  { name: "TypeScript 6", path: join(root, "docs", "node_modules", ".bin", "tsc") },
].filter((compiler) => existsSync(compiler.path));

/** Instantiations of one program that consists of the case and everything it imports. */
function count(compiler: string, name: Case): number {
  const project = join(here, "cases", `tsconfig.${name}.generated.json`);
  writeFileSync(project, JSON.stringify({ extends: "./tsconfig.json", files: [`${name}.ts`], include: [] }));
  try {
    const printed = execFileSync(compiler, ["-p", project, "--extendedDiagnostics"], { encoding: "utf8" });
    const found = /Instantiations:\s+(\d+)/.exec(printed)?.[1];
    if (found === undefined) throw new Error(`${relative(root, compiler)} printed no instantiation count:\n${printed}`);
    return Number(found);
  } finally {
    rmSync(project, { force: true });
  }
}

const ceilings = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(join(here, "ceilings.json"), "utf8")));
const failures: string[] = [];
const results: Result[] = [];
for (const compiler of compilers) {
  const counts = new Map(cases.map((name) => [name, count(compiler.path, name)]));
  const plain = counts.get("plain") ?? 0;
  for (const [name, instantiations] of counts) {
    const ratio = (instantiations / plain).toFixed(2);
    results.push({
      subject: `a large state, ${compiler.name}`,
      contender: name,
      unit: "instantiations",
      median: instantiations,
      spread: [instantiations, instantiations],
      ratio: instantiations / (counts.get("tidemark") ?? instantiations),
    });
    if (process.argv.includes("--json")) continue;
    process.stdout.write(
      `${compiler.name}  ${name.padEnd(12)} ${String(instantiations).padStart(7)} instantiations  ${ratio} of plain\n`,
    );
  }
  const tidemark = counts.get("tidemark") ?? Infinity;
  if (tidemark > plain)
    failures.push(`${compiler.name}: the declared state costs ${tidemark}, the plain one ${plain}.`);
  if (compiler.name !== "TypeScript 7") continue;
  for (const [name, ceiling] of Object.entries(ceilings)) {
    const found = [...counts].find(([each]) => each === name)?.[1] ?? Infinity;
    if (found > ceiling) failures.push(`${name} costs ${found} instantiations, above its ceiling of ${ceiling}.`);
  }
}
if (process.argv.includes("--json")) report("Types", results);
for (const failure of failures) process.stderr.write(`${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
