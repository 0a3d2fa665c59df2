/**
 * Rehearses a release: publishes every package to a registry on this machine, and types what users type, in empty folders.
 *
 * Run it with `pnpm rehearse`, after a build, and with words to run only the journeys whose names contain one, such as `bun`.
 * `pnpm rehearse --only research,npm` creates one template with one package manager, and skips the checks of the tarballs; it can be given
 * several times. All of it needs the registry that npm is configured for, for all other packages.
 *
 * `pnpm rehearse --record` writes the result to a page of the documentation.
 */
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { problemsOf } from "./contents.ts";
import { createdApplication, createdApplications } from "./created.ts";
import type { Journeys, Step } from "./journey.ts";
import { guidesJourney, inspectJourney, quickStartJourney, versionsJourney } from "./journeys.ts";
import { startRegistry } from "./registry.ts";
import { release } from "./release.ts";
import { pageOf } from "./result.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
const print = (line: string) => process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: "boolean" }, only: { type: "string", multiple: true } },
});

const only = (values.only ?? []).map((names) => createdApplication(names));
if (values.record === true && only.length + positionals.length > 0)
  throw new Error("--record needs the whole rehearsal.");

const folder = mkdtempSync(path.join(tmpdir(), "tidemark-release-"));
const steps: Step[] = [];
const failures: string[] = [];

/** Runs a part of the rehearsal. A failure is kept, so that one run finds all of them. */
async function attempt(part: () => Promise<void>): Promise<void> {
  try {
    await part();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(`FAILED: ${reason}`);
    failures.push(reason);
  }
}

const inFolder = (name: string): string => {
  const place = path.join(folder, name);
  mkdirSync(place);
  return place;
};

try {
  await using registry = await startRegistry(folder);
  const published = await release(root, { clone: path.join(folder, "clone"), registry });
  const unpacked = inFolder("packages");
  for (const each of only.length === 0 ? published : []) {
    const problems = await problemsOf(each, { root, cwd: unpacked, env: registry.env });
    print(`${each.name} ${each.version}: ${problems.length === 0 ? "ok" : problems.join("\n")}`);
    failures.push(...problems);
  }
  const note = (step: Step) => {
    steps.push(step);
    print(`${step.journey}: ${step.step}, ${step.seconds.toFixed(1)} s`);
  };
  const journeys: Journeys = { folder: inFolder("users"), env: registry.env, note };
  const pages = globSync("{README.md,docs/**/*.md,packages/*/README.md}", {
    cwd: root,
    exclude: ["docs/api/**", "**/node_modules/**"],
  });
  /** A journey with the application that npm has created. */
  const withApplication = (journey: (of: Journeys) => Promise<void>) => async () => {
    if (!existsSync(path.join(journeys.folder, "minimal-npm"))) await createdApplication("minimal,npm")(journeys);
    await journey(journeys);
  };
  const every = new Map([
    ["quick start", () => quickStartJourney(root, journeys)],
    ...createdApplications(journeys),
    ["inspect", withApplication(inspectJourney)],
    ["versions", withApplication(versionsJourney)],
    [
      "guides",
      () =>
        guidesJourney(
          pages.map((page) => path.join(root, page)),
          journeys,
        ),
    ],
  ]);
  const named = [...every].filter(
    ([name]) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
  );
  const chosen = only.map((journey) => () => journey(journeys));
  for (const journey of chosen.length > 0 ? chosen : named.map(([, each]) => each)) await attempt(journey);
  const page = pageOf({ published, steps, failures });
  print(page);
  if (values.record === true) writeFileSync(path.join(root, "docs/internals/rehearsal.md"), page);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures.length === 0 ? 0 : 1;
