/**
 * Rehearses a release: publishes every package to a registry on this machine, and types what users type, in empty folders.
 *
 * Run it with `pnpm rehearse`, after a build, and with names of package managers to create applications with those only. It needs the registry that npm is configured for, for all other packages.
 */
import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createJourneys, guidesJourney, lowestJourney, MANAGERS, quickStartJourney, type Step } from "./journeys.ts";
import { problemsOf } from "./contents.ts";
import { startRegistry } from "./registry.ts";
import { release } from "./release.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
const folder = mkdtempSync(path.join(tmpdir(), "tidemark-release-"));
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  await using registry = await startRegistry(folder);
  const published = await release(root, { clone: path.join(folder, "clone"), registry });
  print("| package | version | KB | files |\n| --- | --- | --- | --- |");
  for (const { name, version, size, files } of published)
    print(`| ${name} | ${version} | ${(size / 1_000).toFixed(1)} | ${files.length} |`);
  const problems = published.flatMap(problemsOf);
  if (problems.length > 0) throw new Error(problems.join("\n"));

  const users = path.join(folder, "users");
  mkdirSync(users);
  const journeys = { folder: users, env: registry.env };
  const pages = globSync("{README.md,docs/**/*.md,packages/*/README.md}", {
    cwd: root,
    exclude: ["docs/api/**", "**/node_modules/**"],
  });
  const only = process.argv.slice(2);
  const created = async () => createJourneys(journeys, only.length === 0 ? MANAGERS : only);
  const rest = async () => [
    ...(await quickStartJourney(root, journeys)),
    ...(await created()),
    ...(await lowestJourney(journeys)),
    ...(await guidesJourney(
      pages.map((page) => path.join(root, page)),
      journeys,
    )),
  ];
  const steps: readonly Step[] = only.length === 0 ? await rest() : await created();
  print("\n| journey | step | seconds |\n| --- | --- | --- |");
  for (const { journey, step, seconds } of steps) print(`| ${journey} | ${step} | ${seconds.toFixed(1)} |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
